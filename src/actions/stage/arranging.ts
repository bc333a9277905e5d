/** Arranges several tiles at once. A chunk of its own, loaded when it is first asked for. */
import { addPacked, type AspectOf, packingHelps, packStage } from "#domain/stage-grid/pack.ts";
import { arrangeAs, type StageTemplate } from "#domain/stage-grid/templates.ts";
import { freePositions } from "#domain/stage-grid/grid.ts";
import { cameraKey, type CameraStore } from "#state/camera-store.ts";
import type { PlayerStore } from "#state/stage/player-store.ts";
import type { StageStore } from "#state/stage/stage-store.ts";
import type { StageActions } from "./stage-actions.ts";

export interface Arranging {
  /**
   * Adds cameras in their order and arranges the tiles; those that are on the stage are left where they are, unless they
   * are wanted `twice`. Beyond the limits of players the rest is left out, and the message about it says so.
   */
  readonly addAll: (cameraKeys: readonly string[], twice?: boolean) => void;
  /** The largest pictures for the shape of the stage. */
  readonly pack: () => void;
  readonly template: (template: StageTemplate) => void;
  /** A tile was closed and has left a hole that packing would use. */
  readonly hasGaps: () => boolean;
}

export interface ArrangingOptions {
  readonly stage: StageStore;
  readonly players: PlayerStore;
  readonly cameras: CameraStore;
  readonly actions: StageActions;
}

export function createArranging({ stage, players, cameras, actions }: ArrangingOptions): Arranging {
  const room = () => ({ width: stage.get().area.widthCss, height: stage.get().area.heightCss });
  const aspectOf: AspectOf = ({ id, camera, dewarpMode }) => {
    // A perspective view fills its tile.
    if (dewarpMode === 1) return null;
    if (dewarpMode === 2) return cameras.get().byKey[cameraKey(camera)]?.dewarp?.panoramaAspectRatio || null;
    const { widthPx = 0, heightPx = 0 } = players.get().byTile[id]?.stats ?? {};
    return widthPx > 0 && heightPx > 0 ? widthPx / heightPx : null;
  };
  return {
    addAll(keys, twice = false) {
      const { grid } = stage.get();
      const there = new Map(grid.cells.map((cell) => [cameraKey(cell.camera), cell.id]));
      const wanted = [...new Set(keys)].filter((key) => twice || !there.has(key));
      const added = actions.newCells(wanted);
      const [shown] = keys;
      if (wanted.length === 0 && shown !== undefined) return actions.reveal(there.get(shown) ?? "");
      const leftOut = wanted.length - added.length;
      // The stage itself says why, when nothing can be added at all.
      if (added.length === 0)
        return wanted[0] === undefined ? undefined : void actions.add(wanted[0], undefined, twice);
      actions.rearrange(addPacked(grid, added, room(), aspectOf), "add", leftOut);
    },
    pack: () => actions.rearrange(packStage(stage.get().grid, room(), aspectOf), "arrange"),
    template(template) {
      const { grid, closed } = arrangeAs(stage.get().grid, template);
      actions.rearrange(grid, "arrange", closed);
    },
    hasGaps: () => freePositions(stage.get().grid).length > 0 && packingHelps(stage.get().grid, room(), aspectOf),
  };
}
