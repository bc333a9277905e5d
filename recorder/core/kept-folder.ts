/** A folder as it was at the start: a path may lead elsewhere since, and files that are open there lead nowhere. */
import { type FileHandle, open, stat } from "node:fs/promises";
import { FolderGone, isMissing } from "#recorder/store/disk-full.ts";

export class KeptFolder {
  readonly folder: string;
  readonly #handle: FileHandle;
  readonly #freshMs: number;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;

  private constructor(folder: string, handle: FileHandle, freshMs: number) {
    this.folder = folder;
    this.#handle = handle;
    this.#freshMs = freshMs;
  }

  /** `freshMs`: how long the last answer counts */
  static async open(folder: string, freshMs = 0): Promise<KeptFolder> {
    return new KeptFolder(folder, await open(folder, "r"), freshMs);
  }

  /** Throws `FolderGone` when the path no longer leads to this folder. `isNow`: the last answer does not count. */
  check(isNow = false): Promise<void> {
    if (!isNow && performance.now() - this.#checkedAtMs < this.#freshMs) return Promise.resolve();
    this.#checking ??= this.#compare().finally(() => (this.#checking = null));
    return this.#checking;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #compare(): Promise<void> {
    try {
      // The open handle keeps the number of the folder: some network shares give out another one later.
      const [held, there] = await Promise.all([this.#handle.stat(), stat(this.folder)]);
      if (held.dev !== there.dev || held.ino !== there.ino || held.nlink === 0) throw new FolderGone(this.folder);
    } catch (error) {
      throw isMissing(error) ? new FolderGone(this.folder) : error;
    }
    this.#checkedAtMs = performance.now();
  }
}
