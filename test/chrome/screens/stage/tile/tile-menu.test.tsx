// @vitest-environment jsdom
/** A tile's menu contains all actions of its header, for tiles and pages without a header. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import TileMenu from "#chrome/screens/stage/tile/tile-menu.tsx";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { readSinglePlayer } from "#domain/stage/single-player-arguments.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { tileRects } from "#state/stage/stage-geometry.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

function Menu() {
  const { stores } = useProduct();
  const facts = useFacts(stores.stage, (all) => all);
  const [tile] = tileRects(facts);
  return tile && facts.menu ? <TileMenu menu={facts.menu} rect={tile.rect} /> : null;
}

async function menu(change: Partial<CameraFacts> = {}, query = "") {
  const page = readSinglePlayer((name) => new URLSearchParams(query).get(name));
  const stage = await renderStage(["1"], <Menu />, visitor("Manager"), page ? { page } : {});
  const { stores, workspace, tileIds } = stage;
  const [tileId = ""] = tileIds;
  act(() => {
    stores.cameras.change(({ byKey }) => void Object.assign(byKey["1/1"] ?? {}, change));
    stores.players.change(({ byTile }) => void (byTile[tileId] = blankPlayer(tileId)));
  });
  const open = (): void => act(() => workspace.stage.setMenu({ tileId, at: null }));
  const choose = (name: string | RegExp): void => {
    open();
    fireEvent.click(screen.getByRole("menuitem", { name }));
    act(() => workspace.stage.setMenu(null));
  };
  const names = (): string[] => {
    open();
    const all = screen.getAllByRole("menuitem").map((item) => item.textContent ?? "");
    act(() => workspace.stage.setMenu(null));
    return all;
  };
  return { ...stage, tileId, choose, names };
}
const ptz = { pan: true, tilt: true, zoom: true, relativeFov: false, maxPresets: 0 };
const actions = { live: true, playback: true, ptz: true, export: false, unmask: false };

test("PTZ is switched on and off where the camera may be moved", async () => {
  const { stores, tileId, choose, names } = await menu({ ptz, actions });
  const on = () => stores.players.get().byTile[tileId]?.ptz;
  choose("PTZ");
  expect(on()).toBe(true);
  expect(names()).toContain("PTZ✓");
  choose(/^PTZ/);
  expect(on()).toBe(false);
});

test("seeing without masks is offered where something is hidden and only to who may", async () => {
  const offered = async (isMasked: boolean, unmask: boolean): Promise<boolean> => {
    const { names } = await menu({ isMasked, actions: { ...actions, unmask } });
    const is = names().some((name) => name.startsWith("Show without privacy masks"));
    cleanup();
    return is;
  };
  expect(await offered(true, false)).toBe(false);
  expect(await offered(false, true)).toBe(false);
  expect(await offered(true, true)).toBe(true);
});

test("a fisheye's modes are chosen", async () => {
  const { stores, choose } = await menu({ dewarp: { ...DEFAULT_DEWARP_CONFIG, enable: true } });
  const mode = () => stores.stage.get().grid.cells[0]?.dewarpMode;
  choose("Panorama");
  expect(mode()).toBe(2);
  choose("Perspective");
  expect(mode()).toBe(1);
});

test("a camera that neither moves nor is a fisheye has none of it, nor has a linked one a time of its own", async () => {
  const { names } = await menu();
  const all = names();
  for (const name of ["PTZ", "Perspective", "Panorama", "Pause", "Return to live"]) expect(all).not.toContain(name);
});

test("an unlinked player plays, pauses and goes live", async () => {
  const { stores, workspace, tileId, choose } = await menu();
  const state = () => stores.unlinked.get().byTile[tileId]?.state;
  act(() => workspace.links.toggle(tileId));
  choose("Pause");
  expect(state()).toMatchObject({ mode: "playback", paused: true });
  choose("Play");
  expect(state()).toMatchObject({ paused: false });
  choose("Return to live");
  expect(state()).toMatchObject({ mode: "live" });
});

test("the only player of a page begins out of full screen, and has no place to change", async () => {
  const { stores, tileId, choose, names } = await menu({}, "single-player=s1");
  for (const name of names()) expect(name).not.toMatch(/Move|Enlarge|Wider|Narrower/);
  choose("Full screen");
  expect(stores.stage.get().fullTileId).toBe(tileId);
  expect(names()[0]).toBe("Leave full screen");
});

test("its camera is exported and bookmarked from the menu, as far as that is allowed; entries say their keys", async () => {
  const { stores, choose, workspace, tileId } = await menu({ actions: { ...actions, export: true } });
  choose("Export…");
  expect(stores.dialogs.get().queue).toMatchObject([{ kind: "export", camera: "1/1" }]);
  act(() => workspace.stage.setMenu({ tileId, at: null }));
  const item = (name: string | RegExp) => screen.getByRole("menuitem", { name });
  const keysOf = (name: string | RegExp) => [
    item(name).getAttribute("aria-keyshortcuts"),
    item(name).querySelector("[data-keys]")?.getAttribute("data-keys"),
  ];
  expect(keysOf("Set a bookmark")).toEqual(["b", "b"]);
  expect(keysOf("Export…")).toEqual(["Shift+E", "Shift + E"]);
  expect(keysOf(/^Undo/)).toEqual(["Control+Z", "Ctrl + Z"]);
  cleanup();
  const { names } = await menu({ actions: { ...actions, playback: false } });
  expect(names()).not.toContain("Set a bookmark");
});
