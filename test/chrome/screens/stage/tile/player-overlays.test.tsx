// @vitest-environment jsdom
/** DOM overlays of a tile: the slow-network alert, and the link to low bandwidth after repeated errors. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
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
  const rect = { x: 0, y: 0, width: 320, height: 180 };
  render(
    <IntlProvider locale="en" messages={en}>
      <ProductProvider value={product}>
        <WorkspaceProvider value={{ ...workspace, players }}>
          <PlayerOverlays tiles={[{ tileId: "t", rect }]} />
        </WorkspaceProvider>
      </ProductProvider>
    </IntlProvider>,
  );
  const put = (facts: Partial<PlayerFacts>): void =>
    act(() => stores.players.change(({ byTile }) => void (byTile.t = { ...blankPlayer("t"), ...facts })));
  return { put, chosen };
}
const link = () => screen.queryByRole("button", { name: "try low bandwidth mode" });

test("statistics name the mode as the rest of the page does", async () => {
  const { put } = await open();
  put({ statsShown: true, mode: "webrtc" });
  expect(screen.getByText("WebRTC")).toBeTruthy();
  put({ statsShown: true, mode: "lowbandwidth" });
  expect(screen.getByText("Low bandwidth")).toBeTruthy();
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
