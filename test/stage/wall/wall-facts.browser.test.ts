/** The facts that the wall reports about itself: pictures that arrived, were due and were shown. */
import { expect, test, vi } from "vitest";
import { need } from "#base/assert.ts";
import { flatFrame } from "#test/stage/support/frames.ts";
import { stageView, tileView } from "#test/stage/support/views.ts";
import { cell, eachWithWall, HEIGHT, openWall, WIDTH } from "./wall-of-tiles.ts";

/** For how long the wall stands still. */
const HOLD_MS = 150;

eachWithWall();

test("frames that never came because this thread was busy were due all the same, on tiles that are seen", async () => {
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
  const { stage, messages, message } = wall;
  const [seen, unseen] = [wall.source("a"), wall.source("b")];
  seen.put(flatFrame(64, 36, [90, 90, 90]));
  unseen.put(flatFrame(64, 36, [90, 90, 90]));
  await stage.whenIdle();
  await message((each) => each.type === "facts");
  // the first totals define the start of the count
  for (const frames of [1, 1001]) stage.sources.decoded("b", frames);
  for (const frames of [1, 41]) stage.sources.decoded("a", frames);
  seen.put(flatFrame(64, 36, [20, 20, 20]));
  // Facts may come before the picture is shown, too.
  await message(
    (each) => each.type === "facts" && each.wall.duePerSecond > 0 && each.wall.shownPerSecond > 0,
    messages.length,
  );
  const rates = messages.flatMap((each) => (each.type === "facts" ? [each.wall] : []));
  const { duePerSecond, shownPerSecond } = need(rates.at(-1), "facts");
  // 41 pictures of the visible one in the window, of which one was shown
  expect(duePerSecond / shownPerSecond).toBeCloseTo(41, 0);
});

test("a wall that stands still because the user acted is not a slow one: what it leaves out was not due", async () => {
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
  const { stage, messages, message } = wall;
  const seen = wall.source("a");
  seen.put(flatFrame(64, 36, [90, 90, 90]));
  await stage.whenIdle();
  await message((each) => each.type === "facts");
  const before = messages.length;
  stage.hold();
  for (let shade = 0; shade < 20; shade++) seen.put(flatFrame(64, 36, [shade, shade, shade]));
  await stage.whenIdle();
  // The wall goes on with the newest picture. Facts may come while it still stands, too: then nothing was shown, and nothing was due.
  await message(
    (each) => each.type === "facts" && each.sources[0]?.framesArrived === 21 && each.wall.shownPerSecond > 0,
    before,
  );
  for (const each of messages.slice(before))
    if (each.type === "facts") expect(each.wall.duePerSecond).toBeLessThanOrEqual(each.wall.shownPerSecond);
});

test("a picture that a seek waits for is shown while the wall stands still because the user acted", async () => {
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
  const { stage } = wall;
  const source = wall.source("a");
  source.put(flatFrame(64, 36, [90, 90, 90]));
  await stage.whenIdle();
  const took: number[] = [];
  const nowMs = performance.now.bind(performance);
  // This machine may be busy with something else once.
  for (let seek = 1; seek <= 4; seek++) {
    // The wall stands still again only when it has played as long: the clock of its thread is put forward.
    vi.spyOn(performance, "now").mockImplementation(() => nowMs() + seek * 2 * HOLD_MS);
    const fromMs = performance.now();
    stage.hold();
    stage.sources.play("a", { timeMs: seek, rate: 1, paused: true, heightPx: 0 });
    source.put(flatFrame(64, 36, [seek, seek, seek]));
    await stage.whenIdle();
    took.push(performance.now() - fromMs);
  }
  expect(Math.min(...took)).toBeLessThan(HOLD_MS - 20);
});

test("facts tell what came, what was shown and where it stands", async () => {
  const wall = await openWall(stageView(WIDTH, HEIGHT, [tileView("a", cell)]));
  wall.source("a").put(flatFrame(64, 36, [9, 9, 9]), 1234);
  await wall.stage.whenIdle();
  const message = await wall.message(
    (each) => each.type === "facts" && each.sources.some((source) => source.framesShown === 1),
  );
  if (message.type !== "facts") throw new Error("unreachable");
  expect(message.sources).toMatchObject([
    { sourceId: "a", framesArrived: 1, framesShown: 1, framesReplaced: 0, wallMs: 1234, widthPx: 64, heightPx: 36 },
  ]);
  expect(message.wall.contextLost).toBe(false);
});
