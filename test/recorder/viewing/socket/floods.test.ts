import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { MediaCommand } from "#protocol/media-socket.ts";
import { NewestWork } from "#recorder/viewing/playback/newest-work.ts";
import { eventually } from "#test/support/eventually.ts";
import { type MediaSocketRig, openMediaSocketRig, wallOf } from "#test/recorder/viewing/support/media-socket-rig.ts";

let rig: MediaSocketRig;
beforeAll(async () => {
  rig = await openMediaSocketRig();
}, 30_000);
afterEach(() => {
  vi.restoreAllMocks();
  rig.endViewers();
});
afterAll(() => rig.close());

const MANY = 3000;

/** Counts how many groups of pictures are read at the same time, and how many in all. */
function watchReading(): { most: number; all: number } {
  const { reader } = rig.recordings;
  const seen = { now: 0, most: 0, all: 0 };
  const counted =
    <A extends unknown[], R>(read: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      seen.now += 1;
      seen.all += 1;
      seen.most = Math.max(seen.most, seen.now);
      try {
        return await read(...args);
      } finally {
        seen.now -= 1;
      }
    };
  for (const name of ["frameAt", "stepTime", "configAt", "nextRecorded", "previousRecorded"] as const) {
    const read = counted(reader[name].bind(reader) as never);
    vi.spyOn(reader, name).mockImplementation(read as never);
  }
  return seen;
}

const wallAt = (at: number): number => wallOf(20 + (at % 100)) + 5;
const floods: [string, (at: number) => MediaCommand][] = [
  ["steps", (at) => ({ op: "step", generation: at, from: wallAt(at), direction: at % 2 ? 1 : -1 })],
  [
    "stills",
    (at) => ({ op: "play", generation: at, time: wallAt(at), rate: 1, paused: true, height: at % 3 === 0 ? 90 : 0 }),
  ],
  [
    "plays",
    (at) => ({ op: "play", generation: at, time: wallAt(at), rate: at % 2 ? 64 : -1, paused: false, height: 0 }),
  ],
];
it.each(floods)("%s by the thousand: few are read at once, and the last one is answered", async (name, commandOf) => {
  const viewer = await rig.watch(`flood-${name}`, "fmp4", wallOf(0));
  const reading = watchReading();
  for (let at = 1; at < MANY; at += 1) viewer.send(commandOf(at));
  viewer.play(MANY, { time: wallOf(97) + 5, paused: true });
  await eventually(() => viewer.states(MANY).at(-1) === "paused", "the last one");
  expect(viewer.shown(MANY)).toHaveLength(1);
  expect(reading.most).toBeGreaterThan(0);
  // A still that is played asks for one thing after the other, so each piece of work reads once at a time.
  expect(reading.most).toBeLessThanOrEqual(NewestWork.AT_ONCE);
});

it("what is wanted next by the thousand is read a few at a time, and the last one is sent", async () => {
  const viewer = await rig.watch("flood-prefetch", "fmp4", wallOf(0));
  viewer.play(1, { time: wallOf(10), paused: true });
  await eventually(() => viewer.states(1).at(-1) === "paused", "still");
  const reading = watchReading();
  for (let number = 1; number <= MANY; number += 1)
    viewer.send({ op: "prefetch", number, time: wallAt(number), height: 0 });
  await eventually(() => viewer.messages.some(({ prefetch }) => prefetch === MANY), "the last one");
  expect(reading.most).toBeLessThanOrEqual(NewestWork.AT_ONCE);
});
