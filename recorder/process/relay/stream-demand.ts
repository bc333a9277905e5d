/** Which streams a relay reads at its recorders: those that somebody watches, and for a while those that somebody has. */
import type { RelaySource } from "#protocol/relay-link.ts";
import { RELAY_USER, relayPassword } from "#recorder/http/relay/relay-proof.ts";
import type { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";

/** A viewer who returns, or switches back, finds the stream running. */
const LINGER_MS = 10_000;
/** A first picture takes as long as the camera's key frames are apart; the recorder has one at hand. */
const READY_MS = 5000;

/** A stream of one of the recorders. */
interface RelayedStream {
  /** here: two recorders may have a stream of the same id, where one stands in for the other */
  readonly hubId: string;
  readonly streamId: string;
  /** where its recorder is */
  readonly host: string;
}

interface Used {
  readonly spec: StreamSpec;
  readonly users: Set<string>;
  timer: NodeJS.Timeout | null;
}

export class StreamDemand {
  readonly #hub: StreamHub;
  readonly #token: string;
  readonly #lingerMs: number;
  readonly #onStreams: (specs: readonly StreamSpec[]) => void;
  readonly #used = new Map<string, Used>();
  /** by the user: the stream that it uses, as the hub has it */
  readonly #streams = new Map<string, string>();

  /** `token`: what the relay and its recorders know; `onStreams`: told before the hub is; `lingerMs`: how long a stream is read without a user */
  constructor(hub: StreamHub, token: string, onStreams: (specs: readonly StreamSpec[]) => void, lingerMs = LINGER_MS) {
    this.#hub = hub;
    this.#token = token;
    this.#lingerMs = lingerMs;
    this.#onStreams = onStreams;
  }

  get streams(): number {
    return this.#used.size;
  }

  /** A session begins to use a stream. */
  take(sessionId: string, stream: RelayedStream, source: RelaySource): void {
    const { hubId } = stream;
    const spec = this.#specOf(stream, source);
    const before = this.#used.get(hubId);
    if (before?.timer) clearTimeout(before.timer);
    this.#used.set(hubId, { spec, users: (before?.users ?? new Set()).add(sessionId), timer: null });
    this.#streams.set(sessionId, hubId);
    this.#tell();
  }

  /** The session has ended; one that uses nothing may end, too. */
  drop(sessionId: string): void {
    const hubId = this.#streams.get(sessionId) ?? "";
    const used = this.#used.get(hubId);
    this.#streams.delete(sessionId);
    if (!used?.users.delete(sessionId) || used.users.size > 0) return;
    used.timer = setTimeout(() => {
      this.#used.delete(hubId);
      this.#tell();
    }, this.#lingerMs);
  }

  /** Resolves with true as soon as it is known what the stream carries; with false when that takes too long. */
  ready(hubId: string): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (isReady: boolean): void => {
        clearTimeout(timer);
        stop();
        resolve(isReady);
      };
      const timer = setTimeout(() => done(false), READY_MS);
      // It is told at once where it is known: `stop` must exist by then.
      let stop = (): void => undefined;
      stop = this.#hub.subscribe(hubId, { config: () => queueMicrotask(() => done(true)) });
    });
  }

  close(): void {
    for (const { timer } of this.#used.values()) if (timer) clearTimeout(timer);
    this.#used.clear();
  }

  #tell(): void {
    const specs = [...this.#used.values()].map(({ spec }) => spec);
    this.#onStreams(specs);
    this.#hub.setStreams(specs);
  }

  #specOf({ hubId, streamId, host }: RelayedStream, { rtspPort, isSecure }: RelaySource): StreamSpec {
    return {
      id: hubId,
      // No two streams of a camera are told apart here.
      cameraId: hubId,
      url: `rtsp${isSecure ? "s" : ""}://${host}:${rtspPort}/service/streams/${streamId}/live`,
      isDated: true,
      username: RELAY_USER,
      password: relayPassword(this.#token, streamId),
      transport: "tcp",
      active: true,
      record: "proxy",
      motion: null,
      // The recorder has painted them.
      masks: [],
    };
  }
}
