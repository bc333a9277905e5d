/** The media socket carries no pixel that is hidden: what it sends is decoded and searched. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type MediaCommand, MediaFlag } from "#protocol/media-socket.ts";
import { eventually } from "#test/support/eventually.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import { brightest, HIDDEN, SEEN } from "../support/brightest.ts";
import { playInto } from "../support/encoded-scene.ts";
import { byViews, hide, show, UNMASKED } from "../support/hidden-parts.ts";
import { FETCH, type MediaSocketRig, openMediaSocketRig, wallOf } from "../support/media-socket-rig.ts";

let rig: MediaSocketRig;
let stop: () => void;
beforeAll(async () => {
  rig = await openMediaSocketRig();
  stop = playInto(rig.feed, rig.scene.slice(15, 150));
}, 30_000);
afterEach(() => {
  rig.endViewers();
  rig.begun.splice(0);
});
afterAll(() => {
  stop();
  return rig.close();
});

const plays: [string, Partial<Extract<MediaCommand, { op: "play" }>> & { time: number }][] = [
  ["live", { time: 0 }],
  ["recorded", { time: wallOf(20) }],
  ["a still", { time: wallOf(20), paused: true }],
  ["a draft", { time: wallOf(20), paused: true, draft: true }],
  ["backwards", { time: wallOf(100), rate: -1 }],
  ["in leaps", { time: wallOf(20), rate: 16 }],
  ["in leaps backwards", { time: wallOf(120), rate: -16 }],
  ["for a decoder of H.265", { time: 0, accepts: ["h265"] }],
  ["smaller", { time: wallOf(20), height: 90 }],
];

it.each(plays)("%s", async (name, play) => {
  hide(rig.masks);
  const viewer = await rig.watch(name, "fmp4", play.time);
  viewer.play(1, play);
  await eventually(() => viewer.pictures(1).length > 0, "pictures");
  expect(brightest("h264", viewer.coded(1))).toBeLessThan(HIDDEN);
  const seeing = await rig.watch(`${name}, seen`, "fmp4", play.time, UNMASKED);
  seeing.play(1, play);
  await eventually(() => seeing.pictures(1).length > 0, "pictures");
  expect(brightest("h264", seeing.coded(1))).toBeGreaterThan(SEEN);
});

it.each(plays)("%s, for whoever sees a camera by a view only, asked for without masks", async (name, play) => {
  byViews(rig.masks);
  for (const [views, isSeen] of [
    [["beside"], false],
    [["deleted"], false],
    [[], false],
    [["beside", "all"], true],
  ] as const) {
    const viewer = await rig.watch(`${name}, by ${views.length} ${views.join()}.`, "fmp4", play.time, {
      ...UNMASKED,
      views,
    });
    viewer.play(1, play);
    await eventually(() => viewer.pictures(1).length > 0, "pictures");
    const light = brightest("h264", viewer.coded(1));
    if (isSeen) expect(light).toBeGreaterThan(SEEN);
    else expect(light).toBeLessThan(HIDDEN);
  }
});

it.each([
  ["live", 0],
  ["recorded", wallOf(20)],
])("as JPEG, %s, by socket and by fetching", async (_name, timeMs) => {
  hide(rig.masks);
  const viewer = await rig.watch(`jpeg ${timeMs}`, "jpeg", timeMs);
  viewer.play(1, { time: timeMs });
  await eventually(() => viewer.pictures(1).length > 0, "a picture");
  expect(brightest("mjpeg", [viewer.pictures(1)[0]?.payload ?? Buffer.alloc(0)])).toBeLessThan(HIDDEN);
  const play = { timeMs, rate: 1, heightPx: 0 };
  const spec = { sessionId: `http ${timeMs}`, streamId: "a", format: "jpeg" as const, play, rights: MAY_ALL };
  await rig.sessions.open({ ...spec, ...FETCH });
  const fetched = await rig.sessions.frame(spec.sessionId);
  if (!fetched.ok) throw new Error(fetched.error.code);
  expect(brightest("mjpeg", [fetched.value.jpeg])).toBeLessThan(HIDDEN);
  rig.sessions.close(spec.sessionId);
});

it("a mask that is drawn while somebody watches hides at once, live and recorded, and shows again without it", async () => {
  show(rig.masks);
  const live = await rig.watch("changes");
  live.play(1);
  const recorded = await rig.watch("changes, recorded", "fmp4", wallOf(20));
  recorded.play(1, { time: wallOf(20) });
  for (const viewer of [live, recorded]) {
    await eventually(() => viewer.pictures(1).length > 0, "pictures");
    expect(brightest("h264", viewer.coded(1))).toBeGreaterThan(SEEN);
  }
  for (const [change, fits] of [
    [hide, (light: number) => light < HIDDEN],
    [show, (light: number) => light > SEEN],
  ] as const) {
    await Promise.all([live.drained(), recorded.drained()]);
    for (const { messages, notices } of [live, recorded]) for (const all of [messages, notices]) all.splice(0);
    change(rig.masks);
    const changedAtMs = performance.now();
    for (const viewer of [live, recorded]) {
      await eventually(() => viewer.notices.some(({ type }) => type === "config"), "begins anew");
      expect(performance.now() - changedAtMs).toBeLessThan(1000);
      // What came before is not meant: it was sent before the change.
      viewer.messages.splice(
        0,
        viewer.messages.findLastIndex(({ flags }) => (flags & MediaFlag.key) !== 0),
      );
      await eventually(() => viewer.pictures(1).length > 0, "pictures");
      expect(fits(brightest("h264", viewer.coded(1)))).toBe(true);
    }
  }
});

it("of a stream that nobody has told of yet nothing is seen", async () => {
  rig.masks.set([]);
  const viewer = await rig.watch("unknown", "fmp4", wallOf(20));
  viewer.play(1, { time: wallOf(20), paused: true });
  await eventually(() => viewer.pictures(1).length > 0, "a picture");
  expect(brightest("h264", viewer.coded(1))).toBeLessThan(HIDDEN);
});
