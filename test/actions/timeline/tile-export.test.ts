/** What the export dialog opens with when a tile asks for it. */
import { expect, test } from "vitest";
import { tileExport } from "#actions/timeline/tile-export.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import { addCamera } from "#domain/stage-grid/edit.ts";
import type { CellView } from "#domain/stage-grid/grid.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createUnlinkedStore } from "#state/stage/unlinked-store.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

const NOW = Date.UTC(2026, 2, 1, 12);

function asked(mayExport: boolean, view?: CellView) {
  const stores = {
    stage: createStageStore(),
    cameras: createCameraStore(),
    timeline: createTimelineStore(NOW, 0, "UTC"),
    unlinked: createUnlinkedStore(),
    session: createSessionStore(false),
    dialogs: createDialogStore(),
  };
  const camera = cameraFacts("1");
  const actions = { ...camera.actions, export: mayExport };
  stores.cameras.change(({ byKey }) => void Object.assign(byKey, { "1/1": { ...camera, actions } }));
  const { grid, cell } = addCamera(emptyGrid, { camera: { id: "1", orchidId: "1" }, ...(view ? { view } : {}) });
  stores.stage.change((facts) => void Object.assign(facts, { grid }));
  const ask = tileExport(stores, () => NOW, cell.id);
  ask?.();
  return ask === null ? null : stores.dialogs.get().queue[0];
}

test("a tile of a camera asks for its camera", () => {
  expect(asked(true)).toMatchObject({ kind: "export", camera: "1/1" });
  expect(asked(true)).not.toHaveProperty("viewId");
});

test("a tile that shows a named view asks for that view; a look without a name is the whole picture", () => {
  expect(asked(true, { id: "v1" })).toMatchObject({ camera: "1/1", viewId: "v1" });
  expect(asked(true, { patrol: "p1" })).not.toHaveProperty("viewId");
});

test("a camera that may not be exported is not asked for", () => {
  expect(asked(false)).toBeNull();
});
