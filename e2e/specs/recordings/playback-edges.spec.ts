import { expect, type Page, test } from "@playwright/test";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { type CameraAnswer, eventually } from "../../support/api.ts";
import { FRAME_MS, openStage, recordedFor } from "../../support/playback/playback.ts";
import { shared } from "../../support/shared.ts";
import { NAMES, api } from "../../support/playback/two-cameras.ts";

/** The time of the picture of one camera, server ms. */
const shownOf = async (timeline: TimelinePage, name: string): Promise<number> =>
  (await timeline.shownByName([name]))[0] ?? 0;

test("J, K and L: faster, slower, pause, and the other way", async ({ page }) => {
  test.setTimeout(180_000);
  const { timeline } = await openStage(page, NAMES);
  await recordedFor(page, 70_000);
  await timeline.seekTo(Date.now() - 60_000);
  const speed = async (): Promise<string> => {
    const { paused, speed: pace } = await timeline.state();
    return paused ? "paused" : `${pace}x`;
  };
  const press = async (key: string, expected: string): Promise<void> => {
    await page.keyboard.press(key);
    await expect.poll(speed).toBe(expected);
  };
  await page.getByRole("button", { name: /^Yard, / }).focus();
  await press("l", "4x");
  await press("j", "1x");
  await press("j", "-1x");
  const turned = await shownOf(timeline, "Yard");
  await expect.poll(async () => turned - (await shownOf(timeline, "Yard"))).toBeGreaterThan(1500);
  await press("k", "paused");
  await timeline.settled(FRAME_MS + 1);
  const stands = await timeline.shown();
  await press("l", "1x");
  await expect.poll(async () => (await shownOf(timeline, "Yard")) - (stands[0] ?? 0)).toBeGreaterThan(1000);
});

/** Opens a paused link to a time. */
async function stand(page: Page, timeline: TimelinePage, timeMs: number): Promise<void> {
  const { epoch } = await timeline.target();
  await page.evaluate((time) => {
    location.hash = `#/stage?time=${time}&paused=1`;
  }, Math.round(timeMs));
  await expect.poll(async () => (await timeline.target()).epoch).toBeGreaterThan(epoch);
}

/**
 * Waits until a paused camera shows the one picture of this time, and returns that picture's time. Players report their
 * pictures now and then: a picture that only lies near this time may be one from before the pause.
 */
async function stillOf(timeline: TimelinePage, name: string, atMs: number): Promise<number> {
  // The address has whole milliseconds, and a picture that begins up to half of one later counts as that of the time.
  const lateMs = Math.round(atMs) + 0.51;
  let shownMs = 0;
  await expect(async () => {
    shownMs = await shownOf(timeline, name);
    expect(shownMs).toBeGreaterThan(lateMs - FRAME_MS - 0.02);
    expect(shownMs).toBeLessThan(lateMs);
  }).toPass({ timeout: 15_000 });
  return shownMs;
}

test("a gap: the tile counts down, its neighbour plays on, and both are in step behind it", { tag: "@pairs" }, async ({
  page,
}) => {
  test.setTimeout(240_000);
  const admin = await api();
  const { cameras } = await admin.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  const carPark = cameras.find(({ name }) => name === "Car park");
  const streamId = carPark?.primaryStream?.id ?? "";
  const path = `/service/cameras/${carPark?.id}/streams/${streamId}`;
  const archives = async (): Promise<{ start: number; end: number; active: boolean }[]> =>
    (
      await admin.get<{ archives: { start: number; end: number; active: boolean }[] }>(
        `/service/archives?streamId=${streamId}&take=2`,
      )
    ).archives;
  const { stage, timeline } = await openStage(page, ["Car park", "Yard"]);
  await recordedFor(page, 15_000);
  let gapFrom = 0;
  let gapTo = 0;
  try {
    await admin.patch(path, { recordingConfiguration: { mode: "PROXY_ONLY_MODE", filesplit: { recordState: false } } });
    const [last] = await eventually("the end of the recording", archives, ([run]) => run?.active === false);
    gapFrom = last?.end ?? 0;
    await expect.poll(() => Date.now() - gapFrom, { timeout: 30_000 }).toBeGreaterThan(14_000);
    // What was on its way to the disk when the recording was ended has arrived by now.
    gapFrom = (await archives())[0]?.end ?? 0;
    // There is no recording, and no later one yet: the tile says so, and looks again by itself.
    await timeline.seekTo(gapFrom + 6000, ["Yard"]);
    await expect(stage.tile("Car park")).toHaveAttribute("data-state", "no_video");
  } finally {
    await admin.patch(path, {
      recordingConfiguration: { mode: "ALL_FEATURES_MODE", filesplit: { recordState: true } },
    });
  }
  const [next] = await eventually("the recording goes on", archives, ([run]) => (run?.start ?? 0) > gapFrom + 1000);
  gapTo = next?.start ?? 0;
  // A seek into the gap: the tile says when the recording continues, and the other tile plays.
  await timeline.seekTo(gapFrom + 2000, ["Yard"]);
  await expect(stage.tile("Car park")).toHaveAttribute("data-state", "delay");
  await page.screenshot({ path: test.info().outputPath("countdown.png") });
  expect(await shownOf(timeline, "Yard")).toBeGreaterThan(gapFrom);
  await timeline.seekTo(gapTo - 6000, ["Yard"]);
  await expect(stage.tile("Car park")).toHaveAttribute("data-state", "delay");
  await stage.playing("Car park", 30_000);
  await expect.poll(() => shownOf(timeline, "Car park")).toBeGreaterThanOrEqual(gapTo - 1);
  await timeline.settled(400);
  // Over the gap: the tile plays up to it, waits, and continues.
  await timeline.seekTo(gapFrom - 4000);
  await stage.playing("Car park", 30_000);
  await expect(stage.tile("Car park")).toHaveAttribute("data-state", "delay", { timeout: 30_000 });
  expect(await shownOf(timeline, "Car park")).toBeLessThan(gapFrom + 1);
  // Paused at the edge of the gap or inside it, a step moves the wall by one picture, and no tile jumps over the gap.
  await stage.tile("Yard").focus();
  for (const atMs of [gapFrom - 20, gapFrom + 4000]) {
    await stand(page, timeline, atMs);
    const fromMs = await stillOf(timeline, "Yard", atMs);
    for (let press = 1; press <= 3; press++) {
      await page.keyboard.press(".");
      const afterMs = fromMs + press * FRAME_MS;
      await expect.poll(async () => Math.abs((await shownOf(timeline, "Yard")) - afterMs)).toBeLessThan(FRAME_MS / 2);
      await expect.poll(async () => Math.abs((await timeline.state()).timeMs - afterMs)).toBeLessThan(FRAME_MS / 2);
      await expect.poll(() => shownOf(timeline, "Car park")).toBeLessThan(gapFrom + 1);
    }
  }
  await expect(stage.tile("Car park")).toHaveAttribute("data-state", "delay");
  // Alone on the stage: there are no pictures of another tile that advance the clock through the gap.
  await stage.tile("Yard").focus();
  await page.keyboard.press("Delete");
  await expect(stage.tile("Yard")).toBeHidden();
  const soughtAt = Date.now();
  await timeline.open(gapTo - 6000, 1);
  await expect(stage.tile("Car park")).toHaveAttribute("data-state", "delay");
  await expect.poll(() => shownOf(timeline, "Car park"), { timeout: 30_000 }).toBeGreaterThan(gapTo + 1500);
  expect(Date.now() - soughtAt).toBeLessThan(6000 + 1500 + 4000);
  // Paused inside the gap, a step moves to its other side, and the timeline with it.
  await timeline.open(gapFrom + 3000, 1);
  await timeline.button("Pause").click();
  await expect.poll(async () => (await timeline.target()).paused).toBe(true);
  await expect(stage.tile("Car park")).toHaveAttribute("data-state", "delay");
  await page.keyboard.press(".");
  await expect.poll(async () => Math.abs((await timeline.state()).timeMs - gapTo)).toBeLessThan(FRAME_MS);
  await page.keyboard.press(",");
  await expect.poll(async () => (await timeline.state()).timeMs).toBeLessThan(gapFrom);
});

test("a tile too small for the large stream plays back what only that one recorded", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 620 });
  const { stage, timeline } = await openStage(page, ["Yard", "Corridor", "Car park", "Lobby"]);
  const widths = async (): Promise<number[]> => {
    const facts = await timeline.facts();
    return Object.values(facts.players).map((player) => player.stats?.widthPx ?? 0);
  };
  await expect.poll(async () => Math.max(...(await widths()))).toBeLessThan(1280);
  await recordedFor(page, 30_000);
  await timeline.seekTo(Date.now() - 20_000);
  for (const name of ["Yard", "Corridor"]) await stage.playing(name);
  await timeline.settled(400);
});

test("days of 23 and 25 hours: the clock jumps where the zone's clock does", async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: "Europe/Berlin", viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const { timeline } = await openStage(page, ["Yard"]);
  const spoken = async (): Promise<string | undefined> =>
    /\d{4}-\d\d-\d\d \d\d:\d\d/.exec((await timeline.strip.getAttribute("aria-valuetext")) ?? "")?.[0];
  /** Goes to a time and reads the time that the slider shows, and the zone beside it. */
  const expectAt = async (timeMs: number, time: string, zone: string): Promise<void> => {
    await timeline.open(timeMs, 1);
    await expect.poll(async () => Math.abs((await timeline.state()).timeMs - timeMs)).toBeLessThan(20_000);
    const clock = async (): Promise<string> => `${await spoken()} ${await page.locator("[data-zone]").innerText()}`;
    await expect.poll(clock).toBe(`${time} ${zone}`);
  };
  const HOUR = 3_600_000;
  // Autumn: the hour from two to three occurs twice.
  const autumn = Date.UTC(2026, 9, 25, 0, 30);
  await expectAt(autumn, "2026-10-25 02:30", "UTC+02:00");
  await expectAt(autumn + HOUR, "2026-10-25 02:30", "UTC+01:00");
  // The day ends 25 hours after its beginning.
  const begun = Date.UTC(2026, 9, 24, 22, 0);
  await expectAt(begun, "2026-10-25 00:00", "UTC+02:00");
  await expectAt(begun + 25 * HOUR, "2026-10-26 00:00", "UTC+01:00");
  // Spring: half past one is followed by half past three, and the day has 23 hours.
  const spring = Date.UTC(2026, 2, 29, 0, 30);
  await expectAt(spring, "2026-03-29 01:30", "UTC+01:00");
  await expectAt(spring + HOUR, "2026-03-29 03:30", "UTC+02:00");
  const end = Date.UTC(2026, 2, 28, 23, 0) + 23 * HOUR;
  await expectAt(end, "2026-03-30 00:00", "UTC+02:00");
  // The same moment in the recorder's zone, which is this machine's.
  await page.getByRole("button", { name: /Switch to the server's time zone$/ }).click();
  await expect(page.locator("[data-zone=server]")).toBeVisible();
  const there = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short" });
  await expect.poll(spoken).toBe(there.format(end));
  await page.getByRole("button", { name: /Switch to the browser's time zone$/ }).click();
  await expect.poll(spoken).toBe("2026-03-30 00:00");
  await context.close();
});

test("a thumbnail that was seen before is there again within 100 ms", { tag: "@pairs" }, async ({ page }) => {
  test.setTimeout(180_000);
  const { timeline } = await openStage(page, ["Yard"]);
  await recordedFor(page, 60_000);
  await timeline.clickBack(30_000);
  await timeline.settled(2000);
  await timeline.button("Pause").click();
  const box = await timeline.strip.boundingBox();
  const { startMs, stopMs } = await timeline.window();
  if (!box) throw new Error("no timeline");
  const xOf = (timeMs: number): number => box.x + ((timeMs - startMs) / (stopMs - startMs)) * box.width;
  const now = Date.now();
  const [a, b] = [xOf(now - 50_000), xOf(now - 15_000)];
  const picture = page.locator("img[data-thumbnail]");
  const seen = async (agoMs: number): Promise<string> => {
    await page.mouse.move(xOf(now - agoMs), box.y + 50);
    const time = async (): Promise<number> => Number(await picture.getAttribute("data-thumbnail"));
    await expect.poll(async () => Math.abs((await time()) - (now - agoMs))).toBeLessThan(10_000);
    return String(await time());
  };
  const times = [await seen(50_000), await seen(15_000)];
  expect(times[0]).not.toBe(times[1]);
  // Measured in the page: from the pointer's event to the loaded picture in the document.
  await page.evaluate(() => {
    const took: number[] = [];
    let movedAtMs = 0;
    let before = "";
    addEventListener("pointermove", () => (movedAtMs = performance.now()), { capture: true });
    const look = (): void => {
      const image = document.querySelector<HTMLImageElement>("img[data-thumbnail]");
      const time = image?.dataset.thumbnail ?? "";
      if (image?.complete && image.naturalWidth > 0 && time !== before) {
        took.push(performance.now() - movedAtMs);
        before = time;
      }
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { thumbnailMs: took });
  });
  for (let round = 0; round < 5; round++)
    for (const [index, x] of [a, b].entries()) {
      await page.mouse.move(x, box.y + 50);
      await expect(picture).toHaveAttribute("data-thumbnail", times[index] ?? "");
    }
  await expect.poll(async () => (await took(page)).length).toBeGreaterThanOrEqual(9);
  const sorted = (await took(page)).sort((one, other) => one - other);
  test.info().annotations.push({ type: "thumbnail from cache, ms", description: JSON.stringify(sorted) });
  expect(sorted[sorted.length >> 1]).toBeLessThan(100);
});

const took = (page: Page): Promise<number[]> =>
  page.evaluate(() => [...((Reflect.get(window, "thumbnailMs") as number[] | undefined) ?? [])]);

test("a link with stage, time and speed opens the same cameras at the same moment", async ({ page }) => {
  test.setTimeout(180_000);
  const { stage, timeline } = await openStage(page, NAMES);
  await recordedFor(page, 40_000);
  const admin = await api();
  const { cameras } = await admin.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  const cells = NAMES.map((name) => ({
    camera: { id: cameras.find((camera) => camera.name === name)?.id ?? "", orchidId: "1" },
  }));
  const saved = await admin.post<{ id: string }>("/service/stages", {
    name: `Link ${Date.now()}`,
    stageMatrix: [cells],
  });
  try {
    const timeMs = Math.round(Date.now() - 30_000);
    const link = `${shared().url}/#/stage?stage=${saved.id}&time=${timeMs}&speed=0.25`;
    await page.goto("about:blank");
    await page.goto(link);
    for (const name of NAMES) await expect(stage.tile(name)).toBeVisible({ timeout: 60_000 });
    await expect.poll(async () => (await timeline.target()).timeMs, { timeout: 30_000 }).toBe(timeMs);
    expect((await timeline.target()).rate).toBe(0.25);
    // Both pictures are of that moment and continue at a quarter of the speed.
    await expect
      .poll(async () => (await timeline.shown()).every((wallMs) => wallMs >= timeMs - 70 && wallMs < timeMs + 10_000), {
        timeout: 40_000,
      })
      .toBe(true);
    await timeline.settled(400);
    expect(page.url()).toContain(`stage=${saved.id}`);
    // When paused, the address contains the time of that picture: a reload shows it again, and it stands still.
    await timeline.button("Pause").click();
    await expect.poll(() => page.url()).toContain("&speed=0.25&paused=1");
    const stoodMs = (await timeline.state()).timeMs;
    await page.reload();
    for (const name of NAMES) await expect(stage.tile(name)).toBeVisible({ timeout: 60_000 });
    // The time of the picture: the player may report only after the pause which picture it shows.
    const awayMs = async (): Promise<number> => Math.abs((await timeline.target()).timeMs - stoodMs);
    await expect.poll(awayMs, { timeout: 30_000 }).toBeLessThan(FRAME_MS + 5);
    expect((await timeline.target()).paused).toBe(true);
    await expect(timeline.button("Play")).toBeVisible();
  } finally {
    await admin.delete(`/service/stages/${saved.id}`);
  }
});
