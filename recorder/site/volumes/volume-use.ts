/** What each of several volumes holds, how fast it fills and what it has left. */
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type { VolumeUse } from "#protocol/rest/server/server.ts";
import type { MoveReport, VolumeReport } from "#recorder/ipc/storage-shapes.ts";
import type { VolumeIndex } from "#recorder/recording/index/recording-index.ts";
import { usableBytes } from "#recorder/recording/keeping/retention.ts";

const UNSEEN: Omit<VolumeReport, "name"> = {
  state: "ok",
  reason: "",
  space: null,
  device: null,
  bytesPerSecond: 0,
  streams: 0,
  drain: null,
  onward: null,
};

const moveOf = ({ state, movedBytes, reason }: MoveReport) => ({ state, moved: movedBytes, reason });

/** The volumes of the settings in their order, then those that still hold recordings and are no longer named. */
export async function useOfVolumes(
  volumes: readonly VolumeSpec[],
  reports: readonly VolumeReport[],
  index: Pick<VolumeIndex, "usageOf" | "volumesInUse">,
  forgetting: readonly string[] = [],
): Promise<VolumeUse[]> {
  const names = volumes.map(({ name }) => name);
  const former = (await index.volumesInUse()).filter((name) => !names.includes(name));
  const named = volumes.map((spec) => {
    const { state, reason, space, bytesPerSecond, streams, drain, onward } =
      reports.find(({ name }) => name === spec.name) ?? UNSEEN;
    return {
      name: spec.name,
      path: spec.path,
      role: spec.role,
      state,
      reason,
      capacity: space ? usableBytes(space) : 0,
      free: space?.freeBytes ?? 0,
      reserve: spec.reserveBytes,
      weight: spec.weight,
      bytesPerSecond,
      streams,
      ...(spec.moveAfterDays === undefined ? {} : { moveAfterDays: spec.moveAfterDays }),
      ...(drain === null ? {} : { drain: moveOf(drain) }),
      ...(onward === null ? {} : { onward: moveOf(onward) }),
    };
  });
  const nothing = { reason: "", capacity: 0, free: 0, reserve: 0, weight: 0, bytesPerSecond: 0, streams: 0 };
  const gone = former.map((name) => ({ name, path: "", role: "keep", state: "removed", ...nothing }));
  return Promise.all(
    [...named, ...gone].map(async (volume) => {
      const held = await index.usageOf(volume.name);
      return {
        ...volume,
        ...(forgetting.includes(volume.name) ? { forgetting: true } : {}),
        archivesSize: held.reduce((sum, { bytes }) => sum + bytes, 0),
        oldest: held.length === 0 ? 0 : Math.min(...held.map(({ firstMs }) => firstMs)),
        newest: Math.max(0, ...held.map(({ lastMs }) => lastMs)),
      };
    }),
  );
}
