import { expect, test } from "@playwright/test";
import { ExportDialog } from "../../pages/export-dialog.ts";
import type { TimelinePage } from "../../pages/timeline-page.ts";
import { Api, type CameraAnswer, eventually } from "../../support/api.ts";
import { openStage, recordedFor } from "../../support/playback/playback.ts";
import { shared } from "../../support/shared.ts";

// Wheel, ruler, picker and table: the ways to a time other than a click on the tape.
test.setTimeout(180_000);

/** Goes back by a click and pauses there, which also turns on selection mode. */
async function goBack(timeline: TimelinePage, ms: number): Promise<void> {
  await timeline.clickBack(ms);
  await expect.poll(async () => (await timeline.state()).mode).toBe("playback");
  await timeline.button("Pause").click();
  await expect.poll(async () => (await timeline.state()).paused).toBe(true);
}

test("the wheel zooms about the pointer; a drag on the ruler selects the range that the export dialog has", async ({
  page,
}) => {
  const { timeline } = await openStage(page, ["Yard"]);
  await recordedFor(page, 30_000);
  await goBack(timeline, 20_000);
  const box = await timeline.strip.boundingBox();
  if (!box) throw new Error("no timeline");
  const durationOf = ({ startMs, stopMs }: { startMs: number; stopMs: number }): number => stopMs - startMs;
  const scale = async (): Promise<string> => (await page.getByLabel(/^Scale /).textContent()) ?? "";
  // In first, and out again at another place: out of a window that ends at a third of future, the rule about the future would
  // move what is pointed at.
  for (const [share, turn] of [
    [0.3, -100],
    [0.35, 100],
  ] as const) {
    const before = await timeline.exactWindow();
    const known = await scale();
    const pointedMs = before.startMs + share * durationOf(before);
    await page.mouse.move(box.x + box.width * share, box.y + box.height * 0.6);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, turn);
        return scale();
      })
      .not.toBe(known);
    await expect.poll(async () => durationOf(await timeline.exactWindow())).not.toBe(durationOf(before));
    const after = await timeline.exactWindow();
    // The strip reports its bounds in whole seconds.
    expect(Math.abs(after.startMs + share * durationOf(after) - pointedMs)).toBeLessThan(1500);
  }

  // Half a minute and more, at least ten seconds, ending before now.
  const { startMs, stopMs } = await timeline.exactWindow();
  const xOf = (timeMs: number): number => box.x + ((timeMs - startMs) / (stopMs - startMs)) * box.width;
  const { timeMs } = await timeline.state();
  await page.mouse.move(xOf(timeMs - 40_000), box.y + 8);
  await page.mouse.down();
  await page.mouse.move(xOf(timeMs), box.y + 8, { steps: 4 });
  await page.mouse.up();
  const dialog = new ExportDialog(page);
  await expect(dialog.button()).toBeEnabled();
  await dialog.button().click();
  const shown = async (label: string): Promise<number> => {
    const text = await dialog.dialog.getByLabel(label, { exact: true }).inputValue();
    return page.evaluate((local) => new Date(local.replace(" ", "T")).getTime(), text);
  };
  const pxMs = (stopMs - startMs) / box.width;
  expect(Math.abs((await shown("From")) - (timeMs - 40_000))).toBeLessThan(pxMs * 2 + 2000);
  expect(Math.abs((await shown("To")) - timeMs)).toBeLessThan(pxMs * 2 + 2000);
});

test("the date picker by keyboard alone: nothing after now, the density of today, GO plays that second", async ({
  page,
}) => {
  const { timeline } = await openStage(page, ["Yard"]);
  await recordedFor(page, 30_000);
  await timeline.button("Choose date and time").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Go to date and time" });
  const today = dialog.locator("button[aria-current=date]");
  await expect(today).toHaveAttribute("aria-pressed", "true");
  await expect(today).toHaveAccessibleName(/, [1-9]\d* archives?, few recordings$/);
  await expect(dialog.getByRole("button", { name: "Next month" })).toBeDisabled();
  await today.focus();
  // Tomorrow cannot be chosen: the focus stays.
  await page.keyboard.press("ArrowRight");
  await expect(today).toBeFocused();
  const wanted = Math.floor(Date.now() / 1000) * 1000 - 20_000;
  const [date, time] = await page.evaluate((ms) => {
    const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString();
    return [local.slice(0, 10), local.slice(11, 19)];
  }, wanted);
  const type = async (label: string, text: string): Promise<void> => {
    await dialog.getByLabel(label, { exact: true }).focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  };
  await type("Date", date ?? "");
  await type("Time", "24:00");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("This is no date and time.");
  await type("Time", (time ?? "").slice(0, 5));
  await type("Seconds", (time ?? "").slice(6));
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  // It continues to play from there while the order waits for another key.
  const since = async (): Promise<number> => (await timeline.target()).timeMs - wanted;
  await expect.poll(since).toBeGreaterThanOrEqual(0);
  expect(await since()).toBeLessThan(1000);
  expect((await timeline.state()).mode).toBe("playback");
});

test("the table of events lists what the recorder knows, and goes there", async ({ page }) => {
  const { timeline } = await openStage(page, ["Yard"]);
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  const streamId = cameras.find(({ name }) => name === "Yard")?.primaryStream?.id ?? "";
  await eventually(
    "motion that is over",
    () =>
      api.get<{ events: { start: number; stop: number }[] }>(
        `/service/events/camera-stream?id=${streamId}&eventType=motion&start=${Date.now() - 200_000}&stop=${Date.now() - 8000}`,
      ),
    ({ events }) => events.some(({ start, stop }) => stop > start && start < Date.now() - 8000),
    90_000,
  );
  await timeline.button("Motion events as a table").click();
  const table = page.getByRole("grid", { name: "Motion events" });
  const rows = table.getByRole("row").filter({ hasText: "Yard" });
  await expect(rows.last()).toBeVisible();
  const go = rows.last().getByRole("button", { name: /^Go to / });
  const said = /Go to (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec((await go.getAttribute("aria-label")) ?? "");
  const startMs = await page.evaluate((local) => new Date(local).getTime(), `${said?.[1]}T${said?.[2]}`);
  await go.click();
  await expect(table).toBeHidden();
  await expect.poll(async () => Math.abs((await timeline.target()).timeMs - startMs)).toBeLessThan(1000);
});
