// @vitest-environment jsdom
/** A fisheye's view that looks beyond the picture says so; the painters hatch it there. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { Profiler } from "react";
import { IntlProvider } from "react-intl";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ProductProvider, WorkspaceProvider } from "#chrome/product.ts";
import { ViewLimits } from "#chrome/screens/stage/tile/view-limit.tsx";
import { en } from "#chrome/texts/parts/all.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { homeState } from "#domain/dewarp/tile-dewarp.ts";
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
  let renders = 0;
  render(
    <IntlProvider locale="en" messages={en}>
      <ProductProvider value={product}>
        <WorkspaceProvider value={workspace}>
          <Profiler id="limits" onRender={() => (renders += 1)}>
            <ViewLimits tiles={[{ tileId, rect: { x: 0, y: 0, width: 640, height: 360 } }]} />
          </Profiler>
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
  return { look, share, workspace, tileId, stores, renders: () => renders };
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

test("it renders again when its own view changes, and not with figures of its player or facts of others", async () => {
  const { look, share, tileId, stores, renders } = await open();
  look(5, 0.5);
  const before = renders();
  for (let round = 1; round <= 10; round += 1)
    act(() =>
      stores.players.change(({ byTile }) => {
        const player = byTile[tileId];
        if (player?.stats) player.stats = { ...player.stats, shownPerSecond: round, wallMs: round * 1000 };
        byTile.other = { ...blankPlayer("other"), retries: round };
      }),
    );
  expect(renders() - before).toBe(0);
  const shown = share();
  look(0, 0.5);
  expect(share()).toBeGreaterThan(shown);
});
