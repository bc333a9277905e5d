/**
 * Low-bandwidth sessions: POST, poll every 200 ms until ready or failed, at most 120 s. DELETE always follows: on
 * close, on failure, on abort during the wait, and when the page goes away.
 */
import { readFailure } from "#protocol/rest/error.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { type Failure, failure, foreignFailure } from "#domain/failures/failure.ts";
import { LOW_BANDWIDTH_POLL_MS, LOW_BANDWIDTH_TIMEOUT_MS } from "#domain/limits/player.ts";
import {
  type LowBandwidthRequest,
  type LowBandwidthSession,
  lowBandwidthSession,
} from "#protocol/rest/cameras/low-bandwidth.ts";
import { failureOf, type Request, type TransportFailure, unreachable } from "./request.ts";

const LOW_BANDWIDTH_PATH = "/service/low-bandwidth/streams";

export interface MediaSession {
  readonly id: string;
  /** path (or address) of its socket, to be opened with the media subprotocol */
  readonly socketPath: string;
  /** path of the JPEG form: the next frame */
  readonly framePath: string;
  /** id of the relay that serves it; absent = its recorder does */
  readonly relay?: string;
  /** Ends the session on the recorder. A second call does nothing more. */
  close(): void;
}

interface OpenMediaSessionOptions {
  readonly request: Request;
  readonly session: LowBandwidthRequest;
  readonly signal?: AbortSignal;
  /** tests only: document 1 says 200 ms and 120 s */
  readonly pollMs?: number;
  readonly timeoutMs?: number;
}

/** Failure codes: the recorder's, `low-bandwidth/failed`, `low-bandwidth/timeout`, `network/unreachable`, `aborted`. */
export async function openMediaSession(
  options: OpenMediaSessionOptions,
): Promise<Result<MediaSession, TransportFailure>> {
  const { request } = options;
  const pollMs = options.pollMs ?? LOW_BANDWIDTH_POLL_MS;
  const deadlineMs = performance.now() + (options.timeoutMs ?? LOW_BANDWIDTH_TIMEOUT_MS);
  // the POST itself is not aborted: without its answer nobody could delete the session that it made
  const made = await ask(request, LOW_BANDWIDTH_PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(options.session),
  });
  if (!made.ok) return made;
  const session = sessionOf(request, made.value);
  let answer: Result<LowBandwidthSession, TransportFailure> = made;
  for (;;) {
    if (options.signal?.aborted) return give(session, { ...aborted });
    if (!answer.ok) {
      if (!answer.error.recoverable) return give(session, answer.error);
    } else if (answer.value.state === "failed") {
      return give(session, failed(answer.value));
    } else if (answer.value.state !== "pending") {
      // Where it is served is known when it is ready.
      return ok({ ...session, ...servedAt(session, answer.value) });
    }
    if (performance.now() >= deadlineMs) return give(session, timedOut);
    await pause(pollMs, options.signal);
    answer = await ask(request, `${LOW_BANDWIDTH_PATH}/${encodeURIComponent(session.id)}`, {});
  }
}

const aborted: TransportFailure = { failure: failure("network/aborted"), recoverable: true, retryAfterMs: 0 };
const timedOut: TransportFailure = {
  failure: failure("low-bandwidth/timeout"),
  recoverable: true,
  retryAfterMs: 0,
};
const failed = (answer: LowBandwidthSession): TransportFailure => ({
  failure: failure("low-bandwidth/failed", whyOf(answer)),
  recoverable: true,
  retryAfterMs: 0,
});

/** The server sends the reason: older servers in English only. */
function whyOf({ failure: why, reason }: LowBandwidthSession): { readonly cause?: Failure } {
  const cause = readFailure(why) ?? (reason === undefined ? null : foreignFailure("", reason));
  return cause ? { cause } : {};
}

function give(session: MediaSession, why: TransportFailure): Result<never, TransportFailure> {
  session.close();
  return fail(why);
}

async function ask(
  request: Request,
  path: string,
  init: RequestInit,
): Promise<Result<LowBandwidthSession, TransportFailure>> {
  try {
    const response = await request(path, init);
    if (!response.ok) return fail(await failureOf(response));
    const parsed = lowBandwidthSession.safeParse(await response.json());
    if (parsed.success) return ok(parsed.data);
    return fail({ failure: failure("low-bandwidth/answer"), recoverable: false, retryAfterMs: 0 });
  } catch (error) {
    return fail(unreachable(error));
  }
}

const servedAt = (
  { socketPath }: MediaSession,
  { socket = socketPath, relay }: LowBandwidthSession,
): Pick<MediaSession, "socketPath" | "relay"> => ({ socketPath: socket, ...(relay === undefined ? {} : { relay }) });

function sessionOf(request: Request, made: LowBandwidthSession): MediaSession {
  const { id } = made;
  const path = `${LOW_BANDWIDTH_PATH}/${encodeURIComponent(id)}`;
  const close = onceAlsoOnPageHide(() => {
    // a failure needs no handling: the recorder ends sessions without a viewer anyway
    request(path, { method: "DELETE", keepalive: true }).catch(() => undefined);
  });
  return { id, socketPath: made.socket ?? `${path}/ws`, framePath: `${path}/frame`, close };
}

/** Runs `end` once: when called, or when the page goes away. */
export function onceAlsoOnPageHide(end: () => void): () => void {
  let over = false;
  const close = () => {
    if (over) return;
    over = true;
    globalThis.removeEventListener?.("pagehide", close);
    end();
  };
  globalThis.addEventListener?.("pagehide", close);
  return close;
}

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
  });
