import { expect, type Page, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { Ear } from "../../support/playback/ear.ts";
import { recordedFor } from "../../support/playback/playback.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 240_000 });

// The yard's lift truck beeps with 1 kHz at an amplitude of 0.3 while it drives (G.711); in the lobby people talk
// (AAC). Both loops start again after 20 s.
const WITHIN = { timeout: 45_000, intervals: [60] };
const LOUD_TONE = 0.22;
const QUIET_TONE = 0.1;
const VOICES = 0.02;

const volume = (page: Page, camera: string, percent: number) =>
  page.getByRole("toolbar", { name: `Player ${camera}` }).getByRole("button", { name: `Volume ${percent} %` });

for (const lowBandwidth of [false, true]) {
  test(`a camera is heard at half and at full volume, and not at 0, ${lowBandwidth ? "in low-bandwidth mode" : "by WebRTC"}`, async ({
    page,
  }) => {
    const ear = await Ear.of(page);
    const stage = await enterStage(page, shared(), { lowBandwidth });
    await stage.add("Yard");
    const tile = await stage.playing("Yard", 60_000);
    await tile.hover();
    let loudest = 0;
    const tone = async (): Promise<number> => {
      const { tone: now } = await ear.hear();
      loudest = Math.max(loudest, now);
      return now;
    };
    const level = async (): Promise<number> => (await ear.hear()).level;
    expect(await level()).toBe(0);

    await volume(page, "Yard", 0).click();
    await expect.poll(tone, WITHIN).toBeGreaterThan(QUIET_TONE);
    expect(loudest).toBeLessThan(LOUD_TONE);
    await volume(page, "Yard", 50).click();
    await expect.poll(tone, WITHIN).toBeGreaterThan(LOUD_TONE);
    await volume(page, "Yard", 100).click();
    await expect.poll(level, WITHIN).toBe(0);
  });

  test(`voices as AAC are heard, live and recorded, ${lowBandwidth ? "in low-bandwidth mode" : "by WebRTC"}`, async ({
    page,
  }) => {
    const ear = await Ear.of(page);
    const stage = await enterStage(page, shared(), { lowBandwidth });
    await stage.add("Lobby");
    const tile = await stage.playing("Lobby", 60_000);
    await tile.hover();
    const level = async (): Promise<number> => (await ear.hear()).level;
    await volume(page, "Lobby", 0).click();
    await volume(page, "Lobby", 50).click();
    await expect.poll(level, WITHIN).toBeGreaterThan(VOICES);

    const timeline = new TimelinePage(page);
    await recordedFor(page, 40_000);
    await timeline.seekTo(Date.now() - 35_000);
    await expect.poll(async () => (await timeline.state()).mode).toBe("playback");
    await page.getByRole("button", { name: "Pause" }).click();
    await expect.poll(level, WITHIN).toBe(0);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(level, WITHIN).toBeGreaterThan(VOICES);
  });
}
