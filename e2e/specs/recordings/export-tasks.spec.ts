/** Exporting as an operator does it: the cameras of the wall, a time from the calendar, several files at once. */
import { expect, type Page, test } from "@playwright/test";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { boxOf } from "../../support/browser/boxes.ts";
import { recordedRange } from "../../support/playback/exports.ts";
import { shared } from "../../support/shared.ts";

test.setTimeout(240_000);

/** Holds back what the page hears of its jobs, so that they are on their way for as long as the test looks at them. */
async function holdAnswers(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/service\/exports\/[^/]+$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("export what is on the wall: its cameras are ticked, the button says what is made, and one press makes it", async ({
  page,
}) => {
  const { startMs, stopMs } = await recordedRange(["Yard", "Corridor"]);
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  await stage.add("Corridor");
  const dialog = new ExportDialog(page);
  await dialog.open();
  await dialog.setRange(startMs, stopMs);
  for (const name of ["Yard", "Corridor"])
    await expect(dialog.dialog.getByRole("checkbox", { name: `Choose ${name}`, exact: true })).toBeChecked();
  await expect(dialog.dialog.getByText("2 selected")).toBeVisible();
  await expect(dialog.zip()).toHaveText("Export 2 cameras as zip (MKV, 0:12)");
  const [download] = await Promise.all([page.waitForEvent("download", { timeout: 120_000 }), dialog.zip().click()]);
  expect(download.suggestedFilename()).toMatch(/^2 cameras .*\.zip$/);
});

test("a message that still shows when the dialog opens lies above it, also in the window of a small laptop", async ({
  page,
}) => {
  await recordedRange(["Yard"]);
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Set a bookmark" }).click();
  const message = page.getByRole("alertdialog").filter({ hasText: /^Bookmark at / });
  await expect(message).toBeVisible();
  // It stays while a pointer rests on it, and while it has the focus.
  await message.hover();
  const dialog = new ExportDialog(page);
  await page.getByRole("slider", { name: "Timeline" }).focus();
  await page.keyboard.press("]");
  await page.keyboard.press("e");
  await expect(dialog.dialog).toBeVisible();
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(size);
    await expect(async () => {
      const [said, asked] = [await boxOf(message), await boxOf(dialog.dialog)];
      expect(said.y + said.height, `at ${size.width}`).toBeLessThanOrEqual(asked.y);
      expect(said.x + said.width).toBeLessThanOrEqual(size.width);
    }).toPass({ timeout: 3_000, intervals: [50] });
  }
  await message.getByRole("button", { name: "Undo" }).click();
});

test("by keyboard: all cameras with one key, none with another, and a start from the calendar", async ({ page }) => {
  await recordedRange(["Yard"]);
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  const dialog = new ExportDialog(page);
  await dialog.open();
  const from = dialog.dialog.getByLabel("From");
  await from.focus();
  await page.keyboard.press("Tab");
  await expect(dialog.dialog.getByRole("button", { name: "Calendar: start" })).toBeFocused();
  await page.keyboard.press("Enter");
  const calendar = page.getByRole("dialog", { name: "Calendar: start" });
  const before = await from.inputValue();
  const minute = await calendar.getByRole("textbox", { name: /^Time/ }).inputValue();
  expect(before).toContain(minute);
  await calendar.getByRole("textbox", { name: /^Seconds/ }).fill("01");
  await page.keyboard.press("Enter");
  await expect(calendar).toBeHidden();
  expect(await from.inputValue()).toBe(`${before.slice(0, -2)}01`);
  const all = dialog.dialog.getByRole("checkbox", { name: /^Select all \d+ cameras$/ });
  await all.focus();
  await page.keyboard.press("Space");
  await expect(all).toBeChecked();
  await expect(dialog.zip()).toHaveText(/^Export ([89]|\d\d) cameras as zip/);
  await page.keyboard.press("Space");
  await expect(dialog.dialog.getByText("0 selected")).toBeVisible();
  await expect(dialog.zip()).toBeDisabled();
});

test("two ranges of one camera at once: both are listed with what they are, one is cancelled, one is made", async ({
  page,
}) => {
  const { startMs, stopMs } = await recordedRange(["Yard"]);
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  const release = await holdAnswers(page);
  const dialog = new ExportDialog(page);
  await dialog.open();
  await dialog.setRange(startMs, stopMs);
  await dialog.export("Yard", ".mkv").click();
  const list = dialog.dialog.getByRole("region", { name: "Exports of this page" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await dialog.setRange(startMs, stopMs - 2_000);
  await dialog.export("Yard", ".mov").click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByText("0:12, MKV")).toBeVisible();
  await expect(list.getByText("0:10, MOV")).toBeVisible();
  // They go on while the dialog is closed.
  await page.keyboard.press("Escape");
  await expect(dialog.dialog).toBeHidden();
  await dialog.button().click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list
    .getByRole("listitem")
    .filter({ hasText: "MKV" })
    .getByRole("button", { name: "Cancel the export of Yard" })
    .click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  const downloaded = page.waitForEvent("download", { timeout: 120_000 });
  release();
  const download = await downloaded;
  expect(download.suggestedFilename()).toMatch(/^Yard .*\.mov$/);
  await expect(list.getByText(/^Download started/)).toBeVisible();
  await list.getByRole("button", { name: "Remove from the list" }).click();
  await expect(list).toBeHidden();
});
