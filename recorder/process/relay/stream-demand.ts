/** Which streams a relay reads at its recorder: those that somebody watches, and for a while those that somebody has. */
import type { RelaySource } from "#protocol/relay-link.ts";
import { RELAY_USER, relayPassword } from "#recorder/http/relay/relay-proof.ts";
import type { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";

/** A viewer who returns, or switches back, finds the stream running. */
const LINGER_MS = 10_000;
/** A first picture takes as long as the camera's key frames are apart; the recorder has one at hand. */
const READY_MS = 5000;

interface Recorder {
  readonly host: string;
  readonly token: string;
}

interface Used {
  readonly spec: StreamSpec;
  readonly users: Set<string>;
  timer: NodeJS.Timeout | null;
}

export class StreamDemand {
  readonly #hub: StreamHub;
  readonly #recorder: Recorder;
  readonly #lingerMs: number;
  readonly #onStreams: (specs: readonly StreamSpec[]) => void;
  readonly #used = new Map<string, Used>();
  /** by the user: the stream that it uses */
  readonly #streams = new Map<string, string>();

  /** `onStreams`: told before the hub is; `lingerMs`: how long a stream is read without a user */
  constructor(
    hub: StreamHub,
    recorder: Recorder,
    onStreams: (specs: readonly StreamSpec[]) => void,
    lingerMs = LINGER_MS,
  ) {
    this.#hub = hub;
    this.#recorder = recorder;
    this.#lingerMs = lingerMs;
    this.#onStreams = onStreams;
  }

  get streams(): number {
    return this.#used.size;
  }

  /** A session begins to use a stream. */
  take(sessionId: string, streamId: string, source: RelaySource): void {
    const spec = this.#specOf(streamId, source);
    const before = this.#used.get(streamId);
    if (before?.timer) clearTimeout(before.timer);
    this.#used.set(streamId, { spec, users: (before?.users ?? new Set()).add(sessionId), timer: null });
    this.#streams.set(sessionId, streamId);
    this.#tell();
  }

  /** The session has ended; one that uses nothing may end, too. */
  drop(sessionId: string): void {
    const streamId = this.#streams.get(sessionId) ?? "";
    const used = this.#used.get(streamId);
    this.#streams.delete(sessionId);
    if (!used?.users.delete(sessionId) || used.users.size > 0) return;
    used.timer = setTimeout(() => {
      this.#used.delete(streamId);
      this.#tell();
    }, this.#lingerMs);
  }

  /** Resolves with true as soon as it is known what the stream carries; with false when that takes too long. */
  ready(streamId: string): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (isReady: boolean): void => {
        clearTimeout(timer);
        stop();
        resolve(isReady);
      };
      const timer = setTimeout(() => done(false), READY_MS);
      // It is told at once where it is known: `stop` must exist by then.
      let stop = (): void => undefined;
      stop = this.#hub.subscribe(streamId, { config: () => queueMicrotask(() => done(true)) });
    });
  }

  /** No session uses anything any more. */
  dropAll(): void {
    for (const sessionId of [...this.#streams.keys()]) this.drop(sessionId);
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

  #specOf(streamId: string, { rtspPort, isSecure }: RelaySource): StreamSpec {
    const { host, token } = this.#recorder;
    return {
      id: streamId,
      // No two streams of a camera are told apart here.
      cameraId: streamId,
      url: `rtsp${isSecure ? "s" : ""}://${host}:${rtspPort}/service/streams/${streamId}/live`,
      isDated: true,
      username: RELAY_USER,
      password: relayPassword(token, streamId),
      transport: "tcp",
      active: true,
      record: "proxy",
      motion: null,
      // The recorder has painted them.
      masks: [],
    };
  }
}
