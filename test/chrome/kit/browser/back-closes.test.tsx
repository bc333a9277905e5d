// @vitest-environment jsdom
/** The phone's Back key closes what lies over the page. */
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useBackCloses } from "#chrome/kit/browser/back-closes.ts";
import "#test/chrome/support/setup-jsdom.ts";

let coarse = true;
beforeEach(() => {
  coarse = true;
  vi.stubGlobal("matchMedia", () => ({ matches: coarse }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Layers({ open, onBack }: { readonly open: readonly string[]; readonly onBack: (name: string) => void }) {
  return open.map((name) => <Layer key={name} onBack={() => onBack(name)} />);
}
function Layer({ onBack }: { readonly onBack: () => void }) {
  useBackCloses(true, onBack);
  return null;
}

/** The page with these layers; each closes as Back says. */
function opened(...names: string[]) {
  let open = names;
  const closed: string[] = [];
  const view = render(<Layers open={open} onBack={(name) => close(name)} />);
  const show = (next: string[]): void => {
    open = next;
    view.rerender(<Layers open={open} onBack={(name) => close(name)} />);
  };
  const close = (name: string): void => {
    closed.push(name);
    show(open.filter((each) => each !== name));
  };
  return { closed, show };
}
const depth = (): number => (history.state as { layers?: number } | null)?.layers ?? 0;
const back = (): void => act(() => history.back());

test("the topmost goes first, and the address stays as it is", async () => {
  const address = location.href;
  const { closed } = opened("picture", "dialog");
  await waitFor(() => expect(depth()).toBe(2));
  back();
  await waitFor(() => expect(closed).toEqual(["dialog"]));
  back();
  await waitFor(() => expect(closed).toEqual(["dialog", "picture"]));
  expect(depth()).toBe(0);
  expect(location.href).toBe(address);
});

test("closed by its button, it leaves no entry behind at which Back would do nothing", async () => {
  const { closed, show } = opened("dialog");
  await waitFor(() => expect(depth()).toBe(1));
  show([]);
  await waitFor(() => expect(depth()).toBe(0));
  expect(closed).toEqual([]);
});

test("a layer that opens while another closes is not closed with it", async () => {
  const { closed, show } = opened("menu");
  await waitFor(() => expect(depth()).toBe(1));
  show([]);
  show(["dialog"]);
  await waitFor(() => expect(depth()).toBe(1));
  // Later: the entry of the first one is on its way back already.
  const gone = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  show([]);
  await new Promise((resolve) => setTimeout(resolve));
  show(["other"]);
  await gone;
  await waitFor(() => expect(depth()).toBe(1));
  expect(closed).toEqual([]);
  back();
  await waitFor(() => expect(closed).toEqual(["other"]));
});

test("with a mouse the history stays untouched", async () => {
  coarse = false;
  const before = history.length;
  opened("dialog");
  await new Promise((resolve) => setTimeout(resolve));
  expect([history.length, depth()]).toEqual([before, 0]);
});

test("whoever goes to another screen by its address has not pressed Back: nothing is closed, or takes them back", async () => {
  const { closed, show } = opened("dialog");
  await waitFor(() => expect(depth()).toBe(1));
  act(() => {
    location.hash = "#/users";
  });
  await new Promise((resolve) => window.addEventListener("hashchange", resolve, { once: true }));
  expect(closed).toEqual([]);
  // The old screen goes, and its dialog with it.
  show([]);
  await waitFor(() => expect(depth()).toBe(0));
  expect(location.hash).toBe("#/users");
  location.hash = "";
});

test("a dialog that is opened by its address stays: the event that brings the address is not Back", async () => {
  const { closed, show } = opened("first");
  await waitFor(() => expect(depth()).toBe(1));
  show([]);
  await waitFor(() => expect(depth()).toBe(0));
  // As the router does it: the dialog is there before others hear of the event.
  const open = (): void => show(["dialog"]);
  window.addEventListener("popstate", open, { once: true, capture: true });
  act(() => {
    location.hash = "#/users?dialog=add";
  });
  await waitFor(() => expect(depth()).toBe(1));
  expect(closed).toEqual([]);
  back();
  await waitFor(() => expect(closed).toEqual(["dialog"]));
  location.hash = "";
});
