/** What people do most, in Debian's Firefox; there is no WebGL without a screen, so a 2D canvas draws the wall. */
import { expect, test } from "@playwright/test";
import { frameAgeMs } from "#domain/frame-code.ts";
import { findFirefox } from "../../../scripts/machine/firefox.mjs";
import { FisheyeTile, homeView, markerAt, red, SHOP } from "../../pages/fisheye.ts";
import { SignInPage } from "../../pages/sign-in-page.ts";
import { StagePage } from "../../pages/stage-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { recordedFor } from "../../support/playback/playback.ts";
import { shared } from "../../support/shared.ts";

test.skip(findFirefox() === undefined, "Firefox is not installed (Debian package firefox-esr)");

const PICTURE = { width: 1280, height: 720 };
const NAMES = ["Yard", "Corridor", "Lobby"] as const;

/** By keyboard: its two clicks from a test are no double click in Firefox. */
async function add(stage: StagePage, name: string): Promise<void> {
  await stage.camera(name).focus();
  await stage.page.keyboard.press("Enter");
  await expect(stage.tile(name)).toBeVisible();
}

test("Firefox: sign-in, four tiles live, a fisheye dewarped, a seek on the timeline", async ({ page }) => {
  const signIn = new SignInPage(page);
  await signIn.open(shared().url);
  // Typed: what Playwright fills in, React does not hear of in Firefox.
  await signIn.username.pressSequentially("admin");
  await signIn.password.pressSequentially(shared().password);
  await signIn.submit.click();
  const stage = new StagePage(page);
  await expect(stage.camera("Yard")).toBeVisible({ timeout: 30_000 });
  for (const name of [...NAMES, SHOP]) await add(stage, name);
  for (const name of [...NAMES, SHOP]) await stage.playing(name, 30_000);

  await expect
    .poll(async () => {
      const code = await stage.frameCode(stage.tile("Yard"), PICTURE);
      return code === null ? Number.POSITIVE_INFINITY : frameAgeMs(code, Date.now());
    })
    .toBeLessThan(2500);

  const shop = new FisheyeTile(stage, stage.tile(SHOP));
  await shop.expectAt(red, markerAt(red, homeView, await shop.size()), 3);

  // The recording of that time is shown, and its frame code says that it is that time's picture.
  await recordedFor(page, 20_000);
  const timeline = new TimelinePage(page);
  const timeMs = Date.now() - 15_000;
  await timeline.seekTo(timeMs, ["Yard"]);
  await expect.poll(async () => (await timeline.state()).mode).toBe("playback");
  await expect.poll(() => stage.frameCode(stage.tile("Yard"), PICTURE)).not.toBeNull();
});
