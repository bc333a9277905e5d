/** Opens the index of recordings that the configuration names. */
import { oneFolder, type VolumeSpec } from "#domain/recordings/volume.ts";
import { openPostgresIndex } from "./postgres-index.ts";
import type { RecordingIndex } from "./recording-index.ts";
import { openSqliteIndex } from "./sqlite-index.ts";

export interface IndexPlace {
  /** of the index and, where no volumes are named, of the recordings themselves */
  readonly recordingsDir: string;
  /** postgres://..., empty = a SQLite file in the recordings folder */
  readonly databaseUrl?: string;
  /** where the recordings lie; absent or empty = in the one folder */
  readonly volumes?: readonly VolumeSpec[];
}

export const isOneFolder = ({ volumes = [] }: Pick<IndexPlace, "volumes">): boolean => volumes.length === 0;

export const volumesOf = (place: Pick<IndexPlace, "recordingsDir" | "volumes">): readonly VolumeSpec[] =>
  isOneFolder(place) ? [oneFolder(place.recordingsDir)] : (place.volumes ?? []);

/** Several processes may have it open. Throws when it cannot be opened. */
export const openIndex = ({ recordingsDir, databaseUrl = "" }: IndexPlace): Promise<RecordingIndex> =>
  databaseUrl === "" ? openSqliteIndex(recordingsDir) : openPostgresIndex(databaseUrl);
