/** What the scrub has found: whether recordings are still what was written. */
import type { Integrity } from "#protocol/rest/server/integrity.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { DiskComparison } from "#recorder/recording/index/digest-index.ts";

const MOST_LISTED = 100;

export async function integrityOf(parts: {
  readonly index: Pick<RecordingIndex, "comparison" | "damaged" | "scrubState" | "usage">;
  readonly cameras: Pick<Cameras, "everStreams">;
}): Promise<Integrity> {
  const { index, cameras } = parts;
  const [state, found, usage] = [await index.scrubState(), await index.damaged(MOST_LISTED), await index.usage()];
  const compared = await index.comparison();
  const cameraOf = new Map((await cameras.everStreams()).map(({ streamId, camera }) => [streamId, camera]));
  return {
    begun: state?.beganMs ?? 0,
    ended: state?.endedMs ?? 0,
    checked: state?.checked ?? 0,
    files: usage.reduce((sum, { segments }) => sum + segments, 0),
    hurried: state?.isHurried === true && (state.endedMs === null || state.endedMs < state.beganMs),
    compared: compared && comparedOf(compared),
    damaged: found.count,
    recordings: found.files.map((one) => {
      const camera = cameraOf.get(one.streamId);
      return {
        camera: { id: camera?.id ?? "", name: camera?.name ?? "" },
        streamId: one.streamId,
        start: one.startMs,
        end: one.endMs,
        volume: one.volume,
        file: one.file,
        damage: one.damage,
        found: one.foundMs,
      };
    }),
  };
}

const comparedOf = ({ atMs, ...counts }: DiskComparison): Integrity["compared"] => ({ time: atMs, ...counts });
