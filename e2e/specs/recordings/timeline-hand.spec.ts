import { expect, type Page, test } from "@playwright/test";
import { ExportDialog } from "../../pages/export-dialog.ts";
import type { TimelinePage } from "../../pages/timeline-page.ts";
import { openStage, recordedFor } from "../../support/playback/playback.ts";

// One task of an operator: find what happened 20 s ago and export 30 s of it, by mouse, keyboard and touch.
test.setTimeout(180_000);

interface Shown {
  readonly startMs: number;
  readonly stopMs: number;
}

/** The strip with its window at this instant: pixels become times and back. */
async function measured(timeline: TimelinePage) {
  const box = await timeline.strip.boundingBox();
  if (!box) throw new Error("no timeline");
  const shown: Shown = await timeline.exactWindow();
  const msPerPx = (shown.stopMs - shown.startMs) / box.width;
  return { box, shown, msPerPx, xOf: (timeMs: number): number => box.x + (timeMs - shown.startMs) / msPerPx };
}

/** Opens Export, which takes the range that is there, and reads it. */
async function exported(page: Page, open: (dialog: ExportDialog) => Promise<void>): Promise<Shown> {
  const dialog = new ExportDialog(page);
  await expect(dialog.button()).toBeEnabled();
  await open(dialog);
  const read = async (label: string): Promise<number> => {
    const text = await dialog.dialog.getByLabel(label, { exact: true }).inputValue();
    return page.evaluate((local) => new Date(local.replace(" ", "T")).getTime(), text);
  };
  const range = { startMs: await read("From"), stopMs: await read("To") };
  await page.keyboard.press("Escape");
  await expect(dialog.dialog).toBeHidden();
  return range;
}

const isAbout = ({ startMs, stopMs }: Shown, timeMs: number): void => {
  expect(Math.abs(stopMs - startMs - 30_000)).toBeLessThanOrEqual(1000);
  expect(Math.abs((startMs + stopMs) / 2 - timeMs)).toBeLessThan(3000);
};

test("by mouse and by keyboard: looked for in live, scrubbed, found, exported", async ({ page }) => {
  const { timeline } = await openStage(page, ["Yard"]);
  await recordedFor(page, 60_000);
  const { box, msPerPx } = await measured(timeline);
  const y = box.y + box.height * 0.6;
  // The tape is pulled to the right by 200 px: earlier time is shown, and live goes on.
  const before = await timeline.exactWindow();
  await page.mouse.move(box.x + 200, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await timeline.exactWindow()).startMs).toBeLessThan(before.startMs - 120 * msPerPx);
  expect((await timeline.state()).mode).toBe("live");
  // And to the left, far beyond now: it stops, with a third of the strip to come.
  await page.mouse.move(box.x + box.width - 20, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, y, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(async () => {
      const { startMs, stopMs } = await timeline.exactWindow();
      return (stopMs - Date.now()) / (stopMs - startMs);
    })
    .toBeLessThan(0.35);

  // A click finds the moment: it plays, and nothing has moved under the pointer.
  const wantedMs = Date.now() - 25_000;
  const live = await measured(timeline);
  const x = live.xOf(wantedMs);
  await page.mouse.click(x, y);
  await expect.poll(async () => (await timeline.state()).mode).toBe("playback");
  await timeline.button("Pause").click();
  const clicked = await measured(timeline);
  expect(Math.abs(clicked.msPerPx - live.msPerPx)).toBeLessThan(live.msPerPx * 0.02);
  expect(Math.abs(clicked.xOf(wantedMs) - x)).toBeLessThan(6);
  isAbout(await exported(page, (dialog) => dialog.button().click()), wantedMs);

  // The playhead is dragged by its handle, beyond now: it stays in playback.
  await page.mouse.move(clicked.xOf((await timeline.state()).timeMs), box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 5, box.y + 10, { steps: 4 });
  await expect.poll(async () => Date.now() - (await timeline.state()).timeMs).toBeLessThan(10_000);
  await page.mouse.up();
  expect((await timeline.state()).mode).toBe("playback");
  expect(Date.now() - (await timeline.state()).timeMs).toBeGreaterThan(4500);

  // The same by keyboard alone, from live.
  await timeline.strip.focus();
  await page.keyboard.press("End");
  await expect.poll(async () => (await timeline.state()).mode).toBe("live");
  const beforeKeys = await timeline.exactWindow();
  await page.keyboard.press("Shift+PageDown");
  await expect.poll(async () => (await timeline.exactWindow()).startMs).toBeLessThan(beforeKeys.startMs - 200_000);
  expect((await timeline.state()).mode).toBe("live");
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(async () => (await timeline.state()).mode).toBe("playback");
  await page.keyboard.press("k");
  const { timeMs } = await timeline.state();
  const range = await exported(page, async (dialog) => {
    await dialog.button().focus();
    await page.keyboard.press("Enter");
  });
  isAbout(range, timeMs);
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 820, height: 1180 } });

  test("dragged, zoomed with two fingers, tapped, exported", async ({ page }) => {
    const { timeline } = await openStage(page, ["Yard"]);
    await recordedFor(page, 60_000);
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...at: readonly (readonly [number, number])[]) =>
      fingers.send("Input.dispatchTouchEvent", { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) });
    const { box, msPerPx, shown } = await measured(timeline);
    const y = box.y + box.height * 0.6;
    await touch("touchStart", [box.x + 100, y]);
    for (const x of [130, 160, 200]) await touch("touchMove", [box.x + x, y]);
    await touch("touchEnd");
    await expect.poll(async () => (await timeline.exactWindow()).startMs).toBeLessThan(shown.startMs - 50 * msPerPx);
    expect((await timeline.state()).mode).toBe("live");

    await touch("touchStart", [box.x + 200, y]);
    await touch("touchStart", [box.x + 200, y], [box.x + 300, y]);
    for (const apart of [120, 160, 200]) await touch("touchMove", [box.x + 200, y], [box.x + 200 + apart, y]);
    await touch("touchEnd");
    await expect.poll(async () => (await measured(timeline)).msPerPx / msPerPx).toBeLessThan(0.6);

    await timeline.button("Return to live").or(timeline.button("Live")).tap();
    const wantedMs = Date.now() - 25_000;
    // A touch within 350 ms of the pinch counts as its end, not as a tap: the test may be faster than a hand.
    await expect(async () => {
      await page.touchscreen.tap((await measured(timeline)).xOf(wantedMs), y);
      expect((await timeline.state()).mode).toBe("playback");
    }).toPass();
    await timeline.button("Pause").tap();
    isAbout(await exported(page, (dialog) => dialog.button().tap()), wantedMs);
  });
});
