/** Where the file of a segment lies. Paths are made only here. */
import { join } from "node:path";
import { type IndexPlace, volumesOf } from "../index/open-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import type { DiskGuard } from "./disk-guard.ts";

/** The folder of a volume; null = it is not known, or nothing can be read there now. */
export type VolumeFolders = (volume: string) => string | null;

/** Waits for work on a volume. When the volume fails it waits no longer and resolves with null. */
export type WhileThere = <T>(volume: string, work: Promise<T>) => Promise<T | null>;

/** null: it cannot be reached now */
export function pathOf(folders: VolumeFolders, { volume, file }: Pick<SegmentRow, "volume" | "file">): string | null {
  const folder = folders(volume);
  return folder === null ? null : join(folder, file);
}

/** For a process that does not write there: it takes the volumes as the settings name them. */
export function foldersOf(place: Pick<IndexPlace, "recordingsDir" | "volumes">): VolumeFolders {
  const paths = new Map(volumesOf(place).map(({ name, path }) => [name, path]));
  return (volume) => paths.get(volume) ?? null;
}

/** A volume as those see it who write there. */
export interface WritableVolume {
  readonly name: string;
  readonly folder: string;
  readonly guard: DiskGuard;
  /**
   * Throws while the folder is gone, or when so many bytes would leave too little room. `isNew`: a file is about to be made
   * there, where another folder may lie.
   */
  readonly admit: (bytes: number, isNew: boolean) => Promise<void>;
  /** Does something on the disk of the volume. Each disk has a few slots of its own, so that a slow disk holds back no other. */
  readonly step: <T>(work: () => Promise<T>) => Promise<T>;
  /** how long so many bytes took */
  readonly wrote: (bytes: number, ms: number) => void;
}
