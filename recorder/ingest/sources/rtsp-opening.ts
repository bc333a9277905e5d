import { failure } from "#domain/failures/failure.ts";
import { TroubleError } from "#recorder/net/trouble.ts";
import { header } from "#recorder/rtp/rtsp-wire.ts";
import { baseUrl } from "./control-address.ts";
import { isSuccess, isWrongAddress, locationIn, refusal, type RtspAnswer } from "./line/rtsp-answer.ts";
import { RtspConnection, type RtspConnectionEvents } from "./line/rtsp-connection.ts";
import type { RtspTarget } from "./line/rtsp-dial.ts";
import { timeoutOf } from "./rtsp-transport.ts";

interface OpenedSession {
  readonly connection: RtspConnection;
  /** the session's description */
  readonly sdp: string;
  /** what its control addresses are relative to */
  readonly base: string;
  /** whether the camera says that it knows GET_PARAMETER, or says nothing */
  readonly hasGetParameter: boolean;
}

const NOT_ACCEPTABLE = 406;
/** Refusals of PLAY that would be the same without a range: of the login, and of the address. */
const NOT_BY_RANGE = [401, 403, 404, 454, 459, 460];

/** The answer to OPTIONS; null = there is none, for not every camera knows it. Throws TroubleError where it hangs up. */
async function askForMethods(connection: RtspConnection): Promise<RtspAnswer | null> {
  try {
    return await connection.ask("OPTIONS", connection.requestUrl, {}, "optional");
  } catch (error) {
    if (connection.isOpen) return null;
    throw error;
  }
}

/** What the camera says that it knows; "" = it does not say. Who refuses the question may still describe itself. */
const methodsIn = (answer: RtspAnswer | null): string =>
  (answer?.message.headers.get("public") ?? []).join(",").toUpperCase();

/** Some cameras refuse to be told what is accepted. */
async function askToDescribe(connection: RtspConnection): Promise<RtspAnswer> {
  const answer = await connection.ask("DESCRIBE", connection.requestUrl, { Accept: "application/sdp" });
  return answer.status === NOT_ACCEPTABLE ? await connection.ask("DESCRIBE", connection.requestUrl) : answer;
}

const isLost = (error: unknown): boolean =>
  error instanceof TroubleError && error.trouble.code === "camera/unreachable";

/**
 * Connects and asks for the description. `opened` hears of each connection, of which the last one stays. Throws TroubleError, a
 * `MovedError` where the camera sends one elsewhere.
 */
export async function openSession(
  target: RtspTarget,
  events: RtspConnectionEvents,
  opened: (connection: RtspConnection) => void,
  answerTimeoutMs: number,
  signal: AbortSignal,
): Promise<OpenedSession> {
  const asked = await askSomehow(target, events, opened, answerTimeoutMs, signal);
  const { connection, methods, described } = asked;
  const { requestUrl } = connection;
  const { status, message } = described;
  if (!isSuccess(status)) throw refusal("DESCRIBE", described);
  const said = header(message, "content-base") ?? header(message, "content-location");
  return {
    connection,
    sdp: message.body,
    base: baseUrl(said, requestUrl),
    hasGetParameter: methods === "" || methods.includes("GET_PARAMETER"),
  };
}

/** Asks for the description, inside of HTTP where a camera speaks that at this port, and hangs up at anything else. */
async function askSomehow(...[target, events, opened, answerTimeoutMs, signal]: Parameters<typeof askForDescription>) {
  let isDecided = false;
  const closed: RtspConnectionEvents["closed"] = (trouble) => isDecided && events.closed(trouble);
  const ask = (to: RtspTarget) => askForDescription(to, { ...events, closed }, opened, answerTimeoutMs, signal);
  try {
    return await ask(target).catch(async (error: unknown) => {
      if (!maySpeakHttp(error, target) || signal.aborted) throw error;
      return await ask({ ...target, isTunnelled: true }).catch((other: unknown) => {
        throw isNoTunnel(other) ? error : other;
      });
    });
  } finally {
    isDecided = true;
  }
}

const isNoTunnel = (error: unknown): boolean => causeIn(error) === "camera/no-rtsp" || isLost(error);

const causeIn = (error: unknown): string | undefined =>
  error instanceof TroubleError ? error.trouble.cause?.code : undefined;

/** Ports of RTSP are not of HTTP. */
const RTSP_PORTS = ["", "554", "322", "8554"];

function maySpeakHttp(error: unknown, target: RtspTarget): boolean {
  const cause = causeIn(error);
  if (cause === "camera/no-rtsp") return true;
  return cause === "camera/closed" && !RTSP_PORTS.includes(new URL(target.url).port);
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
      const answer = isAskedForMethods ? await askForMethods(connection) : null;
      isAtMethods = false;
      const isElsewhere = answer !== null && locationIn(answer) !== undefined;
      const described = isElsewhere ? answer : await askToDescribe(connection);
      isOpening = false;
      return { connection, methods: methodsIn(answer), described };
    } catch (error) {
      const isByMethods: boolean = isAtMethods && isFirst && isLost(error);
      isAskedForMethods &&= !isByMethods;
      if (connection.isOpen || signal.aborted || !(connection.auth.isWanted || isByMethods)) throw error;
      if (!isFirst) throw new TroubleError(failure("camera/auth", { cause: failure("camera/closed") }));
      earlier = connection;
    }
  }
}

/** A session that plays. */
interface Played {
  /** its address */
  readonly url: string;
  /** how long it lasts without a request, where the camera says it now; else null */
  readonly timeoutS: number | null;
}

/** Where a session may be started. */
interface Places {
  /** the addresses that may be the session's, the likeliest first */
  readonly session: readonly string[];
  /** of the tracks that were set up: some cameras play each by itself only */
  readonly tracks: readonly string[];
}

/** Starts to play at the first address that the camera takes. `hasCome`: packets have. Throws TroubleError. */
export async function playSession(
  connection: RtspConnection,
  { session, tracks }: Places,
  hasCome: () => boolean,
): Promise<Played> {
  const urls = [...new Set([...session, ...tracks])];
  for (const [i, url] of urls.entries()) {
    const answer = await askToPlay(connection, url, hasCome);
    if (answer === null) return { url, timeoutS: null };
    if (isSuccess(answer.status)) {
      if (!session.includes(url))
        for (const other of tracks) if (other !== url) await askToPlay(connection, other, hasCome);
      return { url, timeoutS: timeoutOf(answer) };
    }
    if (i + 1 === urls.length || !isWrongAddress(answer.status)) throw refusal("PLAY", answer);
  }
  return { url: connection.requestUrl, timeoutS: null };
}

/** The answer to PLAY; null: there is none, but the camera plays. Throws TroubleError. */
async function askToPlay(connection: RtspConnection, url: string, hasCome: () => boolean): Promise<RtspAnswer | null> {
  try {
    const answer = await connection.ask("PLAY", url, { Range: "npt=0.000-" }, "idle");
    if (isSuccess(answer.status) || NOT_BY_RANGE.includes(answer.status)) return answer;
    return await connection.ask("PLAY", url, {}, "idle");
  } catch (error) {
    if (connection.isOpen && hasCome()) return null;
    throw error;
  }
}
