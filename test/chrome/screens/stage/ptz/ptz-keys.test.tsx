// @vitest-environment jsdom
/** When held keys turn a camera, everything that ends the holding stops the movement, and it stops that same camera. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { PtzActions } from "#actions/cameras/ptz-actions.ts";
import { TileMirror } from "#chrome/screens/stage/tile/tile-mirror.tsx";
import { useFacts } from "#chrome/use-facts.ts";
import { useProduct } from "#chrome/product.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { enlargedTile, tileRects } from "#state/stage/stage-geometry.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

afterEach(cleanup);

const right = { key: "ArrowRight", code: "ArrowRight" };
const up = { key: "ArrowUp", code: "ArrowUp" };

function Mirror() {
  const { stores } = useProduct();
  const facts = useFacts(stores.stage, (stage) => stage);
  return <TileMirror tiles={tileRects(facts)} enlarged={enlargedTile(facts)} grid={facts.grid} />;
}

/** Two tiles whose cameras can move, with PTZ on in the first; records the commands to the cameras. */
async function steering() {
  const { stores, workspace, tileIds, show } = await renderStage(["1", "2"], null);
  const [tileId = "", otherId = ""] = tileIds;
  stores.cameras.change(({ byKey }) => {
    for (const camera of Object.values(byKey)) {
      camera.ptz = { pan: true, tilt: true, zoom: true, relativeFov: false, maxPresets: 0 };
      camera.actions = { ...camera.actions, ptz: true };
    }
  });
  stores.players.change(({ byTile }) => {
    byTile[tileId] = { ...blankPlayer(tileId), ptz: true };
    byTile[otherId] = { ...blankPlayer(otherId), ptz: true };
  });
  const orders: string[] = [];
  const record: Pick<PtzActions, "drive" | "stop"> = {
    drive: ({ id }, { pan, tilt, zoom }) => void orders.push(`${id}: ${pan} ${tilt} ${zoom}`),
    stop: ({ id }) => void orders.push(`${id}: stop`),
  };
  Object.assign(workspace.ptz, record);
  show(<Mirror />);
  const tile = screen.getByRole("button", { name: /Camera 1/ });
  act(() => tile.focus());
  const change = (recipe: () => void): void => act(recipe);
  return { stores, workspace, tileId, otherId, orders, tile, show, change };
}

test("a key that is let go stops its camera; of two held ones the other goes on", async () => {
  const { orders, tile } = await steering();
  fireEvent.keyDown(tile, right);
  fireEvent.keyDown(tile, up);
  fireEvent.keyUp(tile, right);
  fireEvent.keyUp(tile, up);
  expect(orders).toEqual(["1: 0.6 0 0", "1: 0.6 0.6 0", "1: 0 0.6 0", "1: stop"]);
});

test("plus comes up as another character when Shift was let go first", async () => {
  const { orders, tile } = await steering();
  fireEvent.keyDown(tile, { key: "+", code: "Equal", shiftKey: true });
  fireEvent.keyUp(tile, { key: "=", code: "Equal" });
  expect(orders).toEqual(["1: 0 0 0.6", "1: stop"]);
});

describe("while a key is held, the camera is stopped by", () => {
  type Scene = Awaited<ReturnType<typeof steering>>;
  const ends: readonly (readonly [string, (scene: Scene) => void])[] = [
    ["the key that switches PTZ off", ({ tile }) => void fireEvent.keyDown(tile, { key: "p", code: "KeyP" })],
    [
      "PTZ switched off elsewhere",
      ({ workspace, tileId, change }) => change(() => workspace.players.togglePtz(tileId)),
    ],
    ["closing the tile", ({ workspace, tileId, change }) => change(() => workspace.stage.close(tileId))],
    [
      "the right to move it being taken away",
      ({ stores, change }) =>
        change(() =>
          stores.cameras.change(({ byKey }) => {
            for (const camera of Object.values(byKey)) camera.actions = { ...camera.actions, ptz: false };
          }),
        ),
    ],
    ["another window", () => void fireEvent(window, new Event("blur"))],
    ["another tab", () => void fireEvent(document, new Event("visibilitychange"))],
    ["another tile taking the keyboard", ({ tile, change }) => change(() => tile.blur())],
    ["the stage going away", ({ show }) => show(null)],
  ];
  test.each(ends)("%s", async (_, end) => {
    const scene = await steering();
    fireEvent.keyDown(scene.tile, right);
    end(scene);
    expect(scene.orders).toEqual(["1: 0.6 0 0", "1: stop"]);
    if (scene.tile.isConnected) fireEvent.keyUp(scene.tile, right);
    expect(scene.orders).toHaveLength(2);
  });
});

test("the cycle of stages waits while a key is held", async () => {
  const { workspace, tile } = await steering();
  const held: string[] = [];
  const hold = (): (() => void) => {
    held.push("held");
    return () => void held.push("let go");
  };
  Object.assign(workspace.savedStages, { hold });
  fireEvent.keyDown(tile, right);
  fireEvent.keyDown(tile, right);
  expect(held).toEqual(["held"]);
  fireEvent.keyUp(tile, right);
  expect(held).toEqual(["held", "let go"]);
});

test("a change elsewhere on the stage lets it go on", async () => {
  const { stores, workspace, otherId, orders, tile, change } = await steering();
  fireEvent.keyDown(tile, right);
  change(() => {
    workspace.stage.close(otherId);
    stores.cameras.change(({ byKey }) => {
      for (const camera of Object.values(byKey)) camera.name = `${camera.name}!`;
    });
  });
  expect(orders).toEqual(["1: 0.6 0 0"]);
});
