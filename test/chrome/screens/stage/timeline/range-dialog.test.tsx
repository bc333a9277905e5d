// @vitest-environment jsdom
/** The range in numbers and in stills. */
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { StageControlBar } from "#chrome/screens/stage/timeline/control-bar.tsx";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

afterEach(cleanup);

function Bar() {
  return <StageControlBar frame={useRef(null)} />;
}
const START = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

async function open() {
  const shown = await renderStage(["1", "2"], <Bar />);
  const { stores, workspace } = shown;
  const wished: number[] = [];
  Object.assign(workspace.thumbnails, {
    wantAll: (stills: readonly { timeMs: number }[], came: () => void) => {
      if (stills.length > 0) wished.splice(0, wished.length, ...stills.map(({ timeMs }) => timeMs));
      came();
    },
    still: ({ timeMs }: { timeMs: number }) => (timeMs < START + 60_000 ? `blob:${timeMs}` : null),
  });
  act(() => {
    workspace.timeline.seek(START, "jump");
    workspace.timeline.select({ startMs: START, stopMs: START + 90_000 });
  });
  fireEvent.click(screen.getByRole("button", { name: "Range of 1:30: type it, search it by eye" }));
  const dialog = await screen.findByRole("dialog", { name: "Range" });
  const range = () => {
    const { fineTime } = stores.timeline.get().state;
    return fineTime && [fineTime.startMs - START, fineTime.stopMs - START];
  };
  const type = (label: string, text: string): void => {
    const field = within(dialog).getByRole("textbox", { name: label });
    fireEvent.change(field, { target: { value: text } });
    fireEvent.keyDown(field, { key: "Enter" });
  };
  return { ...shown, dialog, range, type, wished };
}

test("start, end and length are typed; what is no range is said and changes nothing", async () => {
  const { dialog, range, type } = await open();
  type("Length", "45");
  expect(range()).toEqual([0, 45_000]);
  type("Length", "1:00:00:00");
  expect(dialog.textContent).toContain("This is no length.");
  expect(range()).toEqual([0, 45_000]);
  const from = within(dialog).getByRole<HTMLInputElement>("textbox", { name: "From" });
  const tenLater = from.value.replace(
    /:\d\d$/,
    (seconds) => `:${String((Number(seconds.slice(1)) + 10) % 60).padStart(2, "0")}`,
  );
  if (tenLater > from.value) {
    type("From", tenLater);
    expect(range()).toEqual([10_000, 45_000]);
  }
  type("To", "2001-01-01 00:00:00");
  expect(dialog.textContent).toContain("The end must come after the start, and not after now.");
  type("To", "tomorrow");
  expect(dialog.textContent).toContain("This is no date and time.");
});

test("a typed length that would reach beyond now ends now", async () => {
  const { range, type } = await open();
  type("Length", "2:00:00");
  const [start = 0, stop = 0] = range() ?? [];
  expect(stop - start).toBe(7_200_000);
  expect(Math.abs(START + stop - Date.now())).toBeLessThan(10_000);
});

test("stills of the whole range; a closer look at one, all of it again, and a click goes there", async () => {
  const { dialog, stores, wished } = await open();
  const stills = () => within(dialog).getAllByRole("button", { name: /^Go to / });
  expect(stills()).toHaveLength(9);
  expect(wished).toHaveLength(9);
  // The last third is not recorded.
  expect(dialog.querySelectorAll("img[data-still]")).toHaveLength(6);
  fireEvent.click(within(dialog).getAllByRole("button", { name: "Look closer between its neighbours" })[4] as Element);
  expect(wished[0]).toBeGreaterThan(START + 30_000);
  expect(wished.at(-1)).toBeLessThan(START + 60_000);
  fireEvent.click(within(dialog).getByRole("button", { name: "The whole range again" }));
  expect(wished[0]).toBe(START + 5000);
  fireEvent.click(stills()[1] as Element);
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(Math.abs(stores.timeline.get().state.timeMs - (START + 15_000))).toBeLessThan(100);
});
