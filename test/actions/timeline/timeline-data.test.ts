import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TimelineData } from "#actions/timeline/timeline-data.ts";
import { ARCHIVE_REQUESTS_MAX } from "#domain/limits/requests.ts";
import { MOTION_REFRESH_MS } from "#domain/limits/timeline.ts";
import type { TimelineLaneData } from "#protocol/timeline-view.ts";
import { HttpClient } from "#transport/http.ts";
import { Throttle } from "#transport/throttle.ts";
import { type Asked, type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A full hour, so that pieces of ten minutes start with it. */
const NOW = Date.UTC(2026, 2, 1, 12, 0, 0);
const ARCHIVES = "/service/archives";
const EVENTS = "/service/events/camera-stream";

let server: FakeServer;
let nowMs: number;
let lanes: Map<string, TimelineLaneData>;
let throttle: Throttle;
let mostAtOnce: number;
let isRemoved: boolean;
let isAway: boolean;
/** the seconds of each minute that a disk has damaged */
let damaged: readonly [number, number] | null;
beforeEach(async () => {
  // The test only waits for the refresh with fake time, because requests use a real connection.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.stubGlobal("document", { hidden: false });
  nowMs = NOW;
  lanes = new Map();
  throttle = new Throttle(ARCHIVE_REQUESTS_MAX);
  mostAtOnce = 0;
  isRemoved = false;
  isAway = false;
  damaged = null;
  server = await fakeServer({
    [`GET ${ARCHIVES}`]: (asked) => {
      mostAtOnce = Math.max(mostAtOnce, throttle.running);
      const stop = Number(asked.query.get("stop"));
      const streams = (asked.query.get("streamId") ?? "").split(",");
      const runs = streams.map((streamId) => ({
        id: `${streamId}.${stop}`,
        streamId,
        start: stop,
        end: stop + MINUTE,
        ...(isAway ? { reachable: false } : {}),
        ...(damaged ? { damaged: [{ start: stop + damaged[0] * 1000, end: stop + damaged[1] * 1000 }] } : {}),
      }));
      return { json: { archives: isRemoved ? [] : runs } };
    },
    [`GET ${EVENTS}`]: { json: { events: [] } },
  });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await server.close();
});

function open(): TimelineData {
  const http = new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined });
  return new TimelineData({ http, throttle, nowMs: () => nowMs, onLane: (id, lane) => lanes.set(id, lane) });
}
const asks = (path: string): Asked[] => server.asked.filter((one) => one.path === path);
/** The starts of the requested pieces, in minutes before now. */
const pieces = (): number[] => asks(ARCHIVES).map(({ query }) => (NOW - Number(query.get("stop"))) / MINUTE);
/** Waits until this number of answers have arrived. */
const answered = (count: number): Promise<void> =>
  vi.waitFor(
    () => {
      expect(asks(ARCHIVES)).toHaveLength(count);
      expect(throttle.running).toBe(0);
      expect(asks(EVENTS)).toHaveLength(count);
    },
    { timeout: 5000 },
  );
/** The answer to the last request is on the screen. */
const shown = (): Promise<void> => vi.waitFor(() => expect(lanes.get("a")?.known.stops.at(-1)).toBe(nowMs));
const window = (fromMin: number, toMin: number) => ({
  startMs: NOW - fromMin * MINUTE,
  stopMs: NOW - toMin * MINUTE,
});

test("what cannot be reached now has spans of its own, and is there again with the next answer", async () => {
  isAway = true;
  const data = open();
  const stop = data.run();
  data.show(["a"], window(9, 1));
  await answered(3);
  await shown();
  expect([lanes.get("a")?.recorded.starts.length, lanes.get("a")?.away?.starts.length]).toEqual([0, 3]);
  isAway = false;
  nowMs += MOTION_REFRESH_MS;
  vi.advanceTimersByTime(MOTION_REFRESH_MS);
  await vi.waitFor(() => expect(lanes.get("a")?.recorded.starts.length).toBe(2));
  expect(lanes.get("a")?.away?.starts.length).toBe(1);
  stop();
});

test("what a disk has damaged is recorded, and has spans of its own over that", async () => {
  damaged = [10, 20];
  open().show(["a"], window(9, 1));
  await answered(3);
  await shown();
  const lane = lanes.get("a");
  expect(lane?.recorded.starts.length).toBe(3);
  expect([...(lane?.damaged?.starts ?? [])]).toEqual([...lane!.recorded.starts].map((start) => start + 10_000));
  expect([...(lane?.damaged?.stops ?? [])]).toEqual([...lane!.recorded.starts].map((start) => start + 20_000));
});

test("recordings that came back into the past are asked for at once, once, and what is known is shown until then", async () => {
  isRemoved = true;
  const data = open();
  const stop = data.run();
  data.show(["a", "b"], window(100, 80));
  await answered(4);
  const refresh = (): void => {
    nowMs += MOTION_REFRESH_MS;
    vi.advanceTimersByTime(MOTION_REFRESH_MS);
  };
  refresh();
  await answered(4);
  isRemoved = false;
  data.outdated("a");
  await answered(4);
  expect(lanes.get("a")?.known.starts.length).toBe(1);
  refresh();
  await answered(8);
  expect(asks(ARCHIVES).map(({ query }) => query.get("streamId"))).toEqual([
    ...Array.from({ length: 4 }, () => "a,b"),
    ...Array.from({ length: 4 }, () => "a"),
  ]);
  await vi.waitFor(() => expect(lanes.get("a")?.recorded.starts).toHaveLength(4));
  expect(lanes.get("b")?.recorded.starts).toHaveLength(0);
  refresh();
  await answered(8);
  // Another server answers now: all of it is another one.
  data.outdated(null);
  refresh();
  await answered(12);
  await vi.waitFor(() => expect(lanes.get("b")?.recorded.starts).toHaveLength(4));
  stop();
});

test("only what is seen and its neighbours are asked for, what is seen first, at most two at once", async () => {
  open().show(["a", "b"], window(100, 80));
  await answered(4);
  // Two requests are in progress together: the network decides which answer arrives first.
  expect([new Set(pieces().slice(0, 2)), new Set(pieces().slice(2))]).toEqual([new Set([100, 90]), new Set([110, 80])]);
  expect(mostAtOnce).toBeLessThanOrEqual(2);
  // One request covers many streams: a wall of cameras does not cause a wall of requests.
  expect(asks(ARCHIVES)[0]?.query.get("streamId")).toBe("a,b");
  await vi.waitFor(() => expect(lanes.get("b")?.recorded.starts).toHaveLength(4));
});

test("a wall of hundreds of cameras is asked for in parts, none of them is left out", async () => {
  const ids = Array.from({ length: 300 }, (_, at) => `stream${at}`);
  open().show(ids, window(100, 80));
  await answered(12);
  for (const path of [ARCHIVES, EVENTS])
    for (const { query } of asks(path))
      expect((query.get("streamId") ?? query.get("id") ?? "").split(",").length).toBeLessThanOrEqual(100);
  await vi.waitFor(() => {
    for (const id of ids) expect(lanes.get(id)?.recorded.starts, id).toHaveLength(4);
  });
});

test("what was seen before is not asked for again; a pan asks for what is new", async () => {
  const data = open();
  data.show(["a"], window(100, 80));
  await answered(4);
  data.show(["a"], window(100, 80));
  data.show(["a"], window(95, 85));
  data.show(["a"], window(110, 90));
  await answered(5);
  expect(pieces().at(-1)).toBe(120);
});

test("what is not over is asked for again every 1500 ms, what is over is not", async () => {
  const data = open();
  const end = data.run();
  // The last fragments of a piece that ended a minute ago may still arrive.
  nowMs = NOW + 2 * MINUTE;
  data.show(["a"], { startMs: NOW - 10 * MINUTE, stopMs: NOW + 10 * MINUTE });
  await answered(3);
  for (const round of [1, 2]) {
    nowMs += MOTION_REFRESH_MS;
    vi.advanceTimersByTime(MOTION_REFRESH_MS - 1);
    expect(asks(EVENTS)).toHaveLength(2 + round);
    vi.advanceTimersByTime(1);
    await answered(3 + round);
    await shown();
    expect(pieces().at(-1)).toBe(0);
  }
  end();
  nowMs += HOUR;
  vi.advanceTimersByTime(MOTION_REFRESH_MS * 3);
  await answered(5);
});

test("a timer that comes a little early refreshes all the same, and looking on between does not put it off", async () => {
  const data = open();
  const end = data.run();
  const around = { startMs: NOW - 10 * MINUTE, stopMs: NOW + 10 * MINUTE };
  nowMs = NOW + 2 * MINUTE;
  const begunMs = nowMs;
  data.show(["a"], around);
  await answered(3);
  // The clock that draws once a second is a little later each time within the refresh.
  for (let round = 1; round <= 4; round++) {
    nowMs = begunMs + round * MOTION_REFRESH_MS - 700;
    data.show(["a"], around);
    nowMs = begunMs + round * MOTION_REFRESH_MS + (round % 2 === 0 ? 4 : -4);
    vi.advanceTimersByTime(MOTION_REFRESH_MS);
    await answered(3 + round);
    await shown();
  }
  end();
});

test("a server that is slow is not asked once more while it has the last question still", async () => {
  const data = open();
  const end = data.run();
  nowMs = NOW + 2 * MINUTE;
  data.show(["a"], { startMs: NOW - 10 * MINUTE, stopMs: NOW + 10 * MINUTE });
  await answered(3);
  // The maximum number of requests is in progress: the next one waits.
  let free = (): void => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  for (let job = 0; job < ARCHIVE_REQUESTS_MAX; job++) void throttle.run(() => freed);
  for (let round = 1; round <= 3; round++) {
    nowMs += MOTION_REFRESH_MS;
    vi.advanceTimersByTime(MOTION_REFRESH_MS);
  }
  const askedMs = nowMs - 2 * MOTION_REFRESH_MS;
  free();
  await answered(4);
  await vi.waitFor(() => expect(lanes.get("a")?.known.stops.at(-1)).toBe(askedMs));
  nowMs += MOTION_REFRESH_MS;
  vi.advanceTimersByTime(MOTION_REFRESH_MS);
  await answered(5);
  end();
});

test("what the recorder has removed meanwhile goes from the timeline, whichever window it was seen in", async () => {
  const data = open();
  const end = data.run();
  nowMs = NOW + 2 * MINUTE;
  // Requested in pieces of ten minutes, then in pieces of an hour.
  data.show(["a"], window(100, 80));
  await answered(4);
  data.show(["a"], window(180, 60));
  await answered(8);
  await vi.waitFor(() => expect(lanes.get("a")?.recorded.starts.length).toBeGreaterThan(4));
  isRemoved = true;
  nowMs += 5 * MINUTE;
  vi.advanceTimersByTime(MOTION_REFRESH_MS);
  await answered(8);
  nowMs += 5 * MINUTE;
  vi.advanceTimersByTime(MOTION_REFRESH_MS);
  await answered(12);
  await vi.waitFor(() => expect(lanes.get("a")?.recorded.starts).toHaveLength(0));
  end();
});

test("a camera that comes back is asked for at once", async () => {
  const data = open();
  data.show(["a"], window(100, 80));
  await answered(4);
  data.show([], window(100, 80));
  data.show(["a"], window(100, 80));
  await answered(8);
});
