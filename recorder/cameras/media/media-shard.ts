/** One `media` process as main sees it: always the newest wishes given to it, whenever it is started. */
import { englishText } from "#domain/failures/english.ts";
import type { Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { Channel, type Port } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import type { VolumeReport } from "#recorder/ipc/storage-shapes.ts";
import type { FolderState } from "#recorder/core/folder-watch.ts";
import type { Log } from "#recorder/core/log.ts";

const PUSH_AGAIN_MS = 100;

export type MediaChannel = Channel<MainContract, MediaContract>;
export type Calls = MediaContract["calls"];
/** What the process shall have, whenever it is started. */
interface Wishes {
  "volumes.set"?: Calls["volumes.set"]["ask"];
  "bucket.set"?: Calls["bucket.set"]["ask"];
  "thinning.set"?: Calls["thinning.set"]["ask"];
  "streams.set": Calls["streams.set"]["ask"];
}

export class MediaShard {
  readonly #log: Log;
  readonly #wishes: Wishes = { "streams.set": { streams: [] } };
  #channel: MediaChannel | null = null;
  #lives = 0;
  /** as it reports the disk that it writes to */
  written: FolderState = { state: "ok", reason: "" };
  volumes: readonly VolumeReport[] = [];
  rtspPort = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  get connected(): boolean {
    return this.#channel !== null;
  }

  /** How often the process was started: a new process does not know what an earlier one was told. */
  get lives(): number {
    return this.#lives;
  }

  get wishes(): Readonly<Wishes> {
    return this.#wishes;
  }

  /** The process was started anew: it is told everything again, after `listen`. */
  attach(child: Port, listen: (channel: MediaChannel) => void): void {
    const channel: MediaChannel = new Channel(child, (call, error) =>
      this.#log.error({ err: error, call }, "a call of the process failed"),
    );
    this.#channel = channel;
    this.#lives += 1;
    listen(channel);
    for (const name of ["volumes.set", "bucket.set", "thinning.set", "streams.set"] as const) void this.#push(name);
  }

  detach(): void {
    this.#channel?.close(failure("process/gone"));
    this.#channel = null;
    this.rtspPort = 0;
  }

  wish<K extends keyof Wishes>(name: K, wish: NonNullable<Wishes[K]>, timeoutMs?: number): Promise<void> {
    this.#wishes[name] = wish;
    return this.#push(name, timeoutMs);
  }

  call<K extends keyof Calls>(
    name: K,
    ask: Calls[K]["ask"],
    timeoutMs?: number,
  ): Promise<Result<Calls[K]["answer"], Failure>> {
    if (!this.#channel) return Promise.resolve(refuse("media/unavailable"));
    return this.#channel.call(name, ask, timeoutMs);
  }

  async #push(name: keyof Wishes, timeoutMs?: number): Promise<void> {
    const [channel, wish] = [this.#channel, this.#wishes[name]];
    if (!channel || !wish) return;
    const answer = await channel.call(name, wish, timeoutMs);
    if (answer.ok || channel !== this.#channel || wish !== this.#wishes[name]) return;
    // A process that has just begun does not serve calls yet.
    if (answer.error.code === "process/unknown") setTimeout(() => void this.#push(name, timeoutMs), PUSH_AGAIN_MS);
    else if (answer.error.code !== "process/gone")
      this.#log.error(
        { call: name, code: answer.error.code, reason: englishText(answer.error) },
        "the process could not be told what it shall have",
      );
  }
}
