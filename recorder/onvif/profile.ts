/** One profile of a device, whichever of its media services described it. */
import type { Lens } from "#domain/dewarp/lens.ts";
import type { OnvifAudio } from "./audio.ts";
import type { ProfilePtz } from "./ptz/ptz-node.ts";

/** Encoders of many channels are one device: two or three profiles for each of them. */
export const MAX_PROFILES = 64;

export interface OnvifProfile {
  readonly token: string;
  readonly name: string;
  readonly fixed: boolean;
  /** rtsp, without credentials */
  readonly uri: string;
  readonly encoder: string;
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly bitRateKbps: number;
  readonly govLength: number;
  readonly quality: number;
  /** one of this many sensor frames is encoded */
  readonly encoderInterval: number;
  /** of H.264 or H.265; "" where the encoder has none */
  readonly h264Profile: string;
  /** null: sends no audio */
  readonly audio: OnvifAudio | null;
  readonly encoderToken: string;
  /** null: the device cannot be moved by this profile */
  readonly ptz: ProfilePtz | null;
  /** null: the device does not describe its lens, or it is no fisheye's */
  readonly lens: Lens | null;
  /** its settings are read and written by Media2 */
  readonly isMedia2: boolean;
}

/** Ports that are none, or two, which no address can have. */
const PORTS = /(?<=^[^/]*?)(?::\d*)+(?=\/|$)/;

/** Without quotes around it, zones of IPv6, which mean something to the device alone, and the slashes of other systems. */
const tidy = (text: string): string =>
  text
    .trim()
    .replaceAll("&amp;", "&")
    .replace(/^["']+|["']+$/g, "")
    .replaceAll("\\", "/")
    .replace(/\[([^\]%/]*)%[^\]/]*\]/, "[$1]");

/** An address that a device names for a stream, on the host that we know, without a login; null when it is none of RTSP. */
export function rtspAddress(text: string, known: string): string | null {
  const { hostname } = new URL(known);
  // Some devices name no host, or a login whose signs end it too early, and write & as it is written in XML twice.
  const said = tidy(text);
  // The letter behind the scheme says by which transport.
  const [, named, rest] = /^(rtsps?)[tu]?:(?:\/\/)?\s*(.*)$/is.exec(said) ?? [];
  const isOther = named === undefined && (/^[a-z]+:\/\//i.test(said) || !said.includes("/"));
  if (isOther || !/[^/]/.test(rest ?? said)) return null;
  const scheme = named ?? "rtsp";
  const bare = (rest ?? said).replace(/^[^/]*@/, "");
  // Without a scheme, what has no dot is no host.
  const isPath = named === undefined && !/^[^/]*[.:][^/]*\//.test(bare);
  const place = isPath && !bare.startsWith("/") ? `/${bare}` : bare;
  const behind = isPath || !/^[^/:?]/.test(place) ? `${hostname}${place}` : place;
  const tries = [
    `${scheme}://${named === undefined ? behind : (rest ?? "")}`,
    `${scheme}://${behind}`,
    `${scheme}://${behind.replace(/^.*@/s, "")}`,
    `${scheme}://${behind.replace(PORTS, "")}`,
  ];
  for (const one of tries) {
    if (!URL.canParse(one)) continue;
    const url = new URL(one);
    if (!/^rtsps?:$/.test(url.protocol) || url.hostname === "") continue;
    url.username = "";
    url.password = "";
    url.hostname = hostname;
    return url.href;
  }
  return null;
}
