import { expect, test, vi } from "vitest";
import { bindSecondChances } from "#app/bindings/second-chances.ts";
import { addCamera } from "#domain/stage-grid/edit.ts";
import { type CameraFacts, createCameraStore } from "#state/camera-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

function bound() {
  const session = createSessionStore(true);
  const cameras = createCameraStore();
  const stage = createStageStore();
  const put = (id: string, change: Partial<CameraFacts> = {}): void =>
    cameras.change(({ byKey }) => void Object.assign(byKey, { [`1/${id}`]: { ...cameraFacts(id), ...change } }));
  put("1");
  put("2");
  const { grid, cell } = addCamera(stage.get().grid, { camera: { id: "1", orchidId: "1" } });
  stage.change((facts) => void (facts.grid = grid as typeof facts.grid));
  const chance = vi.fn<(tileId?: string) => void>();
  const end = bindSecondChances({ session, cameras, stage }, chance);
  const enter = (token: string): void =>
    session.change((facts) => {
      facts.user = { userId: "7", username: "anna", role: "Viewer", admin: false, scope: null };
      facts.token = token;
    });
  return { put, enter, session, chance, end, tileId: cell.id };
}

test("credentials that were taken, the first and every later one, give all players a chance", () => {
  const { enter, session, chance } = bound();
  enter("a");
  expect(chance.mock.calls).toEqual([[]]);
  enter("b");
  expect(chance).toHaveBeenCalledTimes(2);
  // a player that is only being tested, and a sign-out
  session.change((facts) => void (facts.token = "c"));
  session.change((facts) => void (facts.user = null));
  expect(chance).toHaveBeenCalledTimes(2);
});

test("a camera that has changed gives its own player one, unless it does not run", () => {
  const { put, chance, end, tileId } = bound();
  put("2", { name: "Other" });
  put("1", { state: "restarting" });
  expect(chance).not.toHaveBeenCalled();
  put("1", { state: "running" });
  expect(chance.mock.calls).toEqual([[tileId]]);
  end();
  put("1", { name: "Gate" });
  expect(chance).toHaveBeenCalledTimes(1);
});
