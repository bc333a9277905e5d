/**
 * Moves all that lies on volumes that are to go to the others, one file after another. The copy is on its disk and equal before
 * the index names it, and the old file goes after that: whenever this ends, each recorded second is where the index says.
 */
import { rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Mutex } from "#base/mutex.ts";
import { placeMoved } from "#domain/recordings/volume-placing.ts";
import type { DrainReport, RetentionPolicy } from "#recorder/ipc/contracts.ts";
import { isMissing } from "#recorder/store/disk-full.ts";
import type { RecordingIndex, SegmentRow } from "../index/recording-index.ts";
import type { Cleaner } from "../keeping/cleaner.ts";
import { usableBytes } from "../keeping/retention.ts";
import { copyFile } from "./file-copy.ts";
import type { Volume } from "./volume.ts";
import type { Volumes } from "./volumes.ts";

const LOOK_MS = 1000;
const BATCH = 50;
/** Whether both volumes are well is looked at this often while a file is on its way: neither is waited for. */
const WATCH_MS = 250;
/** So many files that cannot be moved mean a volume that cannot be read: they are tried again later. */
const MOST_STUCK = 100;
const STUCK_AGAIN_MS = 60_000;

interface DrainingPorts {
  readonly volumes: Volumes;
  readonly index: RecordingIndex;
  readonly cleaner: Pick<Cleaner, "apart" | "policy">;
  /** nobody compares files with the index while one is between two places */
  readonly files: Mutex;
  readonly onLog: (level: "info" | "warn" | "error", text: string, detail?: Record<string, unknown>) => void;
}

interface Drain {
  state: DrainReport["state"];
  movedBytes: number;
  reason: string;
  /** files that could not be moved, and when they are tried again */
  readonly stuck: Set<number>;
  againMs: number;
}

export class Draining {
  readonly #ports: DrainingPorts;
  readonly #drains = new Map<string, Drain>();
  readonly #timer: NodeJS.Timeout;
  readonly #abort = new AbortController();
  #running: Promise<void> | null = null;

  constructor(ports: DrainingPorts) {
    this.#ports = ports;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** null: the volume is not drained */
  readonly report = (name: string): DrainReport | null => {
    const drain = this.#drains.get(name);
    return drain ? { state: drain.state, movedBytes: drain.movedBytes, reason: drain.reason } : null;
  };

  /** What is to be drained may be another volume now. */
  readonly look = (): void => this.#look();

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#abort.abort();
    await this.#running;
  }

  #look(): void {
    const leaving = this.#leaving();
    const names = new Set(leaving.map(({ name }) => name));
    for (const name of this.#drains.keys()) if (!names.has(name)) this.#drains.delete(name);
    for (const name of names)
      if (!this.#drains.has(name))
        this.#drains.set(name, { state: "moving", movedBytes: 0, reason: "", stuck: new Set(), againMs: 0 });
    if (leaving.length === 0) return;
    this.#running ??= this.#run().finally(() => (this.#running = null));
  }

  #leaving(): readonly Volume[] {
    return this.#ports.volumes.all.filter(({ spec }) => spec.role === "drain");
  }

  /** Goes on as long as something can be moved. */
  async #run(): Promise<void> {
    let isAny = true;
    while (isAny && !this.#abort.signal.aborted) {
      isAny = false;
      for (const volume of this.#leaving()) {
        const drain = this.#drains.get(volume.name);
        if (!drain) continue;
        try {
          isAny = (await this.#some(volume, drain)) || isAny;
        } catch (error) {
          if (this.#abort.signal.aborted) return;
          this.#is(drain, "waiting", error);
          this.#ports.onLog("warn", "the volume could not be drained further", {
            name: volume.name,
            error: String(error),
          });
        }
      }
    }
  }

  /** Moves some files; false when there is none that could be. */
  async #some(from: Volume, drain: Drain): Promise<boolean> {
    const { index, volumes } = this.#ports;
    if (!from.isReadable || from.isSlow) return this.#is(drain, "away");
    if (drain.stuck.size > 0 && performance.now() >= drain.againMs) drain.stuck.clear();
    const files = (await index.filesOn(from.name, BATCH + drain.stuck.size)).filter(({ id }) => !drain.stuck.has(id));
    let isAny = false;
    for (const row of files) {
      if (this.#abort.signal.aborted || from.spec.role !== "drain") return false;
      if (drain.stuck.size >= MOST_STUCK) break;
      const to = await this.#target(from, row.bytes);
      if (to === null) return this.#is(drain, "no-room");
      try {
        await this.#ports.files.run(() => this.#watched(row, from, to));
        drain.movedBytes += row.bytes;
        this.#is(drain, "moving");
        isAny = true;
      } catch (error) {
        if (this.#abort.signal.aborted) return false;
        // Of a volume that fails others tell; the file is moved when it is well, or to another one.
        if (error instanceof DrainInterrupted || !from.isReadable || !to.isHealthy) return isAny;
        if (isMissing(error) && (await this.#isLost(row, from))) continue;
        drain.stuck.add(row.id);
        drain.againMs = performance.now() + STUCK_AGAIN_MS;
        drain.reason = error instanceof Error ? error.message : String(error);
        this.#ports.onLog("warn", "a recording could not be moved", { file: row.file, error: drain.reason });
      }
    }
    if (isAny) return true;
    if (drain.stuck.size > 0) return this.#is(drain, "waiting", drain.reason);
    const isEmpty = volumes.streamsOn(from.name) === 0 && (await index.usageOf(from.name)).length === 0;
    // What is written there still becomes a file that can be moved within a minute.
    return this.#is(drain, isEmpty ? "empty" : "moving");
  }

  /** Somebody has removed the file, or has taken it to another volume: the index follows. */
  async #isLost(row: SegmentRow, from: Volume): Promise<boolean> {
    const { index, volumes } = this.#ports;
    await from.check();
    if (await isThere(join(from.path, row.file))) return false;
    for (const { name, path } of volumes.readable)
      if (name !== from.name && (await isThere(join(path, row.file))))
        return index.moveSegment(row.id, from.name, name);
    await index.removeSegments([row.id]);
    return true;
  }

  #is(drain: Drain, state: DrainReport["state"], reason: unknown = ""): false {
    drain.state = state;
    drain.reason = reason instanceof Error ? reason.message : String(reason);
    return false;
  }

  async #target(from: Volume, bytes: number): Promise<Volume | null> {
    const { volumes, cleaner } = this.#ports;
    const able = await Promise.all(
      volumes.all
        .filter((volume) => volume !== from)
        .map(async (volume) => ({
          name: volume.name,
          role: volume.spec.role,
          weight: volume.spec.weight,
          isHealthy: volume.isHealthy,
          roomBytes: Math.min(volume.roomBytes, await this.#belowThreshold(volume, cleaner.policy)),
        })),
    );
    const name = placeMoved(able, bytes);
    return volumes.all.find((volume) => volume.name === name) ?? null;
  }

  /** Moving must not make the cleaner remove something there. */
  async #belowThreshold(volume: Volume, policy: RetentionPolicy): Promise<number> {
    const space = volume.lastSpace;
    if (space === null) return 0;
    const usable = usableBytes(space);
    const room = space.freeBytes - (usable * (100 - policy.thresholdPercent)) / 100;
    if (policy.maxBytes === null) return room;
    const held = await this.#ports.index.usageOf(volume.name);
    return Math.min(room, policy.maxBytes - held.reduce((sum, { bytes }) => sum + bytes, 0));
  }

  /** Rejects when one of the volumes fails meanwhile, and nothing is done after that. */
  async #watched(row: SegmentRow, from: Volume, to: Volume): Promise<void> {
    const giveUp = new AbortController();
    const signal = AbortSignal.any([giveUp.signal, this.#abort.signal]);
    const timer = setInterval(() => {
      if (!from.isReadable || from.isSlow || !to.isHealthy) giveUp.abort();
    }, WATCH_MS);
    const given = new Promise<void>((_, reject) =>
      signal.addEventListener("abort", () => reject(new DrainInterrupted()), { once: true }),
    );
    try {
      await Promise.race([this.#move(row, from, to, signal), given]);
    } finally {
      clearInterval(timer);
    }
  }

  async #move(row: SegmentRow, from: Volume, to: Volume, signal: AbortSignal): Promise<void> {
    const { index, cleaner } = this.#ports;
    const [old, copy] = [join(from.path, row.file), join(to.path, row.file)];
    await copyFile(old, copy, signal);
    await Promise.all([from.check(), to.check()]);
    // The cleaner knows the file where it was.
    await cleaner.apart(async () => {
      signal.throwIfAborted();
      const isMoved = await index.moveSegment(row.id, from.name, to.name);
      await unlink(isMoved ? old : copy).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      if (isMoved) await removeEmpty(from.path, row.file);
    });
  }
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    (error: unknown) => !isMissing(error),
  );

/** The folders of its hour, day and stream: nothing is to be left on a volume that goes. */
async function removeEmpty(volume: string, file: string): Promise<void> {
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder))
    try {
      await rmdir(join(volume, folder));
    } catch {
      return;
    }
}

class DrainInterrupted extends Error {
  constructor() {
    super("a volume failed while a file was moved");
  }
}
