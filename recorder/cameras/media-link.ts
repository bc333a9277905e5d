/** The `media` process as main sees it: always the newest wishes given to it, always the newest status known of it. */
import { englishText } from "#domain/failures/english.ts";
import type { Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { Channel, type Port } from "#recorder/ipc/channel.ts";
import type { MainContract, MediaContract, RtspAsk, StreamSpec, StreamStatus } from "#recorder/ipc/contracts.ts";
import type { Log } from "#recorder/core/log.ts";

const PUSH_AGAIN_MS = 100;

export interface MediaListener {
  readonly onStatus: (status: StreamStatus, before: StreamStatus | undefined) => void;
  readonly onMotion: (event: { streamId: string; startMs: number; stopMs: number | null }) => void;
  readonly onSessionClosed: (session: {
    sessionId: string;
    kind: "whep" | "low-bandwidth" | "rtsp";
    /** null: the viewer left */
    why: Failure | null;
  }) => void;
  /** a command turned a live session into a playback */
  readonly onPlayback: (session: { sessionId: string; timeMs: number }) => void;
  readonly onDisk: (disk: { state: "ok" | "full" | "unwritable"; reason: string }) => void;
  /** an RTSP player wants to watch */
  readonly onRtspAsk: (ask: RtspAsk) => Promise<Result<null, Failure>>;
  /** every session that lived in the process is gone; `isMeant`: the recorder is stopped */
  readonly onGone: (isMeant: boolean) => void;
}

type MediaChannel = Channel<MainContract, MediaContract>;

export class MediaLink {
  readonly #log: Log;
  readonly #statuses = new Map<string, StreamStatus>();
  #listener: MediaListener | null = null;
  #channel: MediaChannel | null = null;
  #wanted: readonly StreamSpec[] = [];
  #rtspPort = 0;
  #lives = 0;
  #disk: { state: "ok" | "full" | "unwritable"; reason: string } = { state: "ok", reason: "" };

  constructor(log: Log) {
    this.#log = log.child({ name: "media" });
  }

  listen(listener: MediaListener): void {
    this.#listener = listener;
  }

  get disk(): { state: "ok" | "full" | "unwritable"; reason: string } {
    return this.#disk;
  }

  /** Where the RTSP proxy listens; 0 = nowhere. */
  get rtspPort(): number {
    return this.#rtspPort;
  }

  get connected(): boolean {
    return this.#channel !== null;
  }

  /** How often the process was started: a new process does not know what an earlier one was told. */
  get lives(): number {
    return this.#lives;
  }

  /** The process was started anew: it is told everything again. */
  attach(child: Port): void {
    const channel: MediaChannel = new Channel(child, (call, error) =>
      this.#log.error({ err: error, call }, "a call of the process failed"),
    );
    this.#channel = channel;
    this.#lives += 1;
    channel.on("stream.status", (status) => {
      const before = this.#statuses.get(status.streamId);
      this.#statuses.set(status.streamId, status);
      this.#listener?.onStatus(status, before);
    });
    channel.on("motion.started", ({ streamId, startMs }) =>
      this.#listener?.onMotion({ streamId, startMs, stopMs: null }),
    );
    channel.on("motion.stopped", (event) => this.#listener?.onMotion(event));
    channel.on("session.closed", (session) => this.#listener?.onSessionClosed(session));
    channel.on("session.playback", (session) => this.#listener?.onPlayback(session));
    channel.on("disk.state", (disk) => {
      // Each process reports it anew; a repetition of what an earlier process reported is no news.
      if (disk.state === this.#disk.state) return;
      this.#disk = disk;
      this.#listener?.onDisk(disk);
    });
    channel.on("rtsp.listening", ({ port, reason }) => {
      this.#rtspPort = port;
      if (reason !== "") this.#log.warn({ reason }, "the RTSP proxy cannot listen");
    });
    channel.serve("rtsp.admit", async (ask) =>
      this.#listener ? this.#listener.onRtspAsk(ask) : refuse("media/unavailable"),
    );
    channel.on("log", ({ level, text, detail }) => this.#log[level](detail ?? {}, text));
    void this.#push();
  }

  detach(isMeant: boolean): void {
    this.#channel?.close(failure("process/gone"));
    this.#channel = null;
    this.#rtspPort = 0;
    for (const [id, status] of this.#statuses) {
      this.#statuses.set(id, { ...status, state: "restarting", retryCount: status.retryCount + 1 });
    }
    this.#listener?.onGone(isMeant);
  }

  /** Makes the streams of `media` equal to this list. */
  async setStreams(streams: readonly StreamSpec[]): Promise<void> {
    this.#wanted = streams;
    const ids = new Set(streams.map(({ id }) => id));
    for (const id of this.#statuses.keys()) if (!ids.has(id)) this.#statuses.delete(id);
    await this.#push();
  }

  status(streamId: string): StreamStatus | undefined {
    return this.#statuses.get(streamId);
  }

  call<K extends keyof MediaContract["calls"]>(
    name: K,
    ask: MediaContract["calls"][K]["ask"],
    timeoutMs?: number,
  ): Promise<Result<MediaContract["calls"][K]["answer"], Failure>> {
    if (!this.#channel) return Promise.resolve(refuse("media/unavailable"));
    return this.#channel.call(name, ask, timeoutMs);
  }

  async #push(): Promise<void> {
    const channel = this.#channel;
    if (!channel) return;
    const answer = await channel.call("streams.set", { streams: this.#wanted });
    if (answer.ok || channel !== this.#channel) return;
    // A process that has just begun does not serve calls yet.
    if (answer.error.code === "process/unknown") setTimeout(() => void this.#push(), PUSH_AGAIN_MS);
    else if (answer.error.code !== "process/gone") {
      this.#log.error({ code: answer.error.code, reason: englishText(answer.error) }, "the streams could not be set");
    }
  }
}
