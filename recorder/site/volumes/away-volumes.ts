/** Volumes whose recordings are known and cannot be reached now. */
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type { MediaLink } from "#recorder/cameras/media-link.ts";
import type { StorageState } from "#recorder/ipc/contracts.ts";
import type { VolumeIndex } from "#recorder/recording/index/recording-index.ts";

export interface AwayParts {
  readonly index: Pick<VolumeIndex, "volumesInUse">;
  readonly volumes: { readonly specs: readonly VolumeSpec[] };
  readonly media: Pick<MediaLink, "volumes">;
}

/** What is full, or takes no files, can still be read. */
const AWAY: ReadonlySet<StorageState> = new Set(["gone", "stuck"]);

export const failingVolumes = ({ volumes }: Pick<MediaLink, "volumes">): readonly string[] =>
  volumes.filter(({ state }) => AWAY.has(state)).map(({ name }) => name);

/** Those that fail, and those that the settings no longer name. */
export async function awayVolumes({ index, volumes, media }: AwayParts): Promise<readonly string[]> {
  if (volumes.specs.length === 0) return [];
  const names = new Set(volumes.specs.map(({ name }) => name));
  return [...failingVolumes(media), ...(await index.volumesInUse()).filter((name) => !names.has(name))];
}
