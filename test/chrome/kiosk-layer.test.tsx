// @vitest-environment jsdom
/** A kiosk shows messages over its pictures; nobody closes anything there. */
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { KioskLayer } from "#chrome/screens/stage/kiosk-layer.tsx";
import type { DialogFacts } from "#state/dialog-store.ts";
import { renderStage } from "./render-stage.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("the newest message shows, whatever dialog came before or after it", async () => {
  const { stores } = await renderStage([], <KioskLayer>{null}</KioskLayer>);
  const push = (dialog: DialogFacts): void => act(() => stores.dialogs.change(({ queue }) => void queue.push(dialog)));
  push({ kind: "greeting", text: "Welcome" });
  expect(screen.queryByRole("alert")).toBeNull();
  push({ kind: "message", title: "Stage", text: "Six players at most" });
  expect(screen.getByRole("alert").textContent).toBe("Six players at most");
  push({ kind: "license" });
  push({ kind: "message", title: "Stage", text: "The stage is gone" });
  expect(screen.getByRole("alert").textContent).toBe("The stage is gone");
});

test.each([
  ["has run for long loads itself anew at once", 86_400_000, 0],
  [
    "has just begun waits until it is ten minutes old: two builds that are served in turns end in no flicker",
    1_000,
    599,
  ],
])("another build of the client: a kiosk that %s", async (_, ageMs, waitS) => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  const { stores, reloads } = await renderStage([], <KioskLayer>{null}</KioskLayer>);
  vi.spyOn(performance, "now").mockReturnValue(ageMs);
  act(() => stores.health.change((facts) => void (facts.updateAvailable = true)));
  if (waitS > 0) act(() => void vi.advanceTimersByTime(waitS * 1000 - 1));
  expect(reloads()).toBe(0);
  act(() => void vi.advanceTimersByTime(1));
  expect(reloads()).toBe(1);
});
