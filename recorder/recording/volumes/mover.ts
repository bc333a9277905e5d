/**
 * Moves one file to another volume. The copy is on its disk and equal before the index names it, and the old file goes after that:
 * whenever this ends, each recorded second is where the index says.
 */
import { rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Mutex } from "#base/mutex.ts";
import { isMissing } from "#recorder/store/disk-full.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import type { Cleaner } from "../keeping/cleaner.ts";
import { copyFile } from "./file-copy.ts";
import type { Volume } from "./volume.ts";
import type { Volumes } from "./volumes.ts";

/** How often both volumes are checked while a file is on its way, so that a volume that fails is not waited for. */
const WATCH_MS = 250;

export interface MoverPorts {
  readonly volumes: Volumes;
  readonly index: RecordingIndex;
  readonly cleaner: Pick<Cleaner, "apart">;
  /** keeps files from being compared with the index while one is between two places */
  readonly files: Mutex;
  readonly now: () => number;
  /** tells how many files were newly found damaged */
  readonly onDamage: (count: number) => void;
  readonly onLog: (level: "info" | "warn" | "error", text: string, detail?: Record<string, unknown>) => void;
}

/** gone: somebody else removed or moved the file; not now: one of the volumes fails, or the mover ends */
type Moved = { readonly end: "moved" | "gone" | "not now" } | { readonly end: "stuck"; readonly reason: string };

export class Mover {
  readonly #ports: MoverPorts;
  readonly #abort = new AbortController();

  constructor(ports: MoverPorts) {
    this.#ports = ports;
  }

  get isOver(): boolean {
    return this.#abort.signal.aborted;
  }

  close(): void {
    this.#abort.abort();
  }

  async move(row: SegmentRow, from: Volume, to: Volume): Promise<Moved> {
    try {
      await this.#ports.files.run(() => this.#watched(row, from, to));
      return { end: "moved" };
    } catch (error) {
      // A failing volume is reported elsewhere. The file is moved when the volume is well, or to another one.
      const isNotNow = this.isOver || error instanceof MoveInterrupted || !from.isReadable || !to.isHealthy;
      if (isNotNow) return { end: "not now" };
      if (isMissing(error) && (await this.#isLost(row, from))) return { end: "gone" };
      const reason = error instanceof Error ? error.message : String(error);
      this.#ports.onLog("warn", "a recording could not be moved", { file: row.file, error: reason });
      return { end: "stuck", reason };
    }
  }

  /** Somebody has removed the file, or has taken it to another volume: the index follows. */
  async #isLost(row: SegmentRow, from: Volume): Promise<boolean> {
    const { index, volumes } = this.#ports;
    await from.check();
    if (await isThere(join(from.path, row.file))) return false;
    for (const { name, path } of volumes.readable)
      if (name !== from.name && (await isThere(join(path, row.file))))
        return index.moveSegment(row.id, from.name, name);
    await index.filesGone([row.id]);
    return true;
  }

  /** Rejects when one of the volumes fails meanwhile, and nothing is done after that. */
  async #watched(row: SegmentRow, from: Volume, to: Volume): Promise<void> {
    const giveUp = new AbortController();
    const signal = AbortSignal.any([giveUp.signal, this.#abort.signal]);
    const timer = setInterval(() => {
      if (!from.isReadable || from.isSlow || !to.isHealthy) giveUp.abort();
    }, WATCH_MS);
    const given = new Promise<void>((_, reject) =>
      signal.addEventListener("abort", () => reject(new MoveInterrupted()), { once: true }),
    );
    try {
      await Promise.race([this.#move(row, from, to, signal), given]);
    } finally {
      clearInterval(timer);
    }
  }

  /** A file that its old disk had damaged is moved as it is and reported as damaged: the scrub repairs it if it can. */
  async #compare(row: SegmentRow, sha256: Buffer): Promise<void> {
    const { index, onLog, onDamage, now } = this.#ports;
    const known = (await index.fileFacts(row.id))?.sha256;
    if (known === undefined) return;
    if (known === null) await index.setDigest(row.id, sha256);
    else if (!sha256.equals(known)) {
      await index.setDamage(row.id, "different", now());
      onDamage(1);
      onLog("error", "a recording that was moved is damaged", { file: row.file, volume: row.volume });
    }
  }

  async #move(row: SegmentRow, from: Volume, to: Volume, signal: AbortSignal): Promise<void> {
    const { index, cleaner } = this.#ports;
    const [old, copy] = [join(from.path, row.file), join(to.path, row.file)];
    const sha256 = await copyFile(old, copy, signal);
    await this.#compare(row, sha256);
    await Promise.all([from.check(), to.check()]);
    // The cleaner must not run meanwhile: it would look for the file where it was.
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

/** Removes the folders of its hour, day and stream, so that nothing is left on a volume that is taken away. */
async function removeEmpty(volume: string, file: string): Promise<void> {
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder))
    try {
      await rmdir(join(volume, folder));
    } catch {
      return;
    }
}

class MoveInterrupted extends Error {
  constructor() {
    super("a volume failed while a file was moved");
  }
}
