// @vitest-environment jsdom
/** Dialogs that the address holds, on a touch device, where Back has an entry of its own for each. */
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { BrowserRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { useBackCloses } from "#chrome/kit/browser/back-closes.ts";
import { useAddress } from "#chrome/screens/administration/use-address.ts";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const schema = z.object({ dialog: z.optional(z.literal("motion")) });

function Screen() {
  const address = useAddress(schema);
  return (
    <>
      <button type="button" onClick={() => address.open({ dialog: "motion" })}>
        Motion detection
      </button>
      {address.value.dialog ? <Dialog onClose={() => address.close()} /> : null}
    </>
  );
}
function Dialog({ onClose }: { readonly onClose: () => void }) {
  useBackCloses(true, onClose);
  const [isAsking, setAsking] = useState(false);
  useBackCloses(isAsking, () => setAsking(false));
  return (
    <>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
      <button type="button" onClick={() => setAsking((was) => !was)}>
        Ask
      </button>
    </>
  );
}
const layers = (): number => (history.state as { layers?: number } | null)?.layers ?? 0;

test("Cancel closes a dialog as often as it is opened, and so does Back", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  render(
    <BrowserRouter>
      <Screen />
    </BrowserRouter>,
  );
  const before = location.href;
  for (const close of [
    () => fireEvent.click(screen.getByText("Cancel")),
    () => fireEvent.click(screen.getByText("Cancel")),
    () => history.back(),
    () => fireEvent.click(screen.getByText("Cancel")),
  ]) {
    fireEvent.click(screen.getByText("Motion detection"));
    await screen.findByText("Cancel");
    await waitFor(() => expect(layers()).toBe(1));
    act(close);
    await waitFor(() => expect(screen.queryByText("Cancel")).toBeNull());
    await waitFor(() => expect(location.href).toBe(before));
    expect(layers()).toBe(0);
  }
});

test("Cancel closes a dialog whose own entry has not been made yet: a busy page runs its timers after the tap", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  render(
    <BrowserRouter>
      <Screen />
    </BrowserRouter>,
  );
  const before = location.href;
  fireEvent.click(screen.getByText("Motion detection"));
  expect(layers()).toBe(0);
  fireEvent.click(screen.getByText("Cancel"));
  await waitFor(() => expect(screen.queryByText("Cancel")).toBeNull());
  await waitFor(() => expect(location.href).toBe(before));
  expect(layers()).toBe(0);
  // And the next one has its entry again.
  fireEvent.click(screen.getByText("Motion detection"));
  await waitFor(() => expect(layers()).toBe(1));
  act(() => history.back());
  await waitFor(() => expect(screen.queryByText("Cancel")).toBeNull());
  expect(location.href).toBe(before);
});

test("Cancel closes a dialog while the history is still on its way back from a layer over it", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  render(
    <BrowserRouter>
      <Screen />
    </BrowserRouter>,
  );
  const before = location.href;
  fireEvent.click(screen.getByText("Motion detection"));
  await waitFor(() => expect(layers()).toBe(1));
  fireEvent.click(screen.getByText("Ask"));
  await waitFor(() => expect(layers()).toBe(2));
  const go = history.go.bind(history);
  const orders: number[] = [];
  let ordersAtCancel: number[] = [];
  vi.spyOn(history, "go").mockImplementation((entries = 0) => {
    orders.push(entries);
    go(entries);
    if (orders.length > 1) return;
    fireEvent.click(screen.getByText("Cancel"));
    ordersAtCancel = [...orders];
  });
  fireEvent.click(screen.getByText("Ask"));
  await waitFor(() => expect(screen.queryByText("Cancel")).toBeNull());
  await waitFor(() => expect(location.href).toBe(before));
  // Browsers add up what is ordered before they have carried out the first: the page would be left.
  expect(ordersAtCancel).toEqual([-1]);
  expect(layers()).toBe(0);
});

test("a dialog that a link has opened is closed by Cancel, and Back does not open it again", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const before = location.href;
  history.pushState(null, "", "?dialog=motion");
  render(
    <BrowserRouter>
      <Screen />
    </BrowserRouter>,
  );
  await waitFor(() => expect(layers()).toBe(1));
  act(() => void fireEvent.click(screen.getByText("Cancel")));
  await waitFor(() => expect(screen.queryByText("Cancel")).toBeNull());
  expect(location.search).toBe("");
  const gone = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  act(() => history.back());
  await act(() => gone);
  expect(location.href).toBe(before);
  expect(screen.queryByText("Cancel")).toBeNull();
});
