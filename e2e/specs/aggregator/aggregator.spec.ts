import { expect, test } from "@playwright/test";
import { frameAgeMs } from "#domain/frame-code.ts";
import { openScreen, told } from "../../pages/admin-pages.ts";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage, load, signInByForm } from "../../pages/sign-in-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { orphan, ownAggregator } from "../../support/aggregator.ts";
import { Api } from "../../support/api.ts";
import { recordedRange } from "../../support/playback/exports.ts";
import { phaseDifference } from "../../support/playback/playback.ts";
import { codesOf } from "../../support/playback/recorded-codes.ts";
import { shared } from "../../support/shared.ts";

/** A recorder is registered by hand; then everything about its cameras goes through the aggregator. */
const PICTURE = { width: 1280, height: 720 };
const NAMES = ["Yard", "Corridor"] as const;

test.describe.configure({ timeout: 240_000, mode: "serial" });
test.use({ actionTimeout: 30_000 });
const own = ownAggregator();
test.beforeAll(() => orphan(shared()));

test("the first administrator registers a recorder: a wrong password is told in the dialog, then its cameras are on the stage", async ({
  page,
}) => {
  const stage = await signInByForm(page, own.at);
  await openScreen(page, "servers", own.at);
  await page.getByRole("button", { name: "Register server" }).click();
  const dialog = page.getByRole("dialog", { name: "Register server" });
  const submit = dialog.getByRole("button", { name: "Register", exact: true });
  await expect(submit).toBeDisabled();
  await dialog.getByLabel("Address", { exact: true }).fill(shared().url);
  await dialog.getByLabel("Name", { exact: true }).fill("House one");
  await dialog.getByLabel("Username").fill("admin");
  await dialog.getByLabel("Password").fill("not the password");
  await submit.click();
  await expect(dialog.getByLabel("Password")).toHaveAccessibleDescription(/password/i);
  await expect(dialog.getByLabel("Password")).toBeFocused();
  // The typed values are still there.
  await expect(dialog.getByLabel("Address", { exact: true })).toHaveValue(shared().url);
  await dialog.getByLabel("Password").fill(shared().password);
  await submit.click();
  await expect(dialog).toHaveCount(0);

  await expect(page.getByRole("heading", { name: "Servers 1 of 1" })).toBeVisible();
  const row = page.getByRole("table", { name: "Servers" }).locator("tbody tr", { hasText: "House one" });
  await expect(row).toContainText(shared().url);
  await expect(row).toContainText("available");
  await expect(row).toContainText(/8 of 8/);

  await page.goto(`${own.at.url}/#/stage`);
  const section = stage.panel.getByRole("button", { name: /^Show the cameras of House one, available, 8 cameras/ });
  await expect(section).toBeVisible();
  await expect(stage.camera("Yard")).toBeVisible();
});

/** A busy machine shows fewer pictures, and looking at one takes time, too. */
const SOON = { timeout: 45_000, intervals: [100] };

for (const lowBandwidth of [false, true])
  test(`live through the aggregator ${lowBandwidth ? "in low-bandwidth mode" : "by WebRTC"}: the frame codes on the stage follow the cameras`, async ({
    page,
  }) => {
    const stage = await enterStage(page, own.at, { lowBandwidth });
    for (const name of NAMES) await stage.add(name);
    for (const name of NAMES) {
      const tile = await stage.playing(name, 60_000);
      await expect(tile).toHaveAttribute("data-mode", lowBandwidth ? "lowbandwidth" : "webrtc");
      // three pictures in order of time, each recent when it was read
      const ages: number[] = [];
      let lastPhaseMs = -1;
      await expect
        .poll(async () => {
          const code = await stage.frameCode(tile, PICTURE);
          if (code && code.phaseMs !== lastPhaseMs) {
            const ageMs = frameAgeMs(code, Date.now());
            if (ageMs < 2500) ages.push(ageMs);
            lastPhaseMs = code.phaseMs;
          }
          return ages.length;
        }, SOON)
        .toBeGreaterThanOrEqual(3);
    }
  });

test("a click on the timeline plays what was recorded then", async ({ page }) => {
  const stage = await enterStage(page, own.at);
  for (const name of NAMES) await stage.add(name);
  for (const name of NAMES) await stage.playing(name, 60_000);
  const timeline = new TimelinePage(page);
  // Twelve seconds that ended twenty seconds ago: the click goes to a time within them.
  await recordedRange(NAMES, shared(), 20_000);
  await timeline.clickBack(25_000);
  await expect.poll(async () => (await timeline.state()).mode).toBe("playback");
  await timeline.settled(1000);
  await timeline.button("Pause").click();
  await expect.poll(async () => (await timeline.state()).paused).toBe(true);
  await timeline.settled(100);
  const { timeMs } = await timeline.state();
  expect(Date.now() - timeMs).toBeGreaterThan(15_000);
  const codes = await stage.frameCodes(NAMES, [PICTURE, { width: 320, height: 180 }]);
  for (const code of codes) expect(Math.abs(phaseDifference(code?.phaseMs ?? Number.NaN, timeMs))).toBeLessThan(500);
});

test("an export of some seconds is downloaded through the aggregator, and holds that time's pictures", async ({
  page,
}) => {
  const stage = await enterStage(page, own.at);
  await stage.add("Yard");
  const { startMs, stopMs } = await recordedRange(["Yard"]);
  const dialog = new ExportDialog(page);
  await dialog.open();
  await dialog.setRange(startMs, stopMs);
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    dialog.export("Yard (House one)", ".mkv").click(),
  ]);
  expect(new URL(download.url()).origin).toBe(own.at.url);
  expect(download.suggestedFilename()).toMatch(/^Yard .*\.mkv$/);
  const codes = await codesOf(await download.path());
  const [first, last] = [codes[0], codes.at(-1)];
  if (!first || !last) throw new Error("no pictures in the file");
  expect(Math.abs(first.wallMs - startMs)).toBeLessThan(200);
  expect(Math.abs(stopMs - last.wallMs)).toBeLessThan(200);
  expect(Math.abs(phaseDifference(first.wallMs, first.phaseMs))).toBeLessThan(2000);
});

test("a recorder that is unregistered is told so, and its cameras leave a stage that somebody watches", async ({
  page,
  context,
}) => {
  const stage = await enterStage(page, own.at);
  await expect(stage.camera("Yard")).toBeVisible();
  const servers = await context.newPage();
  await load(servers, own.at.url, "#/servers");
  await servers.getByRole("button", { name: "Unregister server House one" }).click();
  await told(servers).getByRole("button", { name: "Unregister", exact: true }).click();
  await expect(servers.getByText("No servers yet")).toBeVisible();
  await expect(stage.camera("Yard")).toHaveCount(0, { timeout: 30_000 });
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  expect((await api.request("GET", "/service/trusted/issuer")).status).toBe(404);
});
