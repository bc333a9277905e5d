// @vitest-environment jsdom
/**
 * The parts of the player's header that no spec of a running stage shows: zoom at 100 %, and the single player's page.
 */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { TileMirror } from "#chrome/screens/stage/tile/tile-mirror.tsx";
import TileMenu from "#chrome/screens/stage/tile/tile-menu.tsx";
import { TileToolbar } from "#chrome/screens/stage/toolbar/tile-toolbar.tsx";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Role, Visitor } from "#domain/accounts/access.ts";
import { readSinglePlayer } from "#domain/stage/single-player-arguments.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { enlargedTile, tileRects } from "#state/stage/stage-geometry.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

function Header({ menu }: { readonly menu: boolean }) {
  const { stores } = useProduct();
  const facts = useFacts(stores.stage, (all) => all);
  const tiles = tileRects(facts);
  const [tile] = tiles;
  return (
    <>
      <TileToolbar tiles={tiles} />
      <TileMirror tiles={tiles} enlarged={enlargedTile(facts)} grid={facts.grid} />
      {menu && tile ? <TileMenu menu={{ tileId: tile.tileId, at: null }} rect={tile.rect} /> : null}
    </>
  );
}

async function header(query = "", menu = false, who?: Visitor) {
  const page = readSinglePlayer((name) => new URLSearchParams(query).get(name));
  const stage = await renderStage(["1"], <Header menu={menu} />, who, page ? { page } : {});
  const [tileId = ""] = stage.tileIds;
  act(() => {
    stage.stores.players.change(({ byTile }) => void (byTile[tileId] = blankPlayer(tileId)));
    stage.workspace.stage.hover(tileId);
  });
  return { ...stage, tileId };
}
const closing = () => screen.queryByRole("button", { name: "Close Camera 1" });

test.each<[Role, boolean]>([
  ["Live Viewer", false],
  ["Viewer", true],
])("a %s may take a player off the timeline: %s", async (role, offered) => {
  await header("", false, visitor(role));
  expect(screen.queryByRole("button", { name: "Unlink from the stage's timeline" }) !== null).toBe(offered);
});

test("the zoom is said at 100 % as well, as a button only where it can be reset", async () => {
  const { workspace, tileId } = await header();
  expect(screen.getByText("100 %").closest("button")).toBeNull();
  act(() => workspace.players.setZoom(tileId, { scale: 2, centerX: 0.5, centerY: 0.5 }));
  fireEvent.click(screen.getByRole("button", { name: "Zoom 200 %, reset" }));
  expect(screen.getByText("100 %")).toBeTruthy();
});

test.each([
  ["", true],
  ["single-player=s1&show-header=true", false],
])("a player of the page '%s' can be closed: %s", async (query, closable) => {
  const { container, stores, tileId } = await header(query, false);
  expect(closing() !== null).toBe(closable);
  const tile = container.querySelector(`[data-tile-id="${tileId}"]`);
  if (tile) fireEvent.keyDown(tile, { key: "Delete" });
  expect(stores.stage.get().grid.cells).toHaveLength(closable ? 0 : 1);
});

test.each([
  ["", true],
  ["single-player=s1", false],
])("the menu of a player of the page '%s' has Close: %s", async (query, closable) => {
  await header(query, true);
  expect(screen.getByRole("menuitem", { name: /Full screen/ })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Close Camera 1" }) !== null).toBe(closable);
});

test("the header's parts stand in the document's order", async () => {
  const { stores, tileId } = await header();
  act(() => stores.players.change(({ byTile }) => void (byTile[tileId] = { ...blankPlayer(tileId), hasAudio: true })));
  const names = screen.getAllByRole("button").map((button) => button.getAttribute("aria-label") ?? "");
  const places = [/^Full screen/, /^Volume/, /WebRTC/, /^Statistics/, /^Close/].map((name) =>
    names.findIndex((each) => name.test(each)),
  );
  expect(places, names.join(", ")).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});
