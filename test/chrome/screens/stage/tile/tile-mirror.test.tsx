// @vitest-environment jsdom
/** Where the keyboard focus goes when its tile is closed, and how keyboard and gamepad find the enlarged tile. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { useProduct } from "#chrome/product.ts";
import { TileMirror } from "#chrome/screens/stage/tile/tile-mirror.tsx";
import { TileToolbar } from "#chrome/screens/stage/toolbar/tile-toolbar.tsx";
import { useFacts } from "#chrome/use-facts.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { enlargedRect, enlargedTile, tileRects } from "#state/stage/stage-geometry.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

afterEach(cleanup);

function Tiles() {
  const { stores } = useProduct();
  const facts = useFacts(stores.stage, (all) => all);
  const tiles = tileRects(facts);
  return (
    <>
      <TileMirror tiles={tiles} enlarged={enlargedTile(facts)} grid={facts.grid} />
      <TileToolbar tiles={tiles} />
    </>
  );
}
const tile = (id: string): HTMLElement => screen.getByRole("button", { name: new RegExp(`^Camera ${id},`) });
const focused = (): string | null | undefined => document.activeElement?.getAttribute("aria-label")?.split(",")[0];

describe("a tile that is closed leaves the keyboard to the one in its place", () => {
  test.each([
    ["1", "Camera 2"],
    ["3", "Camera 2"],
  ])("Delete on tile %s", async (id, next) => {
    await renderStage(["1", "2", "3"], <Tiles />);
    act(() => tile(id).focus());
    fireEvent.keyDown(tile(id), { key: "Delete" });
    expect(focused()).toBe(next);
  });

  test("by its header's button", async () => {
    await renderStage(["1", "2"], <Tiles />);
    act(() => tile("1").focus());
    const close = screen.getByRole("button", { name: "Close Camera 1" });
    act(() => close.focus());
    fireEvent.click(close);
    expect(focused()).toBe("Camera 2");
  });

  test("in full screen, which ends", async () => {
    const { workspace, tileIds } = await renderStage(["1", "2"], <Tiles />);
    act(() => workspace.stage.setFull(tileIds[0] ?? ""));
    act(() => tile("1").focus());
    fireEvent.keyDown(tile("1"), { key: "Delete" });
    expect(focused()).toBe("Camera 2");
  });

  test("but a focus that is somewhere else stays there", async () => {
    const { workspace, tileIds, show } = await renderStage(["1", "2"], null);
    show(
      <>
        <Tiles />
        <input aria-label="Elsewhere" />
      </>,
    );
    act(() => tile("1").focus());
    act(() => screen.getByLabelText("Elsewhere").focus());
    act(() => workspace.stage.close(tileIds[0] ?? ""));
    expect(focused()).toBe("Elsewhere");
  });
});

test("the enlarged tile is where it is seen, and what lies under it is not pointed at", async () => {
  const { stores, workspace, tileIds } = await renderStage(["1", "2"], <Tiles />);
  act(() => workspace.stage.setEnlarged(tileIds[0] ?? ""));
  const rect = enlargedRect(stores.stage.get());
  expect(tile("1").style).toMatchObject({ width: `${rect.width}px`, height: `${rect.height}px` });
  expect([tile("1").className, tile("2").className].map((name) => name.includes("covered"))).toEqual([false, true]);
  act(() => workspace.stage.setEnlarged(null));
  expect(tile("1").style.width).not.toBe(`${rect.width}px`);
  expect(tile("2").className).not.toContain("covered");
});

test.each(["setEnlarged", "setFull"] as const)(
  "what stands alone in front of the stage keeps its place behind it, and the keyboard: %s",
  async (front) => {
    const { stores, workspace, tileIds } = await renderStage(["1", "2", "3"], <Tiles />);
    act(() => workspace.stage[front](tileIds[0] ?? ""));
    act(() => tile("1").focus());
    const { grid } = stores.stage.get();
    for (const modifier of [{ shiftKey: true }, { altKey: true }, {}])
      for (const key of ["ArrowRight", "ArrowDown"]) {
        fireEvent.keyDown(tile("1"), { key, ...modifier });
        expect(stores.stage.get().grid, `${key} ${JSON.stringify(modifier)}`).toBe(grid);
        expect(focused()).toBe("Camera 1");
      }
  },
);

test("a camera that is gone has a name that can be read", async () => {
  const { stores } = await renderStage(["1"], <Tiles />);
  act(() => stores.cameras.change((facts) => void (facts.byKey = {})));
  expect(screen.getByRole("button", { name: /^Missing camera,/ })).toBeTruthy();
});

test("an arrow with the Command key is the browser's, and moves nothing on the stage", async () => {
  await renderStage(["1", "2"], <Tiles />);
  act(() => tile("2").focus());
  expect(fireEvent.keyDown(tile("2"), { key: "ArrowLeft", metaKey: true })).toBe(true);
  expect(focused()).toBe("Camera 2");
  fireEvent.keyDown(tile("2"), { key: "ArrowLeft" });
  expect(focused()).toBe("Camera 1");
});

describe("a key that is held", () => {
  /** The key went down, and the browser repeats it: it goes to whatever has the focus by then. */
  const hold = (key: string): void => {
    const down = (repeat: boolean): void =>
      void fireEvent.keyDown(document.activeElement ?? document.body, { key, repeat });
    down(false);
    for (let times = 0; times < 3; times++) down(true);
  };

  test.each(["Delete", "Backspace"])("%s closes one tile, and not those that the keyboard is left to", async (key) => {
    const { stores } = await renderStage(["1", "2", "3"], <Tiles />);
    act(() => tile("1").focus());
    hold(key);
    expect(stores.stage.get().grid.cells).toHaveLength(2);
    expect(focused()).toBe("Camera 2");
  });

  test.each(["f", "Enter"])("%s enters full screen once", async (key) => {
    const { stores, tileIds } = await renderStage(["1"], <Tiles />);
    act(() => tile("1").focus());
    hold(key);
    expect(stores.stage.get().fullTileId).toBe(tileIds[0]);
  });

  test("i shows the statistics once, d and p switch once", async () => {
    const { stores, tileIds } = await renderStage(["1"], <Tiles />);
    const [id = ""] = tileIds;
    act(() => {
      stores.players.change(({ byTile }) => void (byTile[id] = blankPlayer(id)));
      stores.cameras.change(({ byKey }) => {
        for (const camera of Object.values(byKey)) {
          camera.ptz = { pan: true, tilt: true, zoom: true, relativeFov: false, maxPresets: 0 };
          camera.actions = { ...camera.actions, ptz: true };
          Object.assign(camera, { dewarp: DEFAULT_DEWARP_CONFIG });
        }
      });
    });
    act(() => tile("1").focus());
    for (const key of ["i", "d", "p"]) hold(key);
    expect(stores.players.get().byTile[id]).toMatchObject({ statsShown: true, ptz: true });
    expect(stores.stage.get().grid.cells[0]?.dewarpMode).toBe(1);
  });

  test("an arrow goes on from tile to tile", async () => {
    await renderStage(["1", "2", "3"], <Tiles />);
    act(() => tile("1").focus());
    hold("ArrowRight");
    expect(focused()).not.toBe("Camera 1");
  });
});
