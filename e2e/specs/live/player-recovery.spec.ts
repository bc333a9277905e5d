import { expect, type Page, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { Gateway } from "../../support/network/gateway.ts";
import { shared } from "../../support/shared.ts";
import { Visibility } from "../../support/browser/visibility.ts";

// The ways to a picture really fail one by one: the tile says so, takes another way, and recovers by itself.
const YARD = { width: 1280, height: 720 };
test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

test("WebRTC whose media find no way gives way to low bandwidth, and returns when it can; nobody's choice is changed", async ({
  page,
  context,
}) => {
  const gateway = await Gateway.to(shared().url);
  try {
    gateway.mediaCut = true;
    const stage = await enterStage(page, { url: gateway.url, password: shared().password });
    await stage.add("Yard");
    const tile = stage.tile("Yard");
    await expect(tile).toHaveAttribute("data-mode", "lowbandwidth", { timeout: 60_000 });
    await stage.playing("Yard", 60_000);
    const stored = () => page.evaluate(() => localStorage.getItem("proscenium.defaultPlayerMode"));
    expect(await stored()).toBeNull();

    gateway.restore();
    // The browser's network is back: a player that fell back gets another chance.
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(tile).toHaveAttribute("data-mode", "webrtc", { timeout: 60_000 });
    await stage.playing("Yard", 60_000);
    expect(await stored()).toBeNull();
  } finally {
    await gateway.close();
  }
});

test("a media socket that is cut: the last picture stays, the tile says that it connects, and plays again", async ({
  page,
}) => {
  const gateway = await Gateway.to(shared().url);
  try {
    const stage = await enterStage(page, { url: gateway.url, password: shared().password }, { lowBandwidth: true });
    await stage.add("Yard");
    const tile = await stage.playing("Yard", 60_000);
    const code = async () => (await stage.frameCode(tile, YARD))?.phaseMs ?? null;
    gateway.socketsDown = true;
    gateway.cutSockets();
    await expect(tile).not.toHaveAttribute("data-state", "playing", { timeout: 30_000 });
    // The picture is dimmed under the overlay but visible: the tile never turns black.
    const { rgba } = await stage.pixels(tile);
    expect(rgba.reduce((most, value, at) => (at % 4 === 3 ? most : Math.max(most, value)), 0)).toBeGreaterThan(60);
    gateway.restore();
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
    await expect.poll(code).not.toBeNull();
    const before = await code();
    await expect.poll(code).not.toBe(before);
  } finally {
    await gateway.close();
  }
});

/** A page that plays one camera in one mode, is hidden, and comes back. */
async function hiddenPage(page: Page, lowBandwidth: boolean) {
  const visibility = await Visibility.of(page);
  const stage = await enterStage(page, shared(), { lowBandwidth });
  const wall = new TimelinePage(page);
  await stage.add("Yard");
  const tile = await stage.playing("Yard", 60_000);
  const code = async () => (await stage.frameCode(tile, YARD))?.phaseMs ?? null;
  await expect.poll(code).not.toBeNull();
  const received = async () =>
    Object.values((await wall.facts()).players).map((player) => player.stats?.kilobitsPerSecond);
  return {
    /** Hides the page, and waits until it gets no pictures any more. */
    hide: async (): Promise<void> => {
      await expect.poll(received, { timeout: 30_000 }).not.toEqual([0]);
      await visibility.hide();
      await expect.poll(received, { timeout: 30_000 }).toEqual([0]);
    },
    /** Shows the page again, and returns after how many ms it shows a new picture. */
    show: async (): Promise<number> => {
      // The present errors; nothing else may count as new.
      const last = await code();
      expect(last).not.toBeNull();
      const from = performance.now();
      await visibility.show();
      const isNew = async (): Promise<boolean> => {
        const now = await code();
        return now !== null && now !== last;
      };
      await expect.poll(isNew, { intervals: [20] }).toBe(true);
      const backMs = performance.now() - from;
      await stage.playing("Yard", 60_000);
      return backMs;
    },
  };
}

test("a hidden page gets no pictures, and shows new ones within a second of its return, in low bandwidth and by WebRTC", {
  tag: "@alone",
}, async ({ browser, page }) => {
  // Both are hidden together, because hidden pages only wait; they come back one after the other, to be measured alone.
  const context = await browser.newContext();
  const pages = {
    "low bandwidth": await hiddenPage(page, true),
    WebRTC: await hiddenPage(await context.newPage(), false),
  };
  const backMs: Record<keyof typeof pages, number[]> = { "low bandwidth": [], WebRTC: [] };
  for (let round = 0; round < 2; round += 1) {
    await Promise.all([pages["low bandwidth"].hide(), pages.WebRTC.hide()]);
    for (const mode of ["low bandwidth", "WebRTC"] as const) backMs[mode].push(await pages[mode].show());
  }
  await context.close();
  test.info().annotations.push({ type: "new picture after the return, ms", description: JSON.stringify(backMs) });
  for (const [mode, times] of Object.entries(backMs))
    expect(Math.min(...times), `${mode}: ${JSON.stringify(times)}`).toBeLessThan(1000);
});
