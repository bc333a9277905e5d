// @vitest-environment jsdom
/** A fisheye's view that looks beyond the picture is hatched there, and says so. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ProductProvider, WorkspaceProvider } from "#chrome/product.ts";
import { ViewLimits } from "#chrome/screens/stage/tile/view-limit.tsx";
import { en } from "#chrome/texts/parts/all.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { homeState } from "#domain/dewarp/tile-view.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";

let server: FakeServer;
beforeAll(async () => {
  server = await fakeServer({});
});
afterAll(() => server.close());
afterEach(cleanup);

const config = { ...DEFAULT_DEWARP_CONFIG, enable: true, lens: { ...DEFAULT_LENS, radius: 0.5 } };

async function open() {
  const { product, stores, unmount } = renderProduct({ origin: server.origin });
  const workspace = await product.workspace();
  unmount();
  stores.cameras.change(({ byKey }) => {
    Object.assign(byKey, { "1/1": { ...cameraFacts("1"), name: "Hall", dewarp: config } });
  });
  const tileId = workspace.stage.add("1/1") ?? "";
  render(
    <IntlProvider locale="en" messages={en}>
      <ProductProvider value={product}>
        <WorkspaceProvider value={workspace}>
          <ViewLimits tiles={[{ tileId, rect: { x: 0, y: 0, width: 640, height: 360 } }]} />
        </WorkspaceProvider>
      </ProductProvider>
    </IntlProvider>,
  );
  const look = (tilt: number, zoom: number): void =>
    act(() =>
      stores.players.change(({ byTile }) => {
        const dewarp = { ...homeState(config), view: { pan: 0, tilt, zoom } };
        const stats = { ...byTile[tileId]?.stats, widthPx: 1000, heightPx: 1000 };
        byTile[tileId] = { ...blankPlayer(tileId), dewarp, stats } as (typeof byTile)[string];
      }),
    );
  const share = () => Number(screen.queryByRole("img", { name: "The camera's picture ends here" })?.dataset.viewLimit);
  return { look, share, workspace, tileId };
}

test("over the horizon the part that shows nothing is hatched; further down nothing is", async () => {
  const { look, share, workspace, tileId } = await open();
  look(60, 1);
  expect(share()).toBeNaN();
  look(5, 0.5);
  expect(share()).toBeGreaterThan(0.3);
  look(0, 0.5);
  expect(share()).toBeCloseTo(0.5, 1);
  act(() => workspace.stage.setDewarpMode(tileId, 0));
  expect(share()).toBeNaN();
});
