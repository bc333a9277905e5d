/** What several `media` processes say of the disks that all of them write to, as one. */
import type { StorageState, VolumeReport } from "#recorder/ipc/storage-shapes.ts";
import type { FolderState } from "#recorder/core/folder-watch.ts";

const WORSE: readonly StorageState[] = ["ok", "full", "unwritable", "gone", "stuck"];
const worst = <S extends FolderState>(a: S, b: S): S => (WORSE.indexOf(b.state) > WORSE.indexOf(a.state) ? b : a);

/** Where one of them has trouble, there is trouble. */
export const diskAsOne = (all: readonly FolderState[]): FolderState =>
  all.reduce<FolderState>(worst, { state: "ok", reason: "" });

/** `all`: of each process, the one first that keeps order for all of them. */
export function volumesAsOne(all: readonly (readonly VolumeReport[])[]): VolumeReport[] {
  const byName = new Map<string, VolumeReport>();
  for (const report of all.flat()) {
    const before = byName.get(report.name);
    byName.set(report.name, before ? together(before, report) : report);
  }
  return [...byName.values()];
}

function together(a: VolumeReport, b: VolumeReport): VolumeReport {
  const { state, reason } = worst<FolderState>(a, b);
  return {
    ...a,
    state,
    reason,
    space: a.space ?? b.space,
    device: a.device ?? b.device,
    bytesPerSecond: a.bytesPerSecond + b.bytesPerSecond,
    streams: a.streams + b.streams,
  };
}
