// @vitest-environment jsdom
/** Pointers on the timeline. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { useTimelinePointer } from "#chrome/screens/stage/timeline/pointer/use-timeline-pointer.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { point } from "./pointed.ts";

afterEach(cleanup);

function Strip() {
  const strip = useRef<HTMLDivElement>(null);
  useTimelinePointer(strip);
  return <div ref={strip} data-testid="area" />;
}

async function scrubbing() {
  const { stores, unmount } = await renderStage(["1"], <Strip />);
  const area = screen.getByTestId("area");
  area.setPointerCapture = () => undefined;
  Object.defineProperty(area, "clientWidth", { value: 800 });
  // Live stands at 80 % of the strip: there is the playhead.
  point("pointerdown", 1, 640);
  point("pointermove", 1, 600);
  const isScrubbing = (): boolean => stores.timeline.get().scrubbing;
  expect(isScrubbing()).toBe(true);
  return { isScrubbing, unmount };
}

test.each(["pointerup", "pointercancel"])("another pointer's %s does not end a scrub", async (end) => {
  const { isScrubbing } = await scrubbing();
  point(end, 2, 100);
  expect(isScrubbing()).toBe(true);
  point("pointerup", 1, 600);
  expect(isScrubbing()).toBe(false);
});

test("a timeline that is dragged is let go when another window comes in front", async () => {
  const { isScrubbing } = await scrubbing();
  fireEvent(window, new Event("blur"));
  expect(isScrubbing()).toBe(false);
  point("pointermove", 1, 480);
  expect(isScrubbing()).toBe(false);
});

test("a timeline that goes away while it is dragged is not dragged any more", async () => {
  const { isScrubbing, unmount } = await scrubbing();
  act(() => unmount());
  expect(isScrubbing()).toBe(false);
});

test.each(["pointerup", "pointercancel", "blur", "unmount"])(
  "the timeline stands still while a range is drawn on it, until %s",
  async (end) => {
    const { workspace, unmount } = await renderStage(["1"], <Strip />);
    const held: boolean[] = [];
    act(() => workspace.timeline.seek(Date.now() - 3_600_000, "jump"));
    Object.assign(workspace.timeline, { hold: (isHeld: boolean) => void held.push(isHeld) });
    screen.getByTestId("area").setPointerCapture = () => undefined;
    const ruler = { clientY: 4 };
    point("pointerdown", 1, 400, undefined, ruler);
    expect(held).toEqual([]);
    point("pointermove", 1, 440, undefined, ruler);
    point("pointermove", 1, 460, undefined, ruler);
    expect(held).toEqual([true]);
    if (end === "unmount") act(() => unmount());
    else if (end === "blur") fireEvent(window, new Event("blur"));
    else point(end, 1, 460, undefined, ruler);
    expect(held).toEqual([true, false]);
  },
);

test("a finger on the timeline that was never seen to go up makes no pinch of the next one", async () => {
  const { stores } = await renderStage(["1"], <Strip />);
  screen.getByTestId("area").setPointerCapture = () => undefined;
  const finger = { pointerType: "touch", isPrimary: true };
  point("pointerdown", 1, 300, undefined, finger);
  point("pointerdown", 2, 400, undefined, finger);
  point("pointermove", 2, 460, undefined, finger);
  // The tape is dragged: the window stands somewhere else, as long as before.
  expect(stores.timeline.get()).toMatchObject({ headShare: null, msPerPx: 480_000 });
});
