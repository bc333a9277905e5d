import { rmdir, statfs, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ONE_FOLDER } from "#domain/recordings/volume.ts";
import { Mutex } from "#base/mutex.ts";
import type { RetentionPolicy } from "#recorder/ipc/storage-shapes.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import { bytesToFree, type Candidate, chooseSegments, DEFAULT_POLICY, type DiskSpace } from "./retention.ts";
import { SettledClock } from "#recorder/core/settled-clock.ts";

/** A volume as the cleaner sees it. Each is cleaned by its own space and from its own files. */
export interface CleanedVolume {
  readonly name: string;
  readonly path: string;
  readonly reserveBytes: number;
  readonly space: () => Promise<DiskSpace>;
  /** Throws when the volume is not there: a file that is missing then is not gone. */
  readonly check: () => Promise<void>;
}

interface CleanerPorts {
  /** the volumes whose files can be removed now */
  readonly volumes: () => readonly CleanedVolume[];
  readonly index: RecordingIndex;
  readonly now: () => number;
  /** ms of a monotonic clock */
  readonly elapsed?: () => number;
  /** end of the newest recording at the start; null or absent = there is none */
  readonly newestMs?: number | null;
  /** number of files read per stream and round */
  readonly batch?: number;
}

const INTERVAL_MS = 15_000;
const BATCH = 200;
/** After this many files that cannot be removed the folder counts as not writable, and this run ends. */
const MAX_STUCK = 100;
/** Share of the disk that is freed at once after a failed write: enough to continue for a while, little enough to be quick. */
const RELIEF_SHARE = 0.01;
const MIN_RELIEF_BYTES = 4 * 1024 * 1024;
const MAX_RELIEF_BYTES = 512 * 1024 * 1024;
/** The folder of an hour may still be written to for some minutes after it. */
const FOLDER_REST_MS = 2 * 3_600_000;

/** Space on the disk of a folder, as its users see it. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bfree, bavail } = await statfs(folder);
  return {
    capacityBytes: blocks * bsize,
    freeBytes: bavail * bsize,
    unavailableBytes: Math.max(0, bfree - bavail) * bsize,
  };
}

/** Removes the oldest recordings when space runs short. One run at a time, whoever asks for it. */
export class Cleaner {
  readonly #ports: CleanerPorts;
  /** the clock by which recordings age */
  readonly #clock: SettledClock;
  #policy: RetentionPolicy = DEFAULT_POLICY;
  #timer: NodeJS.Timeout | null = null;
  readonly #mutex = new Mutex();
  /** rows whose files could not be removed in this run, with the reason: other files must not wait for them */
  #stuck = new Map<number, unknown>();
  #closed = false;

  constructor(ports: CleanerPorts) {
    this.#ports = ports;
    this.#clock = new SettledClock(ports.now, ports.elapsed ?? (() => performance.now()), ports.newestMs);
  }

  get policy(): RetentionPolicy {
    return this.#policy;
  }

  /** by the clock by which recordings age, epoch ms */
  get nowMs(): number {
    return this.#clock.read();
  }

  setPolicy(policy: RetentionPolicy): void {
    this.#policy = policy;
  }

  /** Cleans now and every 15 s. `onError` receives what no run could do. */
  start(onError: (error: unknown) => void): void {
    const tick = (): void => {
      this.run().catch(onError);
    };
    this.#timer = setInterval(tick, INTERVAL_MS);
    this.#timer.unref();
    tick();
  }

  /** Removes what is too old for the licence and what is over threshold or limit; returns the freed bytes. */
  run(): Promise<number> {
    return this.#mutex.run(async () => {
      const nowMs = this.#clock.read();
      this.#stuck.clear();
      if (!this.#policy.cleaning) return 0;
      let freed = 0;
      const failures: unknown[] = [];
      for (const volume of this.#ports.volumes())
        freed += await this.#clean(volume, nowMs).catch((error: unknown) => {
          failures.push(error);
          return 0;
        });
      if (freed > 0) await this.#ports.index.pruneEvents();
      const [failure] = [...failures, ...this.#stuck.values()];
      if (failure !== undefined) throw failure;
      return freed;
    });
  }

  /** The volume accepts nothing more: frees about a hundredth of it, whatever the threshold says. */
  relieve(name: string = ONE_FOLDER): Promise<number> {
    return this.#mutex.run(async () => {
      const volume = this.#ports.volumes().find((one) => one.name === name);
      if (!volume) return 0;
      this.#stuck.clear();
      const { capacityBytes } = await volume.space();
      const want = Math.min(MAX_RELIEF_BYTES, Math.max(MIN_RELIEF_BYTES, capacityBytes * RELIEF_SHARE));
      return this.#free(volume, want, true);
    });
  }

  /** Does something while nothing is cleaned. */
  apart<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(work);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#mutex.ended();
  }

  async #clean(volume: CleanedVolume, nowMs: number): Promise<number> {
    const expired = await this.#expire(volume, nowMs);
    const usage = await this.#ports.index.usageOf(volume.name);
    const archivesBytes = usage.reduce((sum, stream) => sum + stream.bytes, 0);
    const want = bytesToFree(await volume.space(), archivesBytes, this.#policy, volume.reserveBytes);
    return expired + (want === 0 ? 0 : await this.#free(volume, want, false));
  }

  /** Removes what is older than the licence allows; locked ranges stay. */
  async #expire(volume: CleanedVolume, nowMs: number): Promise<number> {
    const { maxAgeMs } = this.#policy;
    if (maxAgeMs === null) return 0;
    const { index } = this.#ports;
    const beforeMs = nowMs - maxAgeMs;
    let freed = 0;
    for (const { streamId, segments } of await index.usageOf(volume.name)) {
      let more = segments > 0;
      while (more && !this.#closed) {
        const oldest = await this.#oldest(volume, streamId);
        const old = oldest.filter(({ endMs }) => endMs <= beforeMs);
        freed += await this.#remove(volume, old, true);
        more = old.length > 0 && old.length === oldest.length && this.#stuck.size < MAX_STUCK;
      }
    }
    return freed;
  }

  async #free(volume: CleanedVolume, wantBytes: number, emergency: boolean): Promise<number> {
    const { index, batch = BATCH } = this.#ports;
    let freed = 0;
    while (!this.#closed) {
      const minimums = new Map(this.#policy.streams.map((stream) => [stream.streamId, stream.minimumMs]));
      const streams = [];
      for (const { streamId, segments } of await index.usageOf(volume.name)) {
        if (segments === 0) continue;
        const candidates = await this.#oldest(volume, streamId);
        const minimumMs = minimums.get(streamId) ?? null;
        streams.push({ streamId, minimumMs, candidates, complete: candidates.length < batch });
      }
      const { remove, more } = chooseSegments(streams, wantBytes - freed, this.#clock.read(), emergency);
      if (remove.length === 0) return freed;
      const stuckBefore = this.#stuck.size;
      freed += await this.#remove(volume, remove, false);
      if (this.#stuck.size >= MAX_STUCK || (!more && this.#stuck.size === stuckBefore)) return freed;
    }
    return freed;
  }

  /** The segments that may be removed, without those whose removal failed. */
  async #oldest({ name }: CleanedVolume, streamId: string): Promise<Candidate[]> {
    const { index, batch = BATCH } = this.#ports;
    const oldest = await index.oldestSegments(streamId, batch + this.#stuck.size, name);
    return oldest.filter(({ id }) => !this.#stuck.has(id)).slice(0, batch);
  }

  /**
   * Files first: a row without a file is harmless and removed by the next run, a file without a row would stay for
   * ever. What has a copy in the bucket stays there, but `forGood`.
   */
  async #remove({ path, check }: CleanedVolume, candidates: readonly Candidate[], forGood: boolean): Promise<number> {
    const { index, now } = this.#ports;
    let freed = 0;
    const gone: Candidate[] = [];
    for (const candidate of candidates) {
      if (this.#stuck.size >= MAX_STUCK) break;
      try {
        await unlink(join(path, candidate.file));
        freed += candidate.bytes;
      } catch (error) {
        if (!isMissing(error)) {
          this.#stuck.set(candidate.id, error);
          continue;
        }
        await check();
      }
      gone.push(candidate);
    }
    const ids = gone.map((candidate) => candidate.id);
    await (forGood ? index.removeSegments(ids) : index.filesGone(ids));
    const oldMs = now() - FOLDER_REST_MS;
    const folders = new Set(gone.filter((one) => one.startMs < oldMs).map((one) => dirname(one.file)));
    for (const folder of folders) await removeEmpty(path, folder);
    return freed;
  }
}

/** Removes the hour's folder if empty, then the day's; the stream's stays. */
async function removeEmpty(volume: string, hour: string): Promise<void> {
  for (const folder of [hour, dirname(hour)])
    try {
      await rmdir(join(volume, folder));
    } catch {
      return;
    }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
