/** Asks for the export dialog for the camera of one tile, with the chosen range, or 30 s about the playhead. */
import { mayExportSome } from "#domain/accounts/access.ts";
import { cellById, viewIdOf } from "#domain/stage-grid/grid.ts";
import { rangeAbout } from "#domain/timeline/strip/selection.ts";
import { type CameraStore, cameraKey } from "#state/camera-store.ts";
import type { DialogStore } from "#state/dialog-store.ts";
import type { SessionStore } from "#state/session-store.ts";
import type { StageStore } from "#state/stage/stage-store.ts";
import type { UnlinkedStore } from "#state/stage/unlinked-store.ts";
import { timelineTime, type TimelineStore } from "#state/timeline-store.ts";
import { epochMs } from "../epoch.ts";
import { askedExport } from "./asked-export.ts";

interface ExportStores {
  readonly stage: StageStore;
  readonly cameras: CameraStore;
  readonly timeline: TimelineStore;
  readonly unlinked: UnlinkedStore;
  readonly session: SessionStore;
  readonly dialogs: DialogStore;
}

/** Null: the tile's camera may not be exported. A player with a time of its own has no chosen range. */
export function tileExport(stores: ExportStores, nowMs: () => number, tileId: string | null): (() => void) | null {
  const cell = tileId === null ? null : cellById(stores.stage.get().grid, tileId);
  const camera = cell && cameraKey(cell.camera);
  const actions = camera && stores.cameras.get().byKey[camera]?.actions;
  if (!cell || !camera || !actions || !mayExportSome(actions)) return null;
  const viewId = viewIdOf(cell);
  return () => {
    const own = stores.unlinked.get().byTile[cell.id];
    const hours = stores.session.get().server?.maxExportHours ?? null;
    const range = own
      ? rangeAbout(timelineTime(own, epochMs()), nowMs())
      : askedExport(stores.timeline, nowMs(), hours);
    stores.dialogs.change(
      ({ queue }) => void queue.push({ kind: "export", ...range, camera, ...(viewId === null ? {} : { viewId }) }),
    );
  };
}
