import { isIP } from "node:net";
import { fail, ok, type Result } from "#base/result.ts";
import type { RtcNetwork } from "./whep-peer.ts";

/** A setting of WebRTC that cannot be read. */
interface WrongRtcSetting {
  readonly setting: "webrtc.ports" | "webrtc.bind";
  readonly value: string;
}

/** Parses the settings for WebRTC: "min-max" or one port or "" (any), and a comma list of addresses or "" (all). */
export function parseRtcNetwork(ports: string, addresses: string): Result<RtcNetwork, WrongRtcSetting> {
  const list = addresses
    .split(",")
    .map((address) => address.trim())
    .filter((address) => address !== "");
  const wrong = list.find((address) => isIP(address) === 0);
  if (wrong !== undefined) return fail({ setting: "webrtc.bind", value: wrong });
  if (ports.trim() === "") return ok({ ports: null, addresses: list });
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(ports.trim());
  const first = Number(match?.[1]);
  const last = Number(match?.[2] ?? match?.[1]);
  if (!match || first < 1 || last > 65_535 || first > last) return fail({ setting: "webrtc.ports", value: ports });
  return ok({ ports: { first, last }, addresses: list });
}

/** For the log. */
export const wrongRtcSettingText = ({ setting, value }: WrongRtcSetting): string =>
  setting === "webrtc.bind" ? `WebRTC address "${value}" is no IP address` : `WebRTC ports "${value}" are no range`;
