// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test } from "vitest";
import { showToast, Toasts } from "#chrome/kit/feedback/toast.tsx";
import { en } from "#chrome/texts/parts/all.ts";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(cleanup);

const show = () =>
  render(
    <IntlProvider locale="en" messages={en}>
      <Toasts label="Notifications" closeLabel="Close" />
    </IntlProvider>,
  );

test("a message ends with the page that it was shown on: who signs in next does not read it", async () => {
  const page = show();
  act(() => showToast({ text: "North is registered", tone: "info" }));
  expect(await screen.findByText("North is registered")).toBeTruthy();
  page.unmount();
  show();
  act(() => showToast({ text: "East is registered", tone: "info" }));
  expect(await screen.findByText("East is registered")).toBeTruthy();
  expect(screen.queryByText("North is registered")).toBeNull();
});

test("messages that come before their place has loaded are shown in their order, each once", async () => {
  showToast({ text: "First", tone: "info" });
  show();
  act(() => {
    showToast({ text: "Second", tone: "warn" });
    showToast({ text: "Third", tone: "bad" });
  });
  await screen.findByText("Third");
  const texts = screen.getAllByRole("alertdialog").map((each) => each.textContent);
  expect(texts.toSorted()).toEqual(["First", "Second", "Third"]);
});

test("the same text does not pile up: said again it is shown once, also when it still waits for a place", async () => {
  show();
  act(() => {
    for (const text of ["A", "B", "C", "D", "E", "E", "A"]) showToast({ text, tone: "bad" });
  });
  await screen.findByText("A");
  act(() => showToast({ text: "A", tone: "bad" }));
  const seen: (string | null)[] = [];
  for (let open = screen.queryAllByRole("alertdialog"); open.length > 0; open = screen.queryAllByRole("alertdialog")) {
    const [first] = open;
    if (!first) break;
    seen.push(first.textContent);
    act(() => within(first).getByRole("button", { name: "Close" }).click());
  }
  expect(new Set(seen)).toEqual(new Set(["A", "B", "C", "D", "E"]));
  expect(seen).toHaveLength(5);
});
