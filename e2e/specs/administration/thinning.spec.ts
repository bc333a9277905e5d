import { unlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { openIndex } from "#recorder/recording/index/open-index.ts";
import { planOf } from "#recorder/recording/thinning/thin-files.ts";
import { writePieces } from "#recorder/recording/thinning/thinned-file.ts";
import { openScreen } from "../../pages/admin-pages.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { Api } from "../../support/api.ts";
import { keepCameras } from "../../support/kept-cameras.ts";
import { recordedRange } from "../../support/playback/exports.ts";
import { KEY_MS, phaseDifference } from "../../support/playback/playback.ts";
import { recordedCodes } from "../../support/playback/recorded-codes.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

test.setTimeout(360_000);
test.use({ actionTimeout: 30_000 });

let recorder: TestRecorder;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  recorder = await TestRecorder.fresh();
  await keepCameras(recorder, ["Yard"]);
});
test.afterAll(async () => {
  await recorder?.stop();
  recorder?.remove();
});

/** An hour is the least age by which a rule thins out: what it does then is done here to all that is recorded. */
async function thinAll(): Promise<number> {
  const folder = join(recorder.dataDir, "recordings");
  const index = await openIndex({ recordingsDir: folder });
  let thinned = 0;
  for (const { streamId } of await index.usage())
    for (const row of await index.filesToThin({ streamId, fromMs: 0, beforeMs: Date.now() }, 1000)) {
      const plan = await planOf(index, row, { what: "keys", marginS: 0 }, []);
      if (!plan) continue;
      const pieces = await writePieces({ folder, row, signal: new AbortController().signal }, plan.kept);
      expect(await index.replaceSegment(row, pieces)).toBe(true);
      unlinkSync(join(folder, row.file));
      thinned += 1;
    }
  await index.close();
  return thinned;
}

test("old recordings are thinned out by a rule that says before what goes, and what remains is played exactly", async ({
  page,
}) => {
  await openScreen(page, "retention-policy", { url: recorder.url, password: recorder.password });
  const card = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Thinning out", exact: true }) });
  await expect(card).toContainText("Recordings are kept whole until they are removed.");
  await card.getByRole("button", { name: "Set up…" }).click();
  const dialog = page.getByRole("dialog", { name: "Thin out old recordings" });
  await expect(dialog).toContainText("Nothing is that old now.");
  const save = dialog.getByRole("button", { name: "Thin out" });
  await expect(save).toBeDisabled();
  await dialog.getByText("What goes cannot be brought back.").click();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText("Of recordings older than 30 days only key pictures remain.");

  const range = await recordedRange(["Yard"], recorder, 3000);
  const [streamId = ""] = range.streamIds;
  await recorder.stop();
  await recorder.start();
  const whole = await recordedCodes(
    await Api.signedIn(recorder.url, "admin", recorder.password),
    streamId,
    range.startMs,
    range.stopMs,
  );
  await recorder.stop();
  expect(await thinAll()).toBeGreaterThan(0);
  await recorder.start();
  const api = await Api.signedIn(recorder.url, "admin", recorder.password);
  const thinned = await recordedCodes(api, streamId, range.startMs, range.stopMs);
  expect(thinned.length).toBeGreaterThan(3);
  expect(thinned.length).toBeLessThan(whole.length / 10);
  // The same pictures at the same times.
  for (const { wallMs, phaseMs } of thinned) {
    const same = whole.find((picture) => Math.abs(picture.wallMs - wallMs) < 2);
    if (same) expect(Math.abs(phaseDifference(same.phaseMs, phaseMs))).toBeLessThan(1);
    else expect(wallMs).toBeLessThan(range.startMs);
  }
  const still = await api.request("GET", `/service/streams/${streamId}/frame?time=${range.startMs + 5000}&width=640`);
  expect(still.status).toBe(200);

  const stage = await enterStage(page, { url: recorder.url, password: recorder.password });
  await stage.add("Yard");
  await stage.playing("Yard", 60_000);
  const timeline = new TimelinePage(page);
  await timeline.clickBack(Date.now() - range.startMs - 4000);
  await timeline.settled(KEY_MS + 1000);
  const [first] = thinned;
  const isOfThem = (phaseMs: number): boolean => {
    const off = phaseDifference(phaseMs, first?.phaseMs ?? 0) / KEY_MS;
    return Math.abs(off - Math.round(off)) * KEY_MS < 40;
  };
  // It goes on from one key picture to the next.
  const shown = new Set<number>();
  await expect
    .poll(
      async () => {
        const [code] = await stage.frameCodes(["Yard"], [{ width: 1280, height: 720 }]);
        if (code) {
          expect(isOfThem(code.phaseMs)).toBe(true);
          shown.add(code.phaseMs);
        }
        return shown.size;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(2);
  await page.screenshot({ path: test.info().outputPath("thinned.png") });

  await openScreen(page, "retention-policy", { url: recorder.url, password: recorder.password });
  await card.getByRole("button", { name: "Stop…" }).click();
  await page.getByRole("dialog", { name: "Stop thinning out?" }).getByRole("button", { name: "Stop" }).click();
  await expect(card).toContainText("Recordings are kept whole until they are removed.");
});
