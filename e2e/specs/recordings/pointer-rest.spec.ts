import { expect, test } from "@playwright/test";
import { openStage, recordedFor } from "../../support/playback/playback.ts";

interface Prefetch {
  readonly number: number;
  readonly time: number;
}

test("where the pointer rests on the timeline the picture is ready before the press, which leads to just that", async ({
  page,
}) => {
  // The media socket belongs to the page then, where a test can read it.
  await page.addInitScript(() => Reflect.deleteProperty(HTMLCanvasElement.prototype, "transferControlToOffscreen"));
  const wanted: Prefetch[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      if (String(payload).includes('"prefetch"')) wanted.push(JSON.parse(String(payload)));
    }),
  );
  const { timeline } = await openStage(page, ["Yard"]);
  await recordedFor(page, 50_000);
  await timeline.clickBack(20_000);
  await timeline.settled(1000);
  const box = await timeline.strip.boundingBox();
  if (!box) throw new Error("no timeline");
  const { startMs, stopMs } = await timeline.exactWindow();
  const y = box.y + box.height * 0.6;
  const xOf = (timeMs: number): number => box.x + ((timeMs - startMs) / (stopMs - startMs)) * box.width;
  await page.mouse.move(xOf(Date.now() - 30_000), y);
  await expect.poll(() => wanted.at(-1)?.number ?? 0).toBeGreaterThan(0);
  // In one go: on a busy machine a pointer rests between the steps of a slower move, too.
  await page.mouse.move(xOf(Date.now() - 40_000), y);
  await expect.poll(() => wanted.filter(({ number }) => number > 0).length).toBe(2);
  // What was wanted before was given up when the pointer moved.
  expect(wanted.some(({ number }) => number === 0)).toBe(true);
  const { time } = wanted.at(-1) ?? { time: 0 };
  await page.mouse.down();
  await page.mouse.up();
  const begun = (await timeline.state()).timeMs;
  expect(begun - time).toBeGreaterThanOrEqual(0);
  expect(begun - time).toBeLessThan(1000);
  await expect.poll(async () => ((await timeline.shown())[0] ?? 0) - time).toBeGreaterThanOrEqual(-67);
});
