import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CameraPlaces } from "#recorder/cameras/media/camera-places.ts";
import { keepLoads } from "#recorder/cameras/media/load-memory.ts";

const MINUTE_MS = 60_000;
const log = pino({ level: "silent" });
/** the settings that outlive a run */
let stored: Map<string, string>;
let writes: number;
const settings = {
  internal: (name: string) => Promise.resolve(stored.get(name) ?? null),
  setInternal: (name: string, value: string) => {
    writes += 1;
    stored.set(name, value);
    return Promise.resolve();
  },
};

/** A run of a recorder with two media processes: its cameras, as they send. */
async function run(cameras: readonly { cameraId: string; bitsPerSecond: number }[]) {
  const places = new CameraPlaces(2);
  let sent = cameras;
  const stop = await keepLoads({
    media: { loads: () => places.hear(sent), rememberLoads: (loads) => places.remember(loads) },
    settings,
    log,
  });
  // Nobody is heard at a start.
  places.place(cameras.map(({ cameraId }) => ({ cameraId, bitsPerSecond: 0 })));
  return {
    stop,
    places: () => cameras.map(({ cameraId }) => places.of(cameraId)),
    send: (now: typeof cameras) => (sent = now),
  };
}
const sending = (loads: Record<string, number>) =>
  Object.entries(loads).map(([cameraId, bitsPerSecond]) => ({ cameraId, bitsPerSecond }));

beforeEach(() => {
  vi.useFakeTimers();
  [stored, writes] = [new Map(), 0];
});
afterEach(() => {
  vi.useRealTimers();
});

it("the first run places by number, the next one by what cameras sent in it", async () => {
  const cameras = sending({ large: 8_000_000, small: 1_000_000, middle: 2_000_000, other: 1_000_000 });
  const first = await run(cameras);
  expect(first.places()).toEqual([0, 1, 0, 1]);
  await vi.advanceTimersByTimeAsync(6 * MINUTE_MS);
  first.stop();
  const second = await run(cameras);
  expect(second.places()).toEqual([0, 1, 1, 1]);
  second.stop();
});

it("a camera that is silent keeps what it sent before; one that is gone is forgotten; one of two streams counts with both", async () => {
  const first = await run(sending({ silent: 3000.4, gone: 5000 }));
  await vi.advanceTimersByTimeAsync(6 * MINUTE_MS);
  first.send([...sending({ silent: 0 }), ...sending({ both: 700 }), ...sending({ both: 300 })]);
  await vi.advanceTimersByTimeAsync(6 * MINUTE_MS);
  first.stop();
  expect(JSON.parse(stored.get("camera-loads") ?? "")).toEqual({ silent: 3000, both: 1000 });
});

it("nothing is written of a run of four minutes, nor again while cameras send much the same", async () => {
  const first = await run(sending({ a: 1000 }));
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
  expect(writes).toBe(0);
  for (const bitsPerSecond of [1000, 1100, 1300, 800]) {
    first.send([{ cameraId: "a", bitsPerSecond }]);
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  }
  expect(writes).toBe(1);
  first.stop();
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect(writes).toBe(1);
});

it.each(["", "[1]", '{"a":-1}', '{"a":"many"}', "{"])(
  "what is stored and cannot be read counts as nothing: %s",
  async (text) => {
    stored.set("camera-loads", text);
    const { places, stop } = await run(sending({ a: 1, b: 1 }));
    expect(places()).toEqual([0, 1]);
    stop();
  },
);
