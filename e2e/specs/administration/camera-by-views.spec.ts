/** An account that is given a fisheye by one of its views: it sees that view on the stage, and exports it, and the rest is covered. */
import { expect, type Page, test } from "@playwright/test";
import { ALL_FORMATS, FilePathSource, Input } from "mediabunny";
import { EXPORT_MIN_MS } from "#domain/limits/timeline.ts";
import { SHOP } from "../../pages/fisheye.ts";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { load } from "../../pages/sign-in-page.ts";
import { Api } from "../../support/api.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { markersOf } from "../../support/browser/markers-of.ts";
import { recordedRange } from "../../support/playback/exports.ts";
import { openStage } from "../../support/browser/open-stage.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 360_000 });
test.use({ actionTimeout: 30_000 });

const PASSWORD = "correct horse battery";
let api: Api;
let viewId = "";
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
});
test.afterAll(async () => {
  const { users } = await api.get<{ users: { id: string; username: string }[] }>("/service/users");
  for (const { id, username } of users) if (username === "cashier") await api.delete(`/service/users/${id}`);
  if (viewId !== "") await api.delete(`/service/views/${viewId}`);
});

const markersSeen = (page: Page, streamId: string) => markersOf(page, `/service/streams/${streamId}/frame?width=480`);

test("an account sees and exports one view of a fisheye, and the rest of the picture is covered", async ({
  page,
  browser,
}) => {
  const { cameras } = await api.get<{ cameras: { id: string; name: string; primaryStream: { id: string } }[] }>(
    "/service/cameras",
  );
  const shop = cameras.find(({ name }) => name.startsWith("Shop"));
  if (!shop) throw new Error("no such camera");
  const streamId = shop.primaryStream.id;
  viewId = (
    await api.post<{ id: string }>("/service/views", {
      name: "Till",
      camera: { id: shop.id },
      look: { mode: 1, view: { pan: 0, tilt: 60, zoom: 1 }, shift: 0 },
      shared: true,
    })
  ).id;

  await openStage(page);
  await expect.poll(() => markersSeen(page, streamId), { timeout: 60_000 }).toEqual(["red", "green", "blue"]);
  await load(page, shared().url, "#/users");
  await page.getByRole("button", { name: "Add user" }).click();
  const dialog = page.getByRole("dialog", { name: "Add user" });
  await dialog.getByLabel("Username").fill("cashier");
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByLabel("Confirm password").fill(PASSWORD);
  await dialog.getByRole("button", { name: /Shop \(ceiling fisheye\)/ }).click();
  await page.getByRole("option", { name: "Only these views" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Till" })).toBeChecked();
  expect(await axeFindings(page, "[role=dialog]")).toEqual([]);
  await page.screenshot({ path: test.info().outputPath("dialog.png") });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true });
  const other = await context.newPage();
  const stage = await openStage(other, "cashier", PASSWORD);
  await expect.poll(() => markersSeen(other, streamId), { timeout: 60_000 }).toEqual(["red"]);
  await stage.add(SHOP);
  await stage.playing(SHOP);
  await other.screenshot({ path: test.info().outputPath("stage.png") });
  const refused = await other.evaluate(
    async (id) =>
      Promise.all(
        [`/service/streams/${id}/frame?masks=off`, `/service/streams/${id}/export?start=1000&stop=2000`].map(
          async (path) => (await fetch(path)).status,
        ),
      ),
    streamId,
  );
  expect(refused).toEqual([403, 403]);

  // Its role exports: the view, and nothing else of the camera.
  const camera = SHOP.replaceAll("\\", "");
  const { startMs, stopMs } = await recordedRange([camera], shared(), 15_000, EXPORT_MIN_MS);
  const exporting = new ExportDialog(other);
  await exporting.open();
  await exporting.setRange(startMs, stopMs);
  await expect(exporting.export(camera, ".mov")).toBeEnabled();
  await expect(exporting.export(camera, ".html")).toHaveCount(0);
  await expect(exporting.dialog.getByRole("checkbox", { name: "Whole picture" })).toHaveCount(0);
  expect(await axeFindings(other, "[role=dialog]")).toEqual([]);
  await other.screenshot({ path: test.info().outputPath("export.png") });
  const [download] = await Promise.all([
    other.waitForEvent("download", { timeout: 120_000 }),
    exporting.export(camera, ".mkv").click(),
  ]);
  expect(download.suggestedFilename()).toContain(`${camera} · Till`);
  const file = new Input({ source: new FilePathSource(await download.path()), formats: ALL_FORMATS });
  const video = await file.getPrimaryVideoTrack();
  // A view is 16:9; the camera's own picture is square.
  expect([video?.displayWidth, video?.displayHeight]).toEqual([1280, 720]);
  file.dispose();
  const whole = await other.evaluate(
    async (body) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch("/service/exports", { method: "POST", headers, body: JSON.stringify(body) });
      return [answer.status, await answer.text()] as const;
    },
    { streams: [streamId], start: startMs, stop: stopMs, format: "dewarp" },
  );
  expect(whole[0]).toBe(403);
  expect(whole[1]).toContain("access/views-only");

  // Taken from it: nothing of the picture is left, at once.
  await api.patch(`/service/views/${viewId}`, { shared: false });
  await expect.poll(() => markersSeen(other, streamId)).toEqual([]);
  await context.close();
});
