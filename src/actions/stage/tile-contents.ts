/** What tiles show: a camera, a named view of a fisheye, a patrol of views, and several looks at one camera. */
import { sameData } from "#base/same-data.ts";
import type { FisheyeLook } from "#domain/dewarp/config.ts";
import {
  addCamera,
  addCameraAt,
  changeCell,
  moveCell,
  type NewCell,
  removeCell,
  replaceCell,
  splitCell,
  withoutView,
} from "#domain/stage-grid/edit.ts";
import { cellById, type CellPosition, patrolIdOf } from "#domain/stage-grid/grid.ts";
import { type CameraStore, cameraKey as keyOfCamera } from "#state/camera-store.ts";
import { patrolStops } from "#state/stage/patrol-tile.ts";
import type { StageStore } from "#state/stage/stage-store.ts";
import type { ViewStore } from "#state/stage/view-store.ts";
import type { createStageEdits } from "./stage-edits.ts";
import type { createStageLimits } from "./stage-limits.ts";

export interface TileContents {
  /**
   * Puts a camera (`cameraKey`) on the stage; its cell's id, null when the limit is reached. A camera that is on the
   * stage is shown where it is, unless it is wanted `twice`.
   */
  readonly add: (cameraKey: string, at?: CellPosition, twice?: boolean) => string | null;
  /**
   * Puts a named view of a fisheye, or a patrol of views, on the stage; as `add` for a camera. Null also where it or its
   * camera is not known.
   */
  readonly addView: (viewId: string, at?: CellPosition, twice?: boolean) => string | null;
  /**
   * A tile of the same camera shows a named view or a patrol; null: the camera's own, or the one that the account begins
   * with.
   */
  readonly showView: (tileId: string, viewId: string | null) => void;
  /** A tile becomes several that show these looks; as many as the limits allow. */
  readonly split: (tileId: string, looks: readonly FisheyeLook[]) => void;
  /** A camera takes the place of a tile's; one that is on the stage already changes places with it. */
  readonly replace: (tileId: string, cameraKey: string) => void;
}

type ModeOfLook = Pick<FisheyeLook, "mode">;

export function createTileContents(parts: {
  readonly stage: StageStore;
  readonly cameras: CameraStore;
  readonly views: ViewStore;
  readonly limits: ReturnType<typeof createStageLimits>;
  readonly edit: ReturnType<typeof createStageEdits>["edit"];
  readonly reveal: (tileId: string) => void;
}): TileContents {
  const { stage, cameras, views, limits, edit, reveal } = parts;
  /** A named view or a patrol as a cell has it. */
  const shownAs = (id: string): (Pick<NewCell, "camera"> & Required<Pick<NewCell, "view">> & ModeOfLook) | null => {
    const facts = views.get();
    const view = facts.list.find((each) => each.id === id);
    if (view) return { camera: view.camera, view: { id }, mode: view.look.mode };
    const patrol = facts.patrols.find((each) => each.id === id);
    const first = patrol && patrolStops(facts, patrol)[0]?.view;
    return patrol && first ? { camera: patrol.camera, view: { patrol: id }, mode: first.look.mode } : null;
  };

  return {
    add(cameraKey, at, twice = false) {
      const camera = cameras.get().byKey[cameraKey];
      if (!camera) return null;
      const { grid } = stage.get();
      const there = twice ? undefined : grid.cells.find((cell) => keyOfCamera(cell.camera) === cameraKey && !cell.view);
      if (there) {
        reveal(there.id);
        return there.id;
      }
      if (!limits.mayAdd(camera.orchidId)) return null;
      const dewarpMode = limits.initialMode(camera);
      const wanted = { camera: { id: camera.id, orchidId: camera.orchidId }, dewarpMode };
      const claimed = at ? addCameraAt(grid, wanted, at) : addCamera(grid, wanted);
      edit(claimed.grid, "add");
      return claimed.cell.id;
    },
    addView(viewId, at, twice = false) {
      const view = shownAs(viewId);
      const camera = view && cameras.get().byKey[keyOfCamera(view.camera)];
      if (!view || !camera) return null;
      const { grid } = stage.get();
      const there = twice ? undefined : grid.cells.find((cell) => sameData(cell.view, view.view));
      if (there) {
        reveal(there.id);
        return there.id;
      }
      if (!limits.mayAdd(camera.orchidId)) return null;
      const dewarpMode = limits.initialMode(camera, view.mode);
      const wanted: NewCell = { camera: view.camera, dewarpMode, view: view.view };
      const claimed = at ? addCameraAt(grid, wanted, at) : addCamera(grid, wanted);
      edit(claimed.grid, "add");
      return claimed.cell.id;
    },
    showView(tileId, viewId) {
      const { grid } = stage.get();
      if (viewId === null) {
        const cell = cellById(grid, tileId);
        return edit(withoutView(grid, tileId), cell && patrolIdOf(cell) !== null ? "patrolEnd" : "ownView");
      }
      const view = shownAs(viewId);
      if (!view || !limits.mayDewarp(tileId)) return;
      edit(
        changeCell(grid, tileId, { dewarpMode: view.mode, view: view.view }),
        "patrol" in view.view ? "patrol" : "view",
      );
    },
    split(tileId, looks) {
      const { grid } = stage.get();
      const cell = cellById(grid, tileId);
      const [first, ...others] = looks;
      if (!cell || !first || !limits.mayDewarp(tileId)) return;
      const key = keyOfCamera(cell.camera);
      const allowed = limits.newCells(others.map(() => key)).slice(0, others.length);
      const parts = [first, ...others.slice(0, allowed.length)].map(
        (look, index): NewCell => ({
          camera: cell.camera,
          dewarpMode: index === 0 || allowed[index - 1]?.dewarpMode !== 0 ? look.mode : 0,
          view: { look },
        }),
      );
      edit(splitCell(grid, tileId, parts), "split", looks.length - parts.length);
    },
    replace(tileId, cameraKey) {
      const { grid } = stage.get();
      const [cell, camera] = [cellById(grid, tileId), cameras.get().byKey[cameraKey]];
      if (!cell || !camera) return;
      const there = grid.cells.find(({ camera: each, view }) => keyOfCamera(each) === cameraKey && !view);
      if (there) return edit(moveCell(grid, there.id, cell).grid, "move");
      const rest = removeCell(grid, tileId);
      if (!limits.mayAdd(camera.orchidId, rest.cells)) return;
      const added = { camera: { id: camera.id, orchidId: camera.orchidId }, dewarpMode: limits.initialMode(camera) };
      edit(replaceCell(grid, tileId, added), "replace");
    },
  };
}
