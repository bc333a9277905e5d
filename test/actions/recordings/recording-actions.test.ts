import { afterEach, expect, test } from "vitest";
import { createRecordingActions } from "#actions/recordings/recording-actions.ts";
import { createTimelineActions, type TimelineActions } from "#actions/timeline/timeline-actions.ts";
import { createHealthStore } from "#state/health-store.ts";
import { createPreferenceStore } from "#state/preference-store.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { HttpClient } from "#transport/http.ts";
import { Throttle } from "#transport/throttle.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";

let server: FakeServer | undefined;
afterEach(async () => server?.close());

const NOW = Date.UTC(2026, 4, 4, 12);
const MINUTE = 60_000;

/**
 * A wall that shows the time one hour ago, with a recorder that lists as ours does; event times are minutes relative to
 * that time.
 */
async function wall(events: readonly (readonly [number, number])[], meanwhile?: (actions: TimelineActions) => void) {
  const at = NOW - 60 * MINUTE;
  server = await fakeServer({
    "GET /service/events/camera-stream": ({ query }) => {
      meanwhile?.(actions);
      const from = Number(query.get("start") ?? 0);
      const to = Number(query.get("stop") ?? 0) || NOW;
      const found = events
        .map(([start, stop]) => ({ id: start, streamId: "s", start: at + start * MINUTE, stop: at + stop * MINUTE }))
        .filter(({ start, stop }) => start < to && (query.get("starting") === "true" ? start >= from : stop > from))
        .sort((a, b) => (query.get("order") === "desc" ? b.start - a.start : a.start - b.start))
        .slice(0, Number(query.get("count")));
      return { json: { events: found } };
    },
  });
  const timeline = createTimelineStore(NOW, performance.timeOrigin + performance.now(), "UTC");
  const deps = { timeline, health: createHealthStore(), players: () => null };
  const actions: TimelineActions = createTimelineActions({
    ...deps,
    preferences: createPreferenceStore({ window: { widthPx: 1280, heightPx: 800 } }),
  });
  actions.seek(at);
  const http = new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined });
  const recordings = createRecordingActions({ http, throttle: new Throttle(2), timeline, actions });
  return {
    actions,
    timeline,
    go: (direction: "next" | "previous") => recordings.goToMotion(direction, ["s"]),
    /** minutes relative to the initial time of the wall */
    stands: () => Math.round((timeline.get().state.timeMs - at) / 100) / (MINUTE / 100),
  };
}

/** Motion on this number of cameras, from ten minutes before to ten minutes after. */
const busy = (count: number) => Array.from({ length: count }, (_, i) => [-10 - i, 10] as const);

test.each([0, 4, 5, 30])("next motion is found though on %d cameras it has gone on for long", async (count) => {
  const { go, stands } = await wall([...busy(count), [3, 4], [5, 6]]);
  expect(await go("next")).toEqual({ ok: true, value: true });
  expect(stands()).toBe(3);
});

test.each([0, 4, 5, 30])("previous motion too, with %d of them", async (count) => {
  const { go, stands } = await wall([...busy(count), [-3, 8], [-5, -4]]);
  expect(await go("previous")).toEqual({ ok: true, value: true });
  expect(stands()).toBe(-3);
});

test("nothing begins any more", async () => {
  const { go, stands } = await wall(busy(7));
  expect(await go("next")).toEqual({ ok: true, value: false });
  expect(stands()).toBe(0);
});

test("a user who goes to another time before the answer arrives stays there", async () => {
  const elsewhere = NOW - 30 * MINUTE;
  const { go, stands } = await wall([[3, 4]], (actions) => actions.seek(elsewhere));
  expect(await go("next")).toEqual({ ok: true, value: true });
  expect(stands()).toBe(30);
});

test("a late answer does not move a user who has gone live meanwhile", async () => {
  const { actions, go, timeline } = await wall([[3, 4]]);
  const late = go("next");
  actions.goLive();
  expect(await late).toEqual({ ok: true, value: true });
  expect(timeline.get().state.mode).toBe("live");
});
