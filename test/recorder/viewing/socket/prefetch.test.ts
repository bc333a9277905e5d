import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { MediaFlag, MediaKind } from "#protocol/media-socket.ts";
import { eventually } from "#test/support/eventually.ts";
import {
  type MediaSocketRig,
  openMediaSocketRig,
  START,
  wallOf,
} from "#test/recorder/viewing/support/media-socket-rig.ts";
import type { Viewer } from "#test/recorder/viewing/support/media-viewer.ts";
import { range } from "#test/recorder/viewing/support/range.ts";

let rig: MediaSocketRig;
beforeAll(async () => {
  rig = await openMediaSocketRig();
}, 30_000);
afterEach(() => rig.endViewers());
afterAll(() => rig.close());

/** The pictures that were sent for one prefetch; a picture of the recording by its number. */
const ahead = (viewer: Viewer, number: number): number[] =>
  viewer.messages.flatMap(({ prefetch, kind, wallMs }) =>
    prefetch === number && kind === MediaKind.video && wallMs > 0 ? [Math.round(((wallMs - START) * 15) / 1000)] : [],
  );
const prefetch = (viewer: Viewer, number: number, index: number): void =>
  viewer.send({ op: "prefetch", number, time: wallOf(index) + 5, height: 0 });

it("sends a picture ahead, with what its decoding needs and its configuration, while another time plays on", async () => {
  const viewer = await rig.watch("ahead", "fmp4", START);
  viewer.play(1, { time: wallOf(0) });
  await eventually(() => viewer.shown(1).length > 0, "plays");
  prefetch(viewer, 1, 97);
  await eventually(() => ahead(viewer, 1).includes(97), "the picture ahead");
  expect(ahead(viewer, 1)).toEqual(range(90, 97));
  const own = viewer.messages.filter((one) => one.prefetch === 1 && one.kind === MediaKind.video);
  expect(own.filter(({ flags }) => (flags & MediaFlag.pre) === 0)).toHaveLength(1);
  expect(viewer.notices.some((one) => one.type === "config" && one.prefetch === 1)).toBe(true);
  const played = viewer.shown(1).length;
  await eventually(() => viewer.shown(1).length > played + 3, "goes on");
  expect(viewer.states(1)).toEqual(["starting", "playing"]);
});

it("takes it back when something else is hidden in it since", async () => {
  const viewer = await rig.watch("masked", "fmp4", START);
  viewer.play(1, { time: wallOf(10), paused: true });
  await eventually(() => viewer.states(1).at(-1) === "paused", "still");
  prefetch(viewer, 1, 97);
  await eventually(() => ahead(viewer, 1).includes(97), "the picture ahead");
  rig.sessions.find("masked")?.masksChanged(new Set(["a"]));
  const isTakenBack = (): boolean =>
    viewer.messages.some(
      (one) => one.prefetch === 1 && one.payload.length === 0 && (one.flags & MediaFlag.discontinuity) !== 0,
    );
  await eventually(isTakenBack, "taken back");
});

it("goes on with the newest wish only, and with none that came before it", async () => {
  const viewer = await rig.watch("newest", "fmp4", START);
  viewer.play(1, { time: wallOf(10), paused: true });
  await eventually(() => viewer.states(1).at(-1) === "paused", "still");
  prefetch(viewer, 3, 120);
  await eventually(() => ahead(viewer, 3).includes(120), "the third");
  prefetch(viewer, 2, 60);
  prefetch(viewer, 4, 20);
  await eventually(() => ahead(viewer, 4).includes(20), "the fourth");
  expect(ahead(viewer, 2)).toEqual([]);
});

it.each([["who may not watch recordings", { live: true, playback: false }]])(
  "sends nothing ahead to one %s",
  async (_who, rights) => {
    const viewer = await rig.watch("without", "fmp4", 0, rights);
    prefetch(viewer, 1, 20);
    await viewer.drained();
    viewer.play(2, { time: wallOf(20), paused: true });
    await eventually(() => viewer.denied(2), "refused");
    expect(viewer.messages.filter((one) => one.prefetch !== 0)).toEqual([]);
  },
);
