import { isIP } from "node:net";
import { failure } from "#domain/failures/failure.ts";
import { TroubleError } from "#recorder/net/trouble.ts";
import { UdpPair } from "#recorder/rtp/udp-pair.ts";
import { header } from "#recorder/rtp/rtsp-wire.ts";
import { isSuccess, isWrongAddress, refusal, type RtspAnswer } from "./line/rtsp-answer.ts";
import type { RequestWeight, RtspConnection } from "./line/rtsp-connection.ts";

export const DEFAULT_TIMEOUT_S = 60;

interface RtspSession {
  readonly id: string;
  /** after this long without a request the camera ends it */
  readonly timeoutS: number;
}

/** The way of one track's packets. */
export interface Transport {
  readonly udp: UdpPair | null;
  /** interleaved channels, or the camera's UDP ports (0 = not said) */
  readonly rtpChannel: number;
  readonly rtcpChannel: number;
  /** the track's address, as the camera took it */
  readonly url: string;
  /** where its UDP packets come from, where the camera names another address than that of the connection; else null */
  readonly from: string | null;
  /** the session that the camera opened, null = it named none */
  readonly session: RtspSession | null;
}

/** Sets a track up at the first of its addresses that the camera knows. Throws TroubleError. */
export async function setUpTransport(
  connection: RtspConnection,
  kind: "tcp" | "udp",
  urls: readonly string[],
  /** the channel that is asked for */
  channel: number,
  weight: RequestWeight,
): Promise<Transport> {
  if (kind === "tcp") {
    const wanted = `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`;
    const { answer, url } = await askSetup(connection, urls, wanted, weight);
    const given = header(answer.message, "transport") ?? "";
    const channels = /interleaved\s*=\s*(\d+)(?:\s*-\s*(\d+))?/i.exec(given);
    if (!channels && isOther(given, /\/tcp/i)) throw otherTransport(given);
    const rtpChannel = Number(channels?.[1] ?? channel);
    const rtcpChannel = Number(channels?.[2] ?? rtpChannel + 1);
    return { udp: null, rtpChannel, rtcpChannel, url, from: null, session: sessionOf(answer) };
  }
  const udp = await UdpPair.open(connection.localAddress);
  try {
    const wanted = `RTP/AVP;unicast;client_port=${udp.port}-${udp.port + 1}`;
    const { answer, url } = await askSetup(connection, urls, wanted, weight);
    const given = header(answer.message, "transport") ?? "";
    if (/\/tcp|interleaved|multicast/i.test(given)) throw otherTransport(given);
    const ports = /server_port\s*=\s*(\d+)(?:\s*-\s*(\d+))?/i.exec(given);
    const rtpChannel = Number(ports?.[1] ?? 0);
    const rtcpChannel = Number(ports?.[2] ?? (rtpChannel ? rtpChannel + 1 : 0));
    const source = /source\s*=\s*"?([^;,\s"]+)/i.exec(given)?.[1] ?? "";
    const from = isIP(source) > 0 ? source : null;
    return { udp, rtpChannel, rtcpChannel, url, from, session: sessionOf(answer) };
  } catch (error) {
    udp.close();
    throw error;
  }
}

async function askSetup(
  connection: RtspConnection,
  urls: readonly string[],
  transport: string,
  weight: RequestWeight,
): Promise<{ readonly answer: RtspAnswer; readonly url: string }> {
  for (const [i, url] of urls.entries()) {
    const answer = await connection.ask("SETUP", url, { Transport: transport }, weight);
    if (isSuccess(answer.status)) return { answer, url };
    if (i + 1 < urls.length && isWrongAddress(answer.status)) continue;
    throw refused(answer);
  }
  throw new TroubleError(failure("camera/protocol", { cause: failure("camera/no-video") }));
}

/** Whether the camera says that it has no such transport. */
export const isNotOffered = (error: unknown): boolean =>
  error instanceof TroubleError && error.trouble.cause?.code === "camera/no-transport";

function refused(answer: RtspAnswer): TroubleError {
  if (answer.status === 461)
    return new TroubleError(failure("camera/protocol", { cause: failure("camera/no-transport") }));
  return refusal("SETUP", answer);
}

/** Whether the camera names ports of another transport, and not the one that was asked for. */
const isOther = (given: string, asked: RegExp): boolean =>
  !asked.test(given) && /client_port|server_port|multicast|destination/i.test(given);

const otherTransport = (given: string): TroubleError =>
  new TroubleError(
    failure("camera/protocol", { cause: failure("camera/other-transport", { name: given.slice(0, 120) }) }),
  );

/** Some cameras name no session, because the connection is theirs. */
function sessionOf(answer: RtspAnswer): RtspSession | null {
  const said = header(answer.message, "session");
  if (said === undefined) return null;
  const id = said.split(";")[0]?.trim() ?? "";
  if (id === "") return null;
  // It is sent back in a header, byte by byte.
  if (!/^[\x20-\x7e\x80-\xff]{1,4096}$/.test(id))
    throw new TroubleError(failure("camera/protocol", { cause: failure("camera/no-session") }));
  return { id, timeoutS: timeoutOf(answer) ?? DEFAULT_TIMEOUT_S };
}

/** How long a session lasts without a request, as an answer says it; null = it does not. One of 0 s does not, either. */
export const timeoutOf = ({ message }: RtspAnswer): number | null =>
  Number(/timeout\s*=\s*"?(\d+)/i.exec(header(message, "session") ?? "")?.[1]) || null;
