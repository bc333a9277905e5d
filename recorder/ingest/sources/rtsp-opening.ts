import { failure } from "#domain/failures/failure.ts";
import { TroubleError } from "#recorder/net/trouble.ts";
import { header } from "#recorder/rtp/rtsp-wire.ts";
import { baseUrl } from "./control-address.ts";
import { type Redirected, redirected } from "./redirect.ts";
import { isSuccess, isWrongAddress, refusal, type RtspAnswer } from "./rtsp-answer.ts";
import { RtspConnection, type RtspConnectionEvents } from "./rtsp-connection.ts";
import type { RtspTarget } from "./rtsp-dial.ts";

interface OpenedSession {
  readonly connection: RtspConnection;
  /** the session's description */
  readonly sdp: string;
  /** what its control addresses are relative to */
  readonly base: string;
  /** whether the camera says that it knows GET_PARAMETER, or says nothing */
  readonly hasGetParameter: boolean;
}

const MAX_REDIRECTS = 3;
const INVALID_RANGE = 457;

/** What the camera says that it knows; "" = it does not say, or gives no answer to this question. Throws TroubleError where it hangs up. */
async function methodsOf(connection: RtspConnection): Promise<string> {
  try {
    // Not every camera knows OPTIONS; who refuses it may still describe itself.
    const { message } = await connection.ask("OPTIONS", connection.requestUrl, {}, "optional");
    return (message.headers.get("public") ?? []).join(",").toUpperCase();
  } catch (error) {
    if (connection.isOpen) return "";
    throw error;
  }
}

const isLost = (error: unknown): boolean =>
  error instanceof TroubleError && error.trouble.code === "camera/unreachable";

/**
 * Connects and asks for the description, also where the camera sends one elsewhere. `opened` hears of each connection,
 * of which the last one stays. Throws TroubleError.
 */
export async function openSession(
  target: RtspTarget,
  events: RtspConnectionEvents,
  opened: (connection: RtspConnection) => void,
  answerTimeoutMs: number,
  signal: AbortSignal,
): Promise<OpenedSession> {
  let to: Redirected = { target, refused: (error) => error };
  for (let redirects = 0; ; redirects++) {
    const opening = openAt(to.target, events, opened, answerTimeoutMs, signal);
    const answer = await opening.catch((error: unknown) => {
      throw to.refused(error);
    });
    if (!("location" in answer)) return answer;
    if (redirects === MAX_REDIRECTS) throw to.refused(refusal("DESCRIBE", answer.described));
    to = redirected(to.target, answer.location, answer.described.message.startLine);
  }
}

/** Asks at one address: the session there, or where it sends one. */
async function openAt(
  target: RtspTarget,
  events: RtspConnectionEvents,
  opened: (connection: RtspConnection) => void,
  answerTimeoutMs: number,
  signal: AbortSignal,
): Promise<OpenedSession | { readonly location: string; readonly described: RtspAnswer }> {
  let isLeft = false;
  const closed: RtspConnectionEvents["closed"] = (trouble) => isLeft || events.closed(trouble);
  const asked = await askForDescription(target, { ...events, closed }, opened, answerTimeoutMs, signal);
  const { connection, methods, described } = asked;
  const { requestUrl } = connection;
  const { status, message } = described;
  const location = status >= 300 && status < 400 ? header(message, "location") : undefined;
  if (location !== undefined) {
    isLeft = true;
    connection.close(null);
    return { location, described };
  }
  if (!isSuccess(status)) throw refusal("DESCRIBE", described);
  const said = header(message, "content-base") ?? header(message, "content-location");
  return {
    connection,
    sdp: message.body,
    base: baseUrl(said, requestUrl),
    hasGetParameter: methods === "" || methods.includes("GET_PARAMETER"),
  };
}

/**
 * Connects and asks, again on another connection where the camera ends each that it has asked for the login, or that asked it what it
 * knows.
 */
async function askForDescription(
  target: RtspTarget,
  events: RtspConnectionEvents,
  opened: (connection: RtspConnection) => void,
  answerTimeoutMs: number,
  signal: AbortSignal,
) {
  let earlier: RtspConnection | null = null;
  let isAskedForMethods = true;
  for (;;) {
    const isFirst: boolean = earlier === null;
    let isOpening = true;
    let isAtMethods: boolean = isAskedForMethods;
    const hangsUp = (): boolean => isOpening && isFirst && (connection.auth.isWanted || isAtMethods);
    const connection: RtspConnection = await RtspConnection.open(
      target,
      { ...events, closed: (trouble) => hangsUp() || events.closed(trouble) },
      answerTimeoutMs,
      signal,
      earlier?.auth,
    );
    opened(connection);
    try {
      const methods = isAskedForMethods ? await methodsOf(connection) : "";
      isAtMethods = false;
      const described = await connection.ask("DESCRIBE", connection.requestUrl, { Accept: "application/sdp" });
      isOpening = false;
      return { connection, methods, described };
    } catch (error) {
      const isByMethods: boolean = isAtMethods && isFirst && isLost(error);
      isAskedForMethods &&= !isByMethods;
      if (connection.isOpen || signal.aborted || !(connection.auth.isWanted || isByMethods)) throw error;
      if (!isFirst) throw new TroubleError(failure("camera/auth", { cause: failure("camera/closed") }));
      earlier = connection;
    }
  }
}

/** Starts to play at the first address that the camera takes for its session's; returns it. Throws TroubleError. */
export async function playSession(connection: RtspConnection, addresses: readonly string[]): Promise<string> {
  const urls = [...new Set(addresses)];
  for (const [i, url] of urls.entries()) {
    const asked = await connection.ask("PLAY", url, { Range: "npt=0.000-" });
    const answer = asked.status === INVALID_RANGE ? await connection.ask("PLAY", url) : asked;
    if (isSuccess(answer.status)) return url;
    if (i + 1 === urls.length || !isWrongAddress(answer.status)) throw refusal("PLAY", answer);
  }
  return connection.requestUrl;
}
