// @vitest-environment jsdom
/** The export button of the stage's control bar: when it can be pressed, and the reason when it cannot. */
import { act, cleanup, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { StageControlBar } from "#chrome/screens/stage/timeline/control-bar.tsx";
import type { ServerFacts } from "#state/session-store.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

afterEach(cleanup);

function Bar() {
  return <StageControlBar frame={useRef(null)} />;
}
const server: ServerFacts = { name: "", showInPanel: true, maxPlayerCount: null, maxExportHours: 2 };
const HOUR_S = 3600;

test.each([
  ["no selection", true, null, "Export", true],
  ["9 s", true, 9, "Export: Invalid time selection. Start time must be at least 10 seconds less than end time.", false],
  ["3 h of 2", true, 3 * HOUR_S, "Export: The time selection must not exceed 2 hours.", false],
  ["2 h", true, 2 * HOUR_S, "Export", true],
  ["no permission", false, 60, "Export: none of these cameras may be exported with your permissions", false],
])("%s", async (_case, may, seconds, name, enabled) => {
  const { stores, workspace } = await renderStage(["1"], <Bar />);
  const stopMs = Date.now() - 60_000;
  act(() => {
    stores.session.change((facts) => void (facts.server = server));
    stores.cameras.change(({ byKey }) => {
      for (const camera of Object.values(byKey)) camera.actions.export = may;
    });
    workspace.timeline.seek(stopMs, "jump");
    if (seconds !== null) workspace.timeline.select({ startMs: stopMs - seconds * 1000, stopMs });
  });
  const button = screen.getByRole<HTMLButtonElement>("button", { name });
  expect(button.disabled).toBe(!enabled);
});

test("without a range it opens with 30 s about the playhead; the range that a seek has offered is what it opens with", async () => {
  const { stores, workspace } = await renderStage(["1"], <Bar />);
  const opened = () => stores.dialogs.get().queue.at(-1) as { readonly startMs: number; readonly stopMs: number };
  const timeMs = Date.now() - 600_000;
  act(() => {
    stores.cameras.change(({ byKey }) => {
      for (const camera of Object.values(byKey)) camera.actions.export = true;
    });
    workspace.timeline.seek(timeMs, "jump");
    workspace.timeline.togglePause();
  });
  expect(stores.timeline.get().state.fineTime).toEqual({ startMs: timeMs - 15_000, stopMs: timeMs + 15_000 });
  act(() => screen.getByRole("button", { name: "Export" }).click());
  expect(Math.abs(opened().startMs - (timeMs - 15_000))).toBeLessThan(1000);
  act(() => workspace.timeline.select(null));
  act(() => screen.getByRole("button", { name: "Export" }).click());
  expect(opened().stopMs - opened().startMs).toBe(30_000);
  expect(Math.abs(opened().startMs - (timeMs - 15_000))).toBeLessThan(1000);
});
