/** One form of dates: what is read, drawn and typed follows the setting; and words that are said once. */
import { expect, type Page, test } from "@playwright/test";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { openPanel } from "../../pages/admin-pages.ts";
import { enterStage, load } from "../../pages/sign-in-page.ts";
import { chooseOfUser } from "../../pages/user-menu.ts";
import { recordedRange } from "../../support/playback/exports.ts";
import { shared } from "../../support/shared.ts";

test.setTimeout(120_000);
test.use({ actionTimeout: 30_000, locale: "en-GB" });

const ISO = /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/;
const BRITISH = /^\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d(:\d\d)?$/;
const ISO_DAY = /\d{4}-\d\d-\d\d/;

const byLanguage = (page: Page): Promise<void> => chooseOfUser(page, /^Dates and times/, "By language");

test("by language: the timeline, the fields of an export, and the calendar of the audit; typed as it is written, and as ISO", async ({
  page,
}) => {
  const { startMs, stopMs } = await recordedRange(["Yard"]);
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  const strip = page.getByRole("slider", { name: "Timeline" });
  await expect(strip).toHaveAttribute("aria-valuetext", ISO_DAY);
  await byLanguage(page);
  await expect(strip).not.toHaveAttribute("aria-valuetext", ISO_DAY);
  const dialog = new ExportDialog(page);
  await dialog.open();
  const from = dialog.dialog.getByLabel("From");
  await expect(from).toHaveValue(BRITISH);
  // ISO is read in every form; the length says that both ends were.
  await dialog.setRange(startMs, stopMs);
  await expect(dialog.dialog.getByText(/^0:12 in /)).toBeVisible();
  await dialog.dialog.getByRole("button", { name: "Calendar: start" }).click();
  const calendar = page.getByRole("dialog", { name: "Calendar: start" });
  await calendar.getByRole("textbox", { name: /^Seconds/ }).press("Enter");
  await expect(calendar).toBeHidden();
  await page.keyboard.press("Escape");

  await load(page, shared().url, "#/audit");
  await expect(page.locator("input[type=datetime-local]")).toHaveCount(0);
  const audit = page.getByRole("table").first();
  await expect(audit).toContainText(/\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d/);
  await page.getByRole("button", { name: "Calendar: start" }).click();
  const month = page.getByRole("dialog", { name: "Calendar: start" });
  await month.getByRole("textbox", { name: /^Time/ }).fill("00:00");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("From")).toHaveValue(BRITISH);
  await expect(page).toHaveURL(/from=\d+/);
  // The whole day was asked for: the entries of today are there.
  await expect(audit.getByRole("row").nth(1)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("From")).toHaveValue(BRITISH);
  const to = page.getByLabel("To", { exact: true });
  await to.fill("tomorrow");
  await to.press("Tab");
  await expect(page.getByText("This is no date and time.")).toBeVisible();
  await chooseOfUser(page, /^Dates and times/, "ISO 8601");
  await page.reload();
  await expect(page.getByLabel("From")).toHaveValue(ISO);
});

test("a camera that gets the name of another one: that is said before it is saved; copied twice is said once", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enterStage(page, shared());
  await load(page, shared().url, "#/cameras");
  const panel = await openPanel(page, "Yard");
  for (const label of ["Address", "Camera RTSP URL"]) {
    await panel.getByRole("button", { name: `Copy ${label}` }).click();
    await expect(page.getByText("Copied", { exact: true })).toHaveCount(1);
  }
  await panel.getByRole("button", { name: "Edit camera name" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit camera name" });
  const hint = dialog.getByText("Another camera has this name, too.");
  await expect(hint).toBeHidden();
  await dialog.getByRole("textbox").fill(" corridor");
  await expect(hint).toBeVisible();
  // A hint, not a refusal.
  await expect(dialog.getByRole("button", { name: "Save" })).toBeEnabled();
});
