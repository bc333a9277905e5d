// @vitest-environment jsdom
/** Where a camera keeps tours of its own, that is said, and they are begun and ended there. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ProductProvider, WorkspaceProvider } from "#chrome/product.ts";
import { PtzOwnTours } from "#chrome/screens/stage/ptz/ptz-own-tours.tsx";
import { en } from "#chrome/texts/parts/all.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import "#test/chrome/support/setup-jsdom.ts";

let server: FakeServer;
let state = "idle";
beforeAll(async () => {
  server = await fakeServer({
    "GET /service/cameras/1/position/tours": () => ({ json: { tours: [{ token: "t/1", name: "Fence", state }] } }),
    "GET /service/cameras/2/position/tours": { json: { tours: [] } },
    "PATCH /service/cameras/1/position/tours/t%2F1": () => {
      state = "touring";
      return { status: 204 };
    },
  });
});
afterAll(() => server.close());
afterEach(cleanup);

async function open(id: string) {
  const { product, unmount } = renderProduct({ origin: server.origin });
  const workspace = await product.workspace();
  unmount();
  let changes = 0;
  render(
    <IntlProvider locale="en" messages={en}>
      <QueryClientProvider client={new QueryClient()}>
        <ProductProvider value={product}>
          <WorkspaceProvider value={workspace}>
            <PtzOwnTours camera={cameraFacts(id)} onChanged={() => (changes += 1)} />
          </WorkspaceProvider>
        </ProductProvider>
      </QueryClientProvider>
    </IntlProvider>,
  );
  return { changes: () => changes };
}
const fence = () => screen.findByRole<HTMLInputElement>("switch", { name: "Fence" });

test("its tours are named, and one is begun", async () => {
  const { changes } = await open("1");
  expect((await fence()).checked).toBe(false);
  expect(screen.getByRole("group", { name: "The camera's own tours" })).toBeTruthy();
  fireEvent.click(await fence());
  await waitFor(async () => expect((await fence()).checked).toBe(true));
  expect(server.asked.find(({ method }) => method === "PATCH")?.body).toBe('{"runs":true}');
  // Ours has ended by that.
  expect(changes()).toBe(1);
});

test("a camera that keeps none has nothing there", async () => {
  await open("2");
  await waitFor(() => expect(server.asked.some(({ path }) => path === "/service/cameras/2/position/tours")).toBe(true));
  await act(() => Promise.resolve());
  expect(screen.queryByRole("group")).toBeNull();
});
