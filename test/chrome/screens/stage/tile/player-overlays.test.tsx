// @vitest-environment jsdom
/** DOM overlays of a tile: the slow-network alert, and the link to low bandwidth after repeated errors. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ProductProvider, WorkspaceProvider } from "#chrome/product.ts";
import { PlayerOverlays } from "#chrome/screens/stage/tile/player-overlays.tsx";
import { en } from "#chrome/texts/parts/all.ts";
import { blankPlayer, type PlayerFacts } from "#state/stage/player-store.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";

let server: FakeServer;
beforeAll(async () => {
  server = await fakeServer({});
});
afterAll(() => server.close());
afterEach(cleanup);

async function open() {
  const { product, stores, unmount } = renderProduct({ origin: server.origin });
  const workspace = await product.workspace();
  unmount();
  const chosen: string[] = [];
  const players = { ...workspace.players, setMode: (id: string, mode: string) => chosen.push(`${id} ${mode}`) };
  const tree = (width: number) => (
    <IntlProvider locale="en" messages={en}>
      <ProductProvider value={product}>
        <WorkspaceProvider value={{ ...workspace, players }}>
          <PlayerOverlays tiles={[{ tileId: "t", rect: { x: 0, y: 0, width, height: 180 } }]} />
        </WorkspaceProvider>
      </ProductProvider>
    </IntlProvider>
  );
  const { rerender } = render(tree(320));
  const resize = (width: number): void => rerender(tree(width));
  const put = (facts: Partial<PlayerFacts>): void =>
    act(() => stores.players.change(({ byTile }) => void (byTile.t = { ...blankPlayer("t"), ...facts })));
  return { put, chosen, stores, resize };
}
const link = () => screen.queryByRole("button", { name: "try low bandwidth mode" });

test("statistics name the mode as the rest of the page does", async () => {
  const { put } = await open();
  put({ statsShown: true, mode: "webrtc" });
  expect(screen.getByText("WebRTC")).toBeTruthy();
  put({ statsShown: true, mode: "lowbandwidth" });
  expect(within(screen.getByText("Mode").parentElement ?? document.body).getByText("Low bandwidth")).toBeTruthy();
});

test("low bandwidth is said in a word with an icon, on a small tile by the icon alone; a press explains it", async () => {
  const { put, stores, resize } = await open();
  const chip = () => screen.queryByRole("button", { name: "Low bandwidth: what this means" });
  put({ mode: "webrtc" });
  expect(chip()).toBeNull();
  put({ mode: "lowbandwidth" });
  expect(chip()?.textContent).toBe("Low bandwidth");
  expect(chip()?.querySelector("svg")).toBeTruthy();
  // The tile itself says it to the keyboard: not one more stop for each of many tiles.
  expect(chip()?.tabIndex).toBe(-1);
  fireEvent.click(chip() ?? document.body);
  expect(stores.dialogs.get().queue).toEqual([{ kind: "bandwidth" }]);
  resize(200);
  expect(chip()?.textContent).toBe("");
});

test("a slow network is said on the tile while it is slow", async () => {
  const { put } = await open();
  expect(screen.queryByText("Slow network")).toBeNull();
  put({ slowNetwork: true });
  expect(screen.getByText("Slow network")).toBeTruthy();
  put({ slowNetwork: false });
  expect(screen.queryByText("Slow network")).toBeNull();
});

test("after more than two retries of WebRTC low bandwidth is offered, and taken", async () => {
  const { put, chosen } = await open();
  put({ overlay: "error", retries: 2 });
  expect(link()).toBeNull();
  put({ overlay: "error", retries: 3, mode: "lowbandwidth" });
  expect(link()).toBeNull();
  put({ overlay: "error", retries: 3 });
  fireEvent.click(link() ?? document.body);
  expect(chosen).toEqual(["t lowbandwidth"]);
});
