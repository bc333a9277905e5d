import { createStageActions } from "#actions/stage/stage-actions.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createViewStore } from "#state/stage/view-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

/** `own`: the window's own storage. */
export function setUp(
  kept = new Map<string, string>(),
  maxPlayerCount: number | null = null,
  own = new Map<string, string>(),
) {
  let most = maxPlayerCount;
  const cameras = createCameraStore();
  cameras.change((facts) => {
    for (let id = 1; id <= 9; id++) facts.byKey[`1/${id}`] = cameraFacts(String(id)) as (typeof facts.byKey)[string];
  });
  const stage = createStageStore();
  const dialogs = createDialogStore();
  const log: string[] = [];
  let full = false;
  const actions = createStageActions({
    stage,
    cameras,
    views: createViewStore(),
    dialogs,
    storage: {
      read: (key) => kept.get(key) ?? null,
      write: (key, value) => {
        if (!full) kept.set(key, value);
        return !full;
      },
    },
    windowStorage: { read: (key) => own.get(key) ?? null, write: (key, value) => Boolean(own.set(key, value)) },
    maxPlayerCount: () => most,
    text: (which) => which,
    log: (message) => log.push(message),
  });
  return { stage, dialogs, actions, kept, log, fill: () => (full = true), allow: (count: number) => (most = count) };
}
export const cells = (set: ReturnType<typeof setUp>) => set.stage.get().grid.cells.map((cell) => cell.camera.id);
