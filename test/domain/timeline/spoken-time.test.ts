import { expect, test } from "vitest";
import { spokenKey, spokenTime } from "#domain/timeline/spoken-time.ts";
import { utcZone } from "#domain/timeline/zone.ts";

const at = Date.UTC(2026, 10, 21, 14, 5, 7, 300);

test.each([
  ["live", false, "14:05"],
  ["playback", false, "2026-11-21 14:05"],
  ["playback", true, "2026-11-21 14:05:07"],
] as const)("%s, paused %s: %s", (mode, paused, words) =>
  expect(spokenTime({ mode, paused }, at, utcZone)).toBe(words),
);

test("is told anew after an order and after a step, not while time runs or is dragged through", () => {
  const playing = { mode: "playback", paused: false, timeMs: at } as const;
  const paused = { ...playing, paused: true };
  const key = spokenKey(playing, 3, false);
  expect(spokenKey({ ...playing, timeMs: at + 30_000 }, 3, false)).toBe(key);
  expect(spokenKey(playing, 4, false)).not.toBe(key);
  expect(spokenKey(paused, 3, false)).not.toBe(key);
  expect(spokenKey({ ...paused, timeMs: at + 600 }, 3, false)).toBe(spokenKey(paused, 3, false));
  expect(spokenKey({ ...paused, timeMs: at + 1000 }, 3, false)).not.toBe(spokenKey(paused, 3, false));
  expect(spokenKey(playing, 5, true)).toBe(spokenKey({ ...playing, timeMs: at - 60_000 }, 9, true));
});
