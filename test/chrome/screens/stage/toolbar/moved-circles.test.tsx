// @vitest-environment jsdom
/** Whoever may save a lens is told on the stage where a circle has moved: once for each fisheye, with the way to its lens. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test } from "vitest";
import { Toasts } from "#chrome/kit/feedback/toast.tsx";
import { ProductProvider } from "#chrome/product.ts";
import { useMovedCircles } from "#chrome/screens/stage/toolbar/use-moved-circles.ts";
import { en } from "#chrome/texts/parts/all.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(cleanup);

function Told() {
  useMovedCircles();
  return null;
}

test("a circle that has moved is told once, with the way to its lens", async () => {
  const { product, stores, unmount } = renderProduct({ origin: "http://127.0.0.1:9" });
  unmount();
  stores.cameras.change(({ byKey }) => {
    for (const [id, name] of [
      ["1", "Hall"],
      ["2", "Shop"],
    ] as const)
      Object.assign(byKey, { [`1/${id}`]: { ...cameraFacts(id), name } });
  });
  render(
    <IntlProvider locale="en" messages={en}>
      <ProductProvider value={product}>
        <Told />
        <Toasts label="Messages" closeLabel="Close" />
      </ProductProvider>
    </IntlProvider>,
  );
  const moved = (...keys: string[]) => act(() => stores.players.change((facts) => void (facts.movedCircles = keys)));
  moved("1/2");
  expect(await screen.findByText(/^Shop: the picture shows the lens's circle elsewhere/)).toBeTruthy();
  // Looked for again, it is no news; one that is gone from the lists is nobody's.
  moved();
  moved("1/2", "1/gone");
  expect(screen.getAllByText(/shows the lens's circle elsewhere/)).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Check the lens…" }));
  expect(location.hash).toBe("#/cameras?camera=2&dialog=dewarp");
});
