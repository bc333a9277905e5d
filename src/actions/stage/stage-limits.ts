/** How many players the stage may have, and how many cameras dewarped. */
import { type DewarpMode, initialDewarpMode } from "#domain/dewarp/config.ts";
import { DEWARP_PLAYERS_DESKTOP } from "#domain/limits/dewarp.ts";
import { SHOW_ALL_MAX } from "#domain/limits/stage.ts";
import { type NewCell, trim } from "#domain/stage-grid/edit.ts";
import { cellById, type ClaimedCell, inReadingOrder, type StageGrid } from "#domain/stage-grid/grid.ts";
import { type LimitAnswer, mayAddPlayer, mayDewarp } from "#domain/stage-grid/player-limit.ts";
import { cameraKey, type CameraStore } from "#state/camera-store.ts";
import { dewarpedCameras } from "#state/stage/dewarp-tile.ts";
import type { StageStore } from "#state/stage/stage-store.ts";

type Refused = LimitAnswer & { readonly allowed: false };

interface StageLimitsOptions {
  readonly stage: StageStore;
  readonly cameras: CameraStore;
  readonly maxPlayerCount: (orchidId: string) => number | null;
  readonly limitsPerServer?: (() => boolean) | undefined;
  readonly dewarpMax?: (() => number) | undefined;
  /** The user is told of a limit. */
  readonly told: (title: "limitTitle" | "dewarpLimitTitle", limit: Refused) => void;
}

interface StageLimits {
  /** Whether one more player of a server may stand on the stage (`beside`: beside these); the user is told when it may not. */
  readonly mayAdd: (orchidId: string, beside?: readonly ClaimedCell[]) => boolean;
  /** Keeps as many players as the servers allow, in reading order; shows a message when some are released. */
  readonly limited: (grid: StageGrid) => StageGrid;
  /** Whether this tile may be dewarped; the user is told when it may not. */
  readonly mayDewarp: (tileId: string) => boolean;
  /** How a camera that is added begins: flat where no further player may be dewarped, which the user is told. `wanted`: of a view that is added. */
  readonly initialMode: (camera: KnownCamera, wanted?: DewarpMode) => DewarpMode;
  /** The cells of cameras that may be added together now, in their order: those beyond the limits are missing. */
  readonly newCells: (cameraKeys: readonly string[]) => readonly NewCell[];
}

type KnownCamera = NonNullable<ReturnType<CameraStore["get"]>["byKey"][string]>;

export function createStageLimits(options: StageLimitsOptions): StageLimits {
  const { stage, cameras } = options;
  const limitBeside = (cells: readonly ClaimedCell[], orchidId: string): LimitAnswer => {
    const beside = options.limitsPerServer?.() ? cells.filter(({ camera }) => camera.orchidId === orchidId) : cells;
    return mayAddPlayer(beside.length, options.maxPlayerCount(orchidId));
  };
  const dewarpMax = (): number => options.dewarpMax?.() ?? DEWARP_PLAYERS_DESKTOP;
  const dewarped = (): ReadonlySet<string> =>
    dewarpedCameras({ grid: stage.get().grid, cameras: cameras.get(), dewarpMax: dewarpMax() });
  const oneMore = (camera: string): boolean => {
    const limit = mayDewarp(camera, dewarped(), dewarpMax());
    if (!limit.allowed) options.told("dewarpLimitTitle", limit);
    return limit.allowed;
  };
  const modeOf = ({ dewarp }: KnownCamera): DewarpMode => (dewarp ? initialDewarpMode(dewarp) : 0);

  return {
    mayAdd(orchidId, beside = stage.get().grid.cells) {
      const limit = limitBeside(beside, orchidId);
      if (!limit.allowed) options.told("limitTitle", limit);
      return limit.allowed;
    },
    limited(grid) {
      const cells: ClaimedCell[] = [];
      let refused: Refused | null = null;
      for (const cell of inReadingOrder(grid)) {
        const limit = limitBeside(cells, cell.camera.orchidId);
        if (limit.allowed) cells.push(cell);
        else refused ??= limit;
      }
      if (!refused) return grid;
      options.told("limitTitle", refused);
      return trim({ ...grid, cells });
    },
    mayDewarp(tileId) {
      const cell = cellById(stage.get().grid, tileId);
      return cell !== null && oneMore(cameraKey(cell.camera));
    },
    initialMode(camera, wanted) {
      const mode = wanted ?? modeOf(camera);
      return mode !== 0 && !oneMore(cameraKey(camera)) ? 0 : mode;
    },
    newCells(keys) {
      const beside = [...stage.get().grid.cells];
      const dewarpedThen = new Set(dewarped());
      const added: NewCell[] = [];
      for (const key of keys) {
        if (beside.length >= SHOW_ALL_MAX) break;
        const known = cameras.get().byKey[key];
        if (!known || !limitBeside(beside, known.orchidId).allowed) continue;
        const mode = modeOf(known);
        const dewarpMode: DewarpMode = mode !== 0 && mayDewarp(key, dewarpedThen, dewarpMax()).allowed ? mode : 0;
        if (dewarpMode !== 0) dewarpedThen.add(key);
        const camera = { id: known.id, orchidId: known.orchidId };
        added.push({ camera, dewarpMode });
        beside.push({ camera, dewarpMode, id: "", row: 0, column: 0, rowSpan: 1, columnSpan: 1, forceLbm: false });
      }
      return added;
    },
  };
}
