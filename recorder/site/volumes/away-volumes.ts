/** Volumes whose recordings are known and cannot be reached now; the bucket counts as one. */
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import type { StorageState } from "#recorder/ipc/storage-shapes.ts";
import type { VolumeIndex } from "#recorder/recording/index/recording-index.ts";

export interface AwayParts {
  readonly index: Pick<VolumeIndex, "volumesInUse">;
  readonly volumes: { readonly specs: readonly VolumeSpec[] };
  readonly media: Failing;
}

type Failing = Pick<MediaLink, "volumes"> & Partial<Pick<MediaLink, "bucket">>;

/** A volume that is full or cannot be written is not among these: it can still be read. */
const AWAY: ReadonlySet<StorageState> = new Set(["gone", "stuck"]);

export const failingVolumes = ({ volumes, bucket }: Failing): readonly string[] => [
  ...volumes.filter(({ state }) => AWAY.has(state)).map(({ name }) => name),
  ...(bucket?.state === "away" ? [BUCKET_VOLUME] : []),
];

/** The volumes that fail, and those that the settings no longer name. */
export async function awayVolumes({ index, volumes, media }: AwayParts): Promise<readonly string[]> {
  if (volumes.specs.length === 0) return failingVolumes(media);
  const names = new Set(volumes.specs.map(({ name }) => name));
  const away = [...failingVolumes(media), ...(await index.volumesInUse()).filter((name) => !names.has(name))];
  // Where there is a bucket, copies in it take the place of what is away; where there is none, those copies are away too.
  return away.length > 0 && media.bucket === null ? [...away, BUCKET_VOLUME] : away;
}
