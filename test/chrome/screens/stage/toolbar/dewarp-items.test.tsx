// @vitest-environment jsdom
/** The menu of a fisheye says where its circle has moved, and leads to its lens. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ProductProvider, WorkspaceProvider } from "#chrome/product.ts";
import { DewarpControls } from "#chrome/screens/stage/toolbar/dewarp-controls.tsx";
import { en } from "#chrome/texts/parts/all.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import "#test/chrome/support/setup-jsdom.ts";

let server: FakeServer;
beforeAll(async () => {
  server = await fakeServer({});
});
afterAll(() => server.close());
afterEach(cleanup);

const config = { ...DEFAULT_DEWARP_CONFIG, enable: true };

test("a circle that has moved is said in the menu, with the way to its lens; otherwise nothing is", async () => {
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
          <DewarpControls tileId={tileId} config={config} wide onOpenChange={() => undefined} />
        </WorkspaceProvider>
      </ProductProvider>
    </IntlProvider>,
  );
  const entry = () => screen.queryByRole("menuitem", { name: "Circle has moved: check the lens…" });
  fireEvent.click(screen.getByRole("button", { name: "Dewarp" }));
  expect(screen.getByRole("menuitem", { name: "Quad view" })).toBeDefined();
  expect(entry()).toBeNull();
  act(() => stores.players.change((facts) => void (facts.movedCircles = ["1/1"])));
  const moved = entry();
  if (!moved) throw new Error("it is not said");
  fireEvent.click(moved);
  expect(location.hash).toBe("#/cameras?camera=1&dialog=dewarp");
});
