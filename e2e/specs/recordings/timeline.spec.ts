import { expect, test } from "@playwright/test";
import { scenes } from "#demo/scenes/scenes.ts";
import { Api } from "../../support/api.ts";
import { boxOf } from "../../support/browser/boxes.ts";
import { FRAME_MS, openStage, phaseDifference, recordedFor } from "../../support/playback/playback.ts";
import type { TimelinePage } from "../../pages/timeline-page.ts";
import { drag } from "../../support/browser/pointer.ts";
import { shared } from "../../support/shared.ts";

const PICTURE = { width: 1280, height: 720 };
const NAMES = ["Yard", "Corridor"] as const;

/** By how many pictures each tile is behind the moment that the wall was ordered to show. */
const behind = async (timeline: TimelinePage): Promise<number[]> => {
  const { timeMs } = await timeline.target();
  // Half a millisecond is what a tile lets pass, too.
  return (await timeline.shown()).map((wallMs) => Math.floor((timeMs + 0.5 - wallMs) / (1000 / 15)));
};

const widthToHeight = ({ width, height }: { width: number; height: number }): number => width / height;

test("a click on the timeline plays what was recorded then, on every tile the same moment", async ({ page }) => {
  const { stage, timeline } = await openStage(page, NAMES);
  await recordedFor(page, 25_000);
  await timeline.clickBack(12_000);
  await expect.poll(async () => (await timeline.state()).mode).toBe("playback");
  expect((await timeline.state()).selectionMode).toBe(true);
  await timeline.settled(400);
  // both tiles show the same moment of the cameras' common loop, and the moment advances
  const first = await stage.frameCode(stage.tile("Yard"), PICTURE);
  await expect
    .poll(async () => {
      const [yard, corridor] = [
        await stage.frameCode(stage.tile("Yard"), PICTURE),
        await stage.frameCode(stage.tile("Corridor"), PICTURE),
      ];
      return yard !== null && corridor !== null && first !== null && yard.phaseMs !== first.phaseMs;
    })
    .toBe(true);
});

test("paused, a seek shows the frame of that time, and steps go one picture on and back", async ({ page }) => {
  const { stage, timeline } = await openStage(page, NAMES);
  await recordedFor(page, 25_000);
  await timeline.clickBack(14_000);
  await timeline.settled(400);
  await timeline.button("Pause").click();
  await expect.poll(async () => (await timeline.state()).paused).toBe(true);
  // The very picture of that moment: a tile that asks for it anew may show the one beside it until then.
  await expect.poll(() => behind(timeline)).toEqual([0, 0]);
  const code = async (name: string) => (await stage.frameCode(stage.tile(name), PICTURE))?.phaseMs ?? Number.NaN;
  const { timeMs } = await timeline.state();
  const yard = await code("Yard");
  expect(Math.abs(phaseDifference(yard, timeMs))).toBeLessThanOrEqual(250);
  expect(Math.abs(phaseDifference(yard, await code("Corridor")))).toBeLessThanOrEqual(FRAME_MS + 1);
  // From the pixels: by how many pictures each tile has advanced from where it was.
  const from = { Yard: yard, Corridor: await code("Corridor") };
  const gone = async () => {
    const by = [];
    for (const name of ["Yard", "Corridor"] as const)
      by.push(Math.round(phaseDifference(await code(name), from[name]) / (1000 / 15)));
    return by;
  };
  await timeline.button("One frame forward").click();
  await expect.poll(gone).toEqual([1, 1]);
  await timeline.button("One frame back").click();
  await expect.poll(gone).toEqual([0, 0]);
  await timeline.button("One frame back").click();
  await expect.poll(gone).toEqual([-1, -1]);
  // The steps are faster than pictures arrive, and none is lost.
  for (let press = 0; press < 4; press++) await page.keyboard.press(".");
  await expect.poll(gone).toEqual([3, 3]);
  for (let press = 0; press < 3; press++) await page.keyboard.press(",");
  await expect.poll(gone).toEqual([0, 0]);
});

test("live, one frame back stops at the picture before that instant's; one on only stops", async ({ page }) => {
  const { timeline } = await openStage(page, NAMES);
  await recordedFor(page, 5_000);
  await timeline.button("One frame back").click();
  await expect.poll(() => behind(timeline)).toEqual([1, 1]);
  await page.getByRole("button", { name: "Return to live" }).click();
  await expect.poll(async () => (await timeline.state()).mode).toBe("live");
  await timeline.button("One frame forward").click();
  await expect.poll(() => behind(timeline)).toEqual([0, 0]);
});

test("four times as fast, backwards, and back to live", async ({ page }) => {
  const { stage, timeline } = await openStage(page, NAMES);
  await recordedFor(page, 40_000);
  await timeline.clickBack(30_000);
  await timeline.settled(400);
  const speed = page.getByRole("slider", { name: "Speed" });
  await speed.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await timeline.state()).speed).toBe(4);
  await expect(page.locator("[data-speed]")).toHaveText("4x");
  await timeline.settled(2500);
  const [before, at] = [(await timeline.shown())[0] ?? 0, Date.now()];
  await expect.poll(async () => ((await timeline.shown())[0] ?? 0) - before).toBeGreaterThan(4000);
  expect(Date.now() - at).toBeLessThan(6000);
  // speed 1, then reverse
  await page.keyboard.press("ArrowLeft");
  await expect.poll(async () => (await timeline.state()).speed).toBe(1);
  await timeline.button("Play in reverse").click();
  await expect.poll(async () => (await timeline.state()).speed).toBe(-1);
  const shown = async () => (await timeline.shown())[0] ?? 0;
  const turned = await shown();
  await expect.poll(async () => turned - (await shown())).toBeGreaterThan(1000);
  await page.getByRole("button", { name: "Return to live" }).click();
  await expect.poll(async () => (await timeline.state()).mode).toBe("live");
  expect((await timeline.state()).speed).toBe(1);
  await stage.playing("Yard");
  await expect.poll(async () => Date.now() - ((await timeline.shown())[0] ?? 0)).toBeLessThan(5000);
});

test("the address carries the time, and the date picker refuses what is not over yet", async ({ page }) => {
  const { timeline } = await openStage(page, NAMES);
  await recordedFor(page, 25_000);
  await timeline.clickBack(15_000);
  await timeline.settled(400);
  await timeline.button("Pause").click();
  await expect.poll(async () => (await timeline.state()).paused).toBe(true);
  // The address follows half a second later.
  const off = async () => Math.abs(Number(/time=(\d+)/.exec(page.url())?.[1] ?? 0) - (await timeline.state()).timeMs);
  await expect.poll(off).toBeLessThanOrEqual(FRAME_MS + 1);
  await timeline.button("Choose date and time").click();
  await page.getByLabel("Date", { exact: true }).fill("2099-01-01");
  await page.getByRole("button", { name: "GO" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  // In a low window the dialog scrolls the error into sight.
  await page.setViewportSize({ width: 960, height: 480 });
  await page.getByLabel("Date", { exact: true }).fill("2099-01-02");
  await page.getByRole("button", { name: "GO" }).click();
  await expect(page.getByRole("alert")).toBeInViewport();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("an unlinked player has its own timeline: it goes back alone, and comes back when it is linked again", async ({
  page,
}) => {
  const { stage, timeline } = await openStage(page, NAMES);
  await recordedFor(page, 30_000);
  await stage.tile("Yard").hover();
  const toolbar = page.getByRole("toolbar", { name: /Yard/ });
  await toolbar.getByRole("button", { name: "Unlink from the stage's timeline" }).click();
  const slider = page.getByRole("slider", { name: "Timeline of Yard" });
  await expect(slider).toBeVisible();
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  /** ms; a large value while a picture's time is not known */
  const behind = async () =>
    (await timeline.shownByName(["Yard", "Corridor"])).map((wallMs) => (wallMs === 0 ? 1e9 : Date.now() - wallMs));
  await expect
    .poll(async () => {
      const [yard = 0, corridor = 0] = await behind();
      return yard > 12_000 && yard < 90_000 && corridor < 8000;
    })
    .toBe(true);
  expect((await timeline.state()).mode).toBe("live");
  await page.screenshot({ path: test.info().outputPath("unlinked.png") });
  const inGrid = await boxOf(stage.tile("Yard"));
  // In full screen the keys control this player: they pause it and step through its pictures, and the stage stays live.
  await stage.tile("Yard").focus();
  await page.keyboard.press("f");
  await expect(toolbar.getByRole("button", { name: "Leave full screen" })).toBeVisible();
  await page.keyboard.press(" ");
  const own = async () => (await timeline.unlinked("Yard"))?.state;
  await expect.poll(async () => (await own())?.paused).toBe(true);
  const yardMs = async () => (await timeline.shownByName(["Yard"]))[0] ?? 0;
  await expect.poll(async () => Math.abs((await yardMs()) - ((await own())?.timeMs ?? 0))).toBeLessThanOrEqual(1);
  // Pictures that were on their way are shown after the pause, and a player reports its time once a second: it stands when
  // two reports are equal.
  let reportedMs = -1;
  const stands = async (): Promise<boolean> => {
    const beforeMs = reportedMs;
    reportedMs = await yardMs();
    return reportedMs === beforeMs;
  };
  await expect.poll(stands, { intervals: [1200] }).toBe(true);
  const pausedMs = await yardMs();
  for (let press = 0; press < 3; press++) await page.keyboard.press(",");
  await expect.poll(async () => Math.round((pausedMs - (await yardMs())) / FRAME_MS)).toBe(3);
  await page.keyboard.press("k");
  await expect.poll(async () => (await own())?.paused).toBe(false);
  expect(await timeline.state()).toMatchObject({ mode: "live", paused: false });
  await page.keyboard.press("f");
  await expect(toolbar.getByRole("button", { name: "Full screen" })).toBeVisible();
  // Its corner stays free for resizing the tile, once the tile is back in its place.
  await expect.poll(() => boxOf(stage.tile("Yard"))).toEqual(inGrid);
  const before = inGrid;
  const corner = { x: before.x + before.width - 6, y: before.y + before.height - 6 };
  await drag(page, corner, { x: corner.x, y: corner.y + before.height });
  await expect.poll(async () => widthToHeight(await boxOf(stage.tile("Yard")))).toBeLessThan(1);
  await stage.tile("Yard").hover();
  await toolbar.getByRole("button", { name: "Link to the stage's timeline" }).click();
  await expect(slider).toBeHidden();
  await expect.poll(async () => ((await behind())[0] ?? 99_999) < 8000).toBe(true);
});

test("a range is bookmarked and locked as evidence, shown to others, and let go again", async ({ page }) => {
  const { timeline } = await openStage(page, NAMES);
  await recordedFor(page, 25_000);
  await timeline.clickBack(15_000);
  await expect.poll(async () => (await timeline.state()).mode).toBe("playback");
  // The selection keys: from here, to there.
  await timeline.strip.focus();
  await page.keyboard.press("[");
  const open = page.getByRole("button", { name: "Bookmarks and evidence locks" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Bookmarks and evidence locks" });
  const text = `case ${Date.now()}`;
  const rows = dialog.getByRole("row", { name: new RegExp(text) });
  await dialog.getByRole("textbox", { name: "Text" }).fill(text);
  await dialog.getByRole("button", { name: "Add bookmark" }).click();
  await expect(rows).toHaveCount(2);
  await dialog.getByRole("textbox", { name: "Text" }).fill(text);
  await dialog.getByRole("button", { name: "Lock evidence" }).click();
  // Both cameras, with both streams of each.
  await expect(rows).toHaveCount(2 + 4);
  await page.screenshot({ path: test.info().outputPath("marks.png") });
  await dialog.press("Escape");
  await expect(dialog).toBeHidden();
  // Beside the marks: the hover picture of the recorded instant.
  const strip = await timeline.strip.boundingBox();
  if (!strip) throw new Error("no timeline");
  const { startMs, stopMs } = await timeline.window();
  // Before the range: in it the pointer shows a strip of pictures instead.
  const rangeStartMs = (await timeline.state()).fineTime?.startMs ?? Number.NaN;
  const recordedMs = rangeStartMs - 4000;
  await page.mouse.move(strip.x + (strip.width * (recordedMs - startMs)) / (stopMs - startMs), strip.y + 50);
  await expect(page.locator("img[data-thumbnail]")).toBeVisible();
  await page.screenshot({ path: test.info().outputPath("marks-drawn.png") });
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const { locks } = await api.get<{ locks: { id: string; text: string }[] }>("/service/locks");
  const { bookmarks } = await api.get<{ bookmarks: { id: string; text: string }[] }>("/service/bookmarks");
  const isOwn = (each: { text: string }): boolean => each.text === text;
  expect([locks.filter(isOwn).length, bookmarks.filter(isOwn).length]).toEqual([4, 2]);
  // Another user removes them, and this page is told.
  for (const { id } of locks.filter(isOwn)) await api.delete(`/service/locks/${id}`);
  for (const { id } of bookmarks.filter(isOwn)) await api.delete(`/service/bookmarks/${id}`);
  await open.click();
  await expect(rows).toHaveCount(0);
});

// Alone: on a machine that is too busy the detector goes on at the next key picture, up to two seconds later.
test("previous and next motion go to where the scene says that something begins to move", { tag: "@alone" }, async ({
  page,
}) => {
  const scene = scenes.find(({ name }) => name === "Yard");
  if (!scene) throw new Error("no such scene");
  const { timeline } = await openStage(page, NAMES);
  // Only the yard's own motion counts.
  await page.getByRole("button", { name: /^Yard, / }).click();
  await timeline.button("Lanes: all cameras on the stage").click();
  await page.getByRole("menuitem", { name: /the selected camera/ }).click();
  // What happened while this page opened does not count.
  const sinceMs = Date.now();
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: { name: string; primaryStream: { id: string } }[] }>("/service/cameras");
  const id = cameras.find(({ name }) => name === scene.name)?.primaryStream.id;
  const begun = async (): Promise<number[]> => {
    const path = `/service/events/camera-stream?id=${id}&eventType=motion&order=asc&starting=true&start=${sinceMs}`;
    const { events } = await api.get<{ events: { start: number }[] }>(path);
    return events.map(({ start }) => start);
  };
  await expect.poll(async () => (await begun()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
  const starts = await begun();
  const [first = Number.NaN, second = Number.NaN] = starts;
  const toKnownStart = (timeMs: number): number =>
    Math.min(...scene.motionMs.map(([from]) => Math.abs(phaseDifference(timeMs, from))));
  // The detector needs some pictures of a moving object.
  for (const start of starts) expect(toKnownStart(start)).toBeLessThan(2000);
  // Back goes past what began in the last five seconds (document 1, section 9).
  await timeline.seekTo(second + 2000);
  await timeline.button("Pause").click();
  await timeline.button("Previous motion event").click();
  const from = async (startMs: number): Promise<number> => Math.abs((await timeline.target()).timeMs - startMs);
  await expect.poll(() => from(first)).toBeLessThan(FRAME_MS);
  await timeline.button("Next motion event").click();
  await expect.poll(() => from(second)).toBeLessThan(FRAME_MS);
});
