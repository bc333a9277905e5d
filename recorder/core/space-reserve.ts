/**
 * Room on the disk of the settings that nobody else can take: a file that is given up when the disk is full, so that
 * settings, sign-ins and events can still be written, and made again when there is room.
 */
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { randomFillSync } from "node:crypto";
import type { FolderSpace } from "./folder-watch.ts";

export const RESERVE_FILE = "reserved-space";
const SHARE = 0.01;
const LEAST_BYTES = 512 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 512 * 1024;
/** How much must be free beside the reserve before it is made again, in sizes of it. */
const ROOM_BEFORE = 3;

const reserveBytes = ({ capacityBytes }: Pick<FolderSpace, "capacityBytes">): number =>
  Math.min(MOST_BYTES, Math.max(LEAST_BYTES, Math.floor(capacityBytes * SHARE)));

/** With less than this the reserve is given up. */
const leastFreeBytes = (space: Pick<FolderSpace, "capacityBytes">): number => reserveBytes(space) / 4;

export class SpaceReserve {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = join(folder, RESERVE_FILE);
  }

  /**
   * Gives it up, makes it, or leaves it, as the disk is now. Returns whether the disk is full: the reserve is given up, and
   * there is no room for another.
   */
  async keep(space: FolderSpace): Promise<boolean> {
    const bytes = reserveBytes(space);
    const held = (await stat(this.#file).catch(() => null))?.size ?? 0;
    const hasRoom = space.freeBytes >= bytes * ROOM_BEFORE;
    if (held < bytes && hasRoom) await this.#make(bytes);
    if (space.freeBytes >= leastFreeBytes(space)) return held < bytes && !hasRoom;
    await rm(this.#file, { force: true });
    return true;
  }

  /** With bytes that no file system can leave out or make smaller. */
  async #make(bytes: number): Promise<void> {
    const chunk = randomFillSync(Buffer.allocUnsafe(CHUNK_BYTES));
    const file = await open(this.#file, "w", 0o600);
    try {
      for (let at = 0; at < bytes; at += CHUNK_BYTES) await file.write(chunk, 0, Math.min(CHUNK_BYTES, bytes - at), at);
    } finally {
      await file.close();
    }
  }
}
