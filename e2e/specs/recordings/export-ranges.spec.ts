import { expect, type Request, test } from "@playwright/test";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { Api } from "../../support/api.ts";
import { recordedRange } from "../../support/playback/exports.ts";
import { shared } from "../../support/shared.ts";

// Ranges that may not be exported: the dialog says so before it sends a request, and the recorder itself refuses them.
test.setTimeout(240_000);
const HOUR = 3_600_000;
const TOO_SHORT = "Invalid time selection. Start time must be at least 10 seconds less than end time.";
const TOO_LONG = "The time selection must not exceed 2 hours.";
const NOT_A_DATE = "This is no date and time.";

let admin: Api;
test.beforeAll(async () => {
  admin = await Api.signedIn(shared().url, "admin", shared().password);
  await admin.patch("/service/settings", { maxExportHours: 2 });
});
test.afterAll(async () => {
  await admin.patch("/service/settings", { maxExportHours: null });
});

test("bad ranges show their texts and lock every button, good ones unlock them; where nothing is recorded the stream says so", async ({
  page,
}) => {
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  const dialog = new ExportDialog(page);
  await dialog.open();
  const buttons = [dialog.export("Yard", ".mkv"), dialog.export("Yard", ".mov"), dialog.zip()];
  await dialog.choose("Yard");
  const range = dialog.dialog.getByRole("alert");
  const nowMs = Math.floor(Date.now() / 1000) * 1000;

  for (const [fromMs, toMs, text] of [
    [nowMs - 60_000, nowMs - 51_000, TOO_SHORT],
    [nowMs - 60_000, nowMs - 60_000, TOO_SHORT],
    [nowMs - 60_000, nowMs - 90_000, TOO_SHORT],
    // The future does not count: the end is now.
    [nowMs + HOUR, nowMs + 2 * HOUR, TOO_SHORT],
    [nowMs - 3 * HOUR, nowMs - HOUR + 1000, TOO_LONG],
  ] as const) {
    await dialog.setRange(fromMs, toMs);
    await expect(range).toHaveText(text);
    for (const button of buttons) await expect(button).toBeDisabled();
  }
  for (const field of ["From", "To"]) {
    await dialog.setRange(nowMs - 60_000, nowMs - 30_000);
    await dialog.dialog.getByLabel(field, { exact: true }).fill("2026-02-30 10:00:00");
    await expect(dialog.dialog.getByText(NOT_A_DATE)).toBeVisible();
    for (const button of buttons) await expect(button).toBeDisabled();
  }

  await dialog.setRange(nowMs - 60_000, nowMs - 50_000);
  await expect(dialog.dialog.getByText("0:10 in")).toBeVisible();
  await expect(range).toBeHidden();
  for (const button of buttons) await expect(button).toBeEnabled();

  // A valid range in which nothing is recorded: only the recorder can report that.
  await dialog.setRange(Date.UTC(2020, 0, 1), Date.UTC(2020, 0, 1, 0, 0, 30));
  await dialog.export("Yard", ".mkv").click();
  const alert = page.getByRole("alertdialog");
  await expect(alert).toContainText("no archives in region");
  await alert.getByRole("button", { name: "OK" }).click();
  const icon = dialog.dialog.getByRole("button", { name: "Error: no archives in region" });
  await expect(icon).toBeVisible();
  await icon.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Error: no archives in region");
  await expect(dialog.export("Yard", ".mov")).toBeDisabled();
  // Another camera's buttons do not change.
  await expect(dialog.export("Corridor", ".mov")).toBeEnabled();
  await dialog.setRange(Date.UTC(2020, 0, 1), Date.UTC(2020, 0, 1, 0, 0, 40));
  await expect(icon).toBeHidden();
  await expect(dialog.export("Yard", ".mov")).toBeEnabled();
});

test("an end that is to come is now, in whole seconds, in what is asked of the recorder", async ({ page }) => {
  const { startMs } = await recordedRange(["Yard"]);
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  const dialog = new ExportDialog(page);
  await dialog.open();
  await dialog.setRange(startMs, Date.now() + HOUR);
  const asks = (method: string) => (request: Request) =>
    request.method() === method && /\/service\/(streams\/[^/]+\/export|exports)(\?|$)/.test(request.url());
  const [head, post] = await Promise.all([
    page.waitForRequest(asks("HEAD")),
    page.waitForRequest(asks("POST")),
    page.waitForEvent("download", { timeout: 120_000 }),
    dialog.export("Yard", ".mkv").click(),
  ]);
  const query = new URL(head.url()).searchParams;
  const checked = { start: Number(query.get("start")), stop: Number(query.get("stop")) };
  const made = post.postDataJSON() as { start: number; stop: number };
  expect({ start: made.start, stop: made.stop }).toEqual(checked);
  expect(checked.start).toBe(startMs);
  expect(checked.stop % 1000).toBe(0);
  expect(checked.stop).toBeLessThanOrEqual(Date.now());
  expect(checked.stop).toBeGreaterThan(startMs + 10_000);
});

test("the recorder refuses bad ranges by itself, each with its code", async () => {
  const { startMs, stopMs, streamIds, api } = await recordedRange(["Yard"]);
  const [id = ""] = streamIds;
  const answers = async (start: number | string, stop: number | string) => {
    const head = await api.request("HEAD", `/service/streams/${id}/export?start=${start}&stop=${stop}`);
    const get = await api.request("GET", `/service/streams/${id}/export?start=${start}&stop=${stop}`);
    const job = await api.request("POST", "/service/exports", { streams: [id], start, stop, format: "mkv" });
    const codes = [get, job].map(async (answer) => ((await answer.json()) as { code?: string }).code);
    return { statuses: [head.status, get.status, job.status], codes: await Promise.all(codes) };
  };
  const same = (status: number, code: string) => ({ statuses: [status, status, status], codes: [code, code] });
  expect(await answers(startMs, startMs + 9999)).toEqual(same(400, "export/too-short"));
  expect(await answers(stopMs, startMs)).toEqual(same(400, "export/too-short"));
  expect(await answers(stopMs - 2 * HOUR - 1, stopMs)).toEqual(same(400, "export/too-long"));
  expect(await answers(1_577_836_800_000, 1_577_836_830_000)).toEqual(same(404, "archive/none"));
  expect(await answers(-1, stopMs)).toEqual(same(400, "request/invalid"));
  expect(await answers("soon", stopMs)).toEqual(same(400, "request/invalid"));
});
