/** A volume is recognised by a file in it: an empty folder, or another disk, in its place is not that volume. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import { STORAGE_TAG_FILE, writeStorageTag } from "#recorder/core/storage-tag.ts";
import { FolderGone, isMissing } from "#recorder/store/disk-full.ts";
import type { VolumeIndex } from "../index/recording-index.ts";
import { makeVolumeFolder } from "./volume.ts";

const MAKING_MS = 5000;
const MAKING_LOOK_MS = 100;

/** What lies at the path is not what was recorded to under this name. */
class OtherVolume extends FolderGone {
  constructor(folder: string, why: string) {
    super(folder);
    this.message = `${folder}: ${why}`;
  }
}

/**
 * Throws unless the volume is there, or is new and is there now. `isMaker`: false = another process makes it a volume, and is
 * waited for.
 */
export async function recogniseVolume(
  { name, path }: VolumeSpec,
  index: Pick<VolumeIndex, "volumeTag" | "setVolumeTag">,
  others: readonly string[],
  isMaker = true,
): Promise<void> {
  const known = isMaker ? await index.volumeTag(name) : await madeTag(name, path, index);
  try {
    if (known === null) await makeVolumeFolder(path);
    const there = await tagIn(path);
    if (known !== null) {
      if (there === null) throw new OtherVolume(path, "the disk is not there, only its folder is");
      if (there !== known) throw new OtherVolume(path, "another disk lies there");
      return;
    }
    for (const other of others)
      if (there !== null && (await index.volumeTag(other)) === there)
        throw new OtherVolume(path, `this is the volume ${other}`);
    const tag = there ?? writeStorageTag(join(path, STORAGE_TAG_FILE));
    await index.setVolumeTag(name, tag);
  } catch (error) {
    throw isMissing(error) && !(error instanceof FolderGone) ? new FolderGone(path) : error;
  }
}

/** A disk that hangs keeps the process busy that makes it a volume: until then nothing is recorded there from here. */
async function madeTag(name: string, path: string, index: Pick<VolumeIndex, "volumeTag">): Promise<string> {
  for (const untilMs = performance.now() + MAKING_MS; ; ) {
    const tag = await index.volumeTag(name);
    if (tag !== null) return tag;
    if (performance.now() > untilMs) throw new OtherVolume(path, "it is new, and was not seen yet");
    await pause(MAKING_LOOK_MS);
  }
}

/** null = it was never a volume */
export async function tagIn(folder: string): Promise<string | null> {
  try {
    const text = (await readFile(join(folder, STORAGE_TAG_FILE), "utf8")).trim();
    return text === "" ? null : text;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
