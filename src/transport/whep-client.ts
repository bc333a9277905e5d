/**
 * One WHEP session: offer by POST, answer, tracks, the `control` data channel, DELETE at the end (also when the page goes
 * away). Works with the recorder and with other WHEP servers, which have no control channel.
 */
import { fail, ok, type Result } from "#base/result.ts";
import { failure } from "#domain/failures/failure.ts";
import { PLAYER_TIMEOUT_MS } from "#domain/limits/player.ts";
import { RELAY_HEADER } from "#protocol/relay-names.ts";
import { WHEP_CONTROL_LABEL, type WhepCommand, type WhepStatus, whepStatus } from "#protocol/whep.ts";
import { anySignal, timeoutSignal } from "./abort-signals.ts";
import { iceServersOf } from "./link-header.ts";
import { onceAlsoOnPageHide } from "./media-sessions.ts";
import { failureOf, type Request, type TransportFailure, unreachable } from "./request.ts";

export interface WhepOptions {
  readonly request: Request;
  /** path of the WHEP endpoint with its query */
  readonly path: string;
  readonly iceServers: readonly RTCIceServer[];
  /** the ICE servers of the server's Link header, also when no path was found: for the next session */
  readonly onIceServers?: (servers: readonly RTCIceServer[]) => void;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** a relay serves it, which the connection has to reach */
  readonly onRelay?: (relay: string) => void;
  readonly onTrack: (track: MediaStreamTrack) => void;
  readonly onStatus: (status: WhepStatus["status"]) => void;
  /** the connection broke after it stood; once */
  readonly onLost: (failure: TransportFailure) => void;
}

export interface WhepSession {
  readonly connection: RTCPeerConnection;
  /** the ICE servers of the server's Link header, for the next session */
  readonly iceServers: readonly RTCIceServer[];
  /** id of the relay that serves it; absent = its recorder does */
  readonly relay?: string;
  /** False while the control channel is not open (or the server has none). */
  command(command: WhepCommand): boolean;
  close(): void;
}

export function whepPath(streamId: string, timeMs: number, rate: number, isUnmasked = false): string {
  const query = [
    ...(timeMs === 0 ? [] : [`time=${Math.round(timeMs)}&rate=${rate}`]),
    ...(isUnmasked ? ["masks=off"] : []),
  ].join("&");
  return `/service/streams/${encodeURIComponent(streamId)}/whep${query === "" ? "" : `?${query}`}`;
}

/**
 * Connects; resolves when media can flow. Failure codes: the server's, `webrtc/no-path` (not connected in 10 s:
 * Chromium may stay in 'new' for ever on a machine without a network), `webrtc/failed`, `network/unreachable`,
 * `aborted`.
 */
export async function openWhep(options: WhepOptions): Promise<Result<WhepSession, TransportFailure>> {
  let connection: RTCPeerConnection;
  try {
    connection = new RTCPeerConnection({ iceServers: [...options.iceServers], bundlePolicy: "max-bundle" });
  } catch (error) {
    // an ICE server that the browser rejects, or more connections than one page may have
    return fail(notMade(error));
  }
  const timeout = timeoutSignal(options.timeoutMs ?? PLAYER_TIMEOUT_MS);
  const signal = options.signal ? anySignal([options.signal, timeout]) : timeout;
  connection.addTransceiver("video", { direction: "recvonly" });
  connection.addTransceiver("audio", { direction: "recvonly" });
  connection.ontrack = (event) => options.onTrack(event.track);
  const control = connection.createDataChannel(WHEP_CONTROL_LABEL);
  control.onmessage = (event: MessageEvent<unknown>) => readStatus(event.data, options.onStatus);

  let resource: string | null = null;
  const close = onceAlsoOnPageHide(() => {
    connection.onconnectionstatechange = null;
    connection.ontrack = null;
    control.onmessage = null;
    control.onclose = null;
    const end = () => connection.close();
    if (resource === null) return end();
    // first wait for the answer: the end of the connection makes the server forget the session, and then there is none
    // to delete
    const settled = (): void => void setTimeout(end, SETTLE_MS);
    options.request(resource, { method: "DELETE", keepalive: true }).then(settled, settled);
    setTimeout(end, CLOSE_AFTER_MS);
  });
  const give = (why: TransportFailure): Result<never, TransportFailure> => {
    close();
    return fail(why);
  };

  try {
    await connection.setLocalDescription();
    const answer = await postOffer(options, connection.localDescription?.sdp ?? "");
    if (!answer.ok) return give(answer.error);
    resource = answer.value.resource;
    options.onIceServers?.(answer.value.iceServers);
    const { relay } = answer.value;
    if (relay !== null) options.onRelay?.(relay);
    if (options.signal?.aborted) return give(abortFailure);
    await connection.setRemoteDescription({ type: "answer", sdp: answer.value.sdp });
    // Where a relay has no way, another one or the recorder may have one.
    const soon = relay === null ? signal : anySignal([signal, timeoutSignal(RELAY_CONNECT_MS)]);
    const connected = await whenConnected(connection, soon);
    if (connected !== null) return give(options.signal?.aborted ? abortFailure : connected);
    const onEnded = (): void => void (resource = null);
    watch(connection, control, { onEnded, onLost: options.onLost });
    return ok({
      connection,
      iceServers: answer.value.iceServers,
      ...(relay === null ? {} : { relay }),
      command: (command) => {
        if (control.readyState !== "open") return false;
        control.send(JSON.stringify(command));
        return true;
      },
      close,
    });
  } catch (error) {
    return give(notMade(error));
  }
}

/** Somewhere else the pictures come, too. */
const RELAY_CONNECT_MS = 4000;

const notMade = (error: unknown): TransportFailure => ({
  failure: failure("webrtc/failed", { message: String(error) }),
  recoverable: false,
  retryAfterMs: 0,
});
const abortFailure: TransportFailure = { failure: failure("network/aborted"), recoverable: true, retryAfterMs: 0 };
/**
 * When a connection is closed at the moment in which it is established, Chromium keeps about 150 KB of it for good; 20
 * ms later it does not. Showing a stage and leaving it again closes many connections in this way.
 */
const SETTLE_MS = 300;
/** When a server does not answer the DELETE, the connection closes all the same. */
const CLOSE_AFTER_MS = 1000;
/** No pair of candidates works. */
export const noPath: TransportFailure = {
  failure: failure("webrtc/no-path"),
  recoverable: false,
  retryAfterMs: 0,
};

interface OfferAnswer {
  readonly sdp: string;
  readonly resource: string | null;
  readonly relay: string | null;
  readonly iceServers: readonly RTCIceServer[];
}

async function postOffer(options: WhepOptions, offer: string): Promise<Result<OfferAnswer, TransportFailure>> {
  let response: Response;
  try {
    // not aborted: without its Location nobody could delete the session
    response = await options.request(options.path, {
      method: "POST",
      headers: { "content-type": "application/sdp", accept: "application/sdp" },
      body: offer,
    });
  } catch (error) {
    return fail(unreachable(error));
  }
  if (!response.ok) return fail(await failureOf(response));
  return ok({
    sdp: await response.text(),
    resource: pathOf(response.headers.get("location"), options.path),
    relay: response.headers.get(RELAY_HEADER),
    iceServers: iceServersOf(response.headers.get("link")),
  });
}

/** The session's path; `Location` may be absolute, or relative to the endpoint. */
function pathOf(location: string | null, endpoint: string): string | null {
  if (location === null || location === "") return null;
  const url = new URL(location, new URL(endpoint, "http://server.invalid"));
  return url.pathname + url.search;
}

function whenConnected(connection: RTCPeerConnection, signal: AbortSignal): Promise<TransportFailure | null> {
  return new Promise((resolve) => {
    const done = (why: TransportFailure | null) => {
      signal.removeEventListener("abort", onAbort);
      connection.onconnectionstatechange = null;
      resolve(why);
    };
    const onAbort = () => done(noPath);
    const look = () => {
      if (connection.connectionState === "connected") done(null);
      if (connection.connectionState === "failed" || connection.connectionState === "closed") done(noPath);
    };
    signal.addEventListener("abort", onAbort);
    connection.onconnectionstatechange = look;
    if (signal.aborted) onAbort();
    else look();
  });
}

/**
 * 'disconnected' may recover: the watchdog on presented frames decides about that. A server that ends the session
 * closes the channel seconds before the connection is missed: then it has no session left to delete.
 */
function watch(
  connection: RTCPeerConnection,
  control: RTCDataChannel,
  { onEnded, onLost }: { readonly onEnded: () => void } & Pick<WhepOptions, "onLost">,
): void {
  const lost = (): void => {
    connection.onconnectionstatechange = null;
    control.onclose = null;
    onLost({ failure: failure("media/broken"), recoverable: true, retryAfterMs: 0 });
  };
  connection.onconnectionstatechange = () => {
    const state = connection.connectionState;
    if (state === "failed" || state === "closed") lost();
  };
  // A server without such a channel closes it, too, before it was ever open.
  const ended = (): void => {
    onEnded();
    lost();
  };
  const watchControl = (): void => void (control.onclose = ended);
  if (control.readyState === "open") watchControl();
  else control.onopen = watchControl;
}

function readStatus(data: unknown, onStatus: WhepOptions["onStatus"]): void {
  if (typeof data !== "string") return;
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return;
  }
  const parsed = whepStatus.safeParse(message);
  if (parsed.success) onStatus(parsed.data.status);
}
