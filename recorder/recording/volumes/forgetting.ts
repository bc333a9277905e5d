/**
 * Takes what lay on a volume that is lost out of the index, some rows at a time: recording goes on in between. Its files are
 * not touched, so that they are taken in again when the volume is found after all. What has a copy in the bucket is played from there.
 */
import type { ForgottenSome } from "#recorder/ipc/storage-shapes.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { Volumes } from "./volumes.ts";

interface ForgettingPorts {
  readonly index: Pick<RecordingIndex, "filesGone" | "filesOn" | "openSegments">;
  readonly volumes: Pick<Volumes, "all" | "streamsOn">;
}

export async function forgetSome(
  { index, volumes }: ForgettingPorts,
  name: string,
  take: number,
): Promise<ForgottenSome> {
  const isThere = (): boolean => volumes.all.some((one) => one.name === name && one.isReadable);
  if (isThere()) return { removed: 0, isThere: true };
  const rows = await index.filesOn(name, take);
  // Open segments have no writer any more, unless streams wait for this volume because there is no other.
  const open = volumes.streamsOn(name) > 0 ? [] : (await index.openSegments()).filter(({ volume }) => volume === name);
  if (isThere()) return { removed: 0, isThere: true };
  const ids = [...rows, ...open].map(({ id }) => id);
  await index.filesGone(ids);
  return { removed: ids.length, isThere: false };
}
