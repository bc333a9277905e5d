import { describe, expect, test } from "vitest";
import {
  dayDensity,
  firstWeekday,
  monthButtons,
  monthDays,
  pickedTime,
  weekStart,
} from "#domain/timeline/date-picker.ts";
import { boundaries, ticks, tickStepMs } from "#domain/timeline/strip/ticks.ts";
import {
  cachedZone,
  dayKey,
  dayStart,
  formatLocal,
  HOUR_MS,
  localToUtc,
  utcZone,
  type ZoneOffset,
  zoneName,
} from "#domain/timeline/zone.ts";

const at = (text: string) => Date.parse(text);
/** Central Europe in 2026: summer time from 29 March 01:00Z to 25 October 01:00Z. */
const berlinItself: ZoneOffset = (utc) =>
  utc >= at("2026-03-29T01:00Z") && utc < at("2026-10-25T01:00Z") ? 2 * HOUR_MS : HOUR_MS;
const berlin = cachedZone(berlinItself);
const kathmandu: ZoneOffset = () => 5.75 * HOUR_MS;

describe("local time", () => {
  test("skipped and repeated wall times", () => {
    const local = (text: string) => at(`${text}Z`);
    expect(localToUtc(local("2026-03-29T02:30"), berlin)).toBe(at("2026-03-29T01:30Z"));
    expect(localToUtc(local("2026-10-25T02:30"), berlin)).toBe(at("2026-10-25T00:30Z"));
    expect(localToUtc(local("2026-07-01T12:00"), berlin)).toBe(at("2026-07-01T10:00Z"));
    expect(localToUtc(local("2026-03-29T03:00"), berlin)).toBe(at("2026-03-29T01:00Z"));
  });
  test("days of 23 and 25 hours", () => {
    const spring = dayStart(at("2026-03-29T10:00Z"), berlin);
    expect(dayStart(spring, berlin, 1) - spring).toBe(23 * HOUR_MS);
    const autumn = dayStart(at("2026-10-25T10:00Z"), berlin);
    expect(dayStart(autumn, berlin, 1) - autumn).toBe(25 * HOUR_MS);
  });
  test("offsets are kept: a year of quarters of an hour asks about once a day, and says the same", () => {
    let asked = 0;
    const zone = cachedZone((utc) => {
      asked += 1;
      return berlinItself(utc);
    });
    const wrong: number[] = [];
    for (let time = at("2026-01-01T00:07Z"); time < at("2027-01-01T00:00Z"); time += HOUR_MS / 4)
      if (zone(time) !== berlinItself(time)) wrong.push(time);
    expect(wrong).toEqual([]);
    // Days, and the quarters of the two days on which the clock changes.
    expect(asked).toBeLessThan(366 + 2 * 96 + 5);
  });
  test("formats", () => {
    const time = at("2026-05-04T22:07:09.005Z");
    expect(formatLocal(time, berlin, "yyyy-MM-dd HH:mm:ss")).toBe("2026-05-05 00:07:09");
    expect(formatLocal(time, utcZone, "%m/%d")).toBe("05/04");
    expect(formatLocal(time, utcZone, "%H:%M")).toBe("22:07");
    expect(dayKey(time, berlin)).toBe("2026-05-05");
    expect([
      zoneName(time, berlin),
      zoneName(time, utcZone),
      zoneName(time, kathmandu),
      zoneName(time, () => -3.5 * HOUR_MS),
    ]).toEqual(["UTC+02:00", "UTC", "UTC+05:45", "UTC-03:30"]);
  });
});

describe("ticks", () => {
  test("step leaves 100 px", () => {
    expect(tickStepMs({ startMs: 0, stopMs: 15 * HOUR_MS }, 1500)).toBe(HOUR_MS);
    expect(tickStepMs({ startMs: 0, stopMs: 15 * HOUR_MS }, 1400)).toBe(3 * HOUR_MS);
    expect(tickStepMs({ startMs: 0, stopMs: 1000 }, 1500)).toBe(1000);
    // Without any width there is room for the fewest.
    for (const widthPx of [0, -50]) expect(tickStepMs({ startMs: 0, stopMs: 1000 }, widthPx)).toBe(28 * 24 * HOUR_MS);
  });
  test("spring: the hour that is not there has no tick", () => {
    const window = { startMs: at("2026-03-28T23:00Z"), stopMs: at("2026-03-29T22:00Z") };
    const labels = ticks(window, HOUR_MS, berlin).map((tick) => tick.label);
    expect(labels).toHaveLength(23);
    expect(labels.slice(0, 4)).toEqual(["03/29", "01:00", "03:00", "04:00"]);
  });
  test("autumn: the hour that comes twice has two", () => {
    const window = { startMs: at("2026-10-24T22:00Z"), stopMs: at("2026-10-25T23:00Z") };
    const labels = ticks(window, HOUR_MS, berlin).map((tick) => tick.label);
    expect(labels).toHaveLength(25);
    expect(labels.slice(1, 5)).toEqual(["01:00", "02:00", "02:00", "03:00"]);
    expect(ticks(window, 6 * HOUR_MS, berlin).map((tick) => tick.label)).toEqual(["10/25", "06:00", "12:00", "18:00"]);
  });
  test("where the clock goes forward at midnight the day begins with a tick at one, at every step", () => {
    // Cairo 2026: from 24 April 00:00 to 01:00.
    const cairo = cachedZone((utc) => (utc >= at("2026-04-23T22:00Z") ? 3 * HOUR_MS : 2 * HOUR_MS));
    const window = { startMs: at("2026-04-23T18:00Z"), stopMs: at("2026-04-24T12:00Z") };
    const labels = (hours: number): string[] => ticks(window, hours * HOUR_MS, cairo).map((tick) => tick.label);
    expect(labels(12)).toEqual(["04/24", "12:00"]);
    expect(labels(6)).toEqual(["04/24", "06:00", "12:00"]);
    expect(labels(3)).toEqual(["21:00", "04/24", "03:00", "06:00", "09:00", "12:00"]);
    expect(labels(1).slice(2, 6)).toEqual(["22:00", "23:00", "04/24", "02:00"]);
    expect(boundaries(window, 6 * HOUR_MS, cairo)[0]).toBe(at("2026-04-23T22:00Z"));
  });
  test("odd zones", () => {
    const window = { startMs: at("2026-05-04T18:00Z"), stopMs: at("2026-05-04T19:30Z") };
    expect(boundaries(window, HOUR_MS, kathmandu)).toEqual([at("2026-05-04T18:15Z"), at("2026-05-04T19:15Z")]);
    expect(ticks(window, HOUR_MS, kathmandu)[0]).toMatchObject({ day: true, label: "05/05" });
  });
  test("days across the changes", () => {
    const hoursOfDays = (from: string, to: string): number[] => {
      const edges = boundaries({ startMs: at(from), stopMs: at(to) }, 24 * HOUR_MS, berlin);
      return edges.slice(1).map((stopMs, index) => (stopMs - (edges[index] ?? 0)) / HOUR_MS);
    };
    expect(hoursOfDays("2026-10-23T12:00Z", "2026-10-27T12:00Z")).toEqual([24, 25, 24]);
    expect(hoursOfDays("2026-03-28T12:00Z", "2026-03-30T12:00Z")).toEqual([23]);
  });
  test("seconds", () => {
    const window = { startMs: 0, stopMs: 3000 };
    expect(ticks(window, 1000, utcZone).map((tick) => tick.label)).toEqual(["01/01", "00:00:01", "00:00:02"]);
  });
});

describe("date picker", () => {
  test.each([
    [0, 2, "none"],
    [1, 2, "low"],
    [1439, 2, "low"],
    [1440, 2, "medium"],
    [2592, 2, "medium"],
    [2593, 2, "high"],
    [5, 0, "none"],
  ])("%d archives of %d streams: %s", (archives, streams, density) => {
    expect(dayDensity(archives, streams)).toBe(density);
  });
  const input = {
    archivesPerDay: { "2026-10-25": 1440 },
    streamsCount: 1,
    nowMs: at("2026-10-26T22:30Z"),
    minMs: at("2026-10-20T12:00Z"),
  };
  test("month", () => {
    const days = monthDays(2026, 10, input, berlin);
    expect(days).toHaveLength(31);
    expect(days[24]).toEqual({
      key: "2026-10-25",
      day: 25,
      archives: 1440,
      density: "high",
      today: false,
      disabled: false,
    });
    expect(days[25]).toMatchObject({ today: true, disabled: false });
    expect([days[26]?.disabled, days[18]?.disabled, days[19]?.disabled]).toEqual([true, true, false]);
    expect(firstWeekday(2026, 10)).toBe(4);
    // Sunday in the United States and in Japan, Monday in Germany and Britain.
    expect(["en", "en-US", "ja", "ja-JP", "de", "de-AT", "en-GB"].map(weekStart)).toEqual([0, 0, 0, 0, 1, 1, 1]);
    expect(monthDays(2024, 2, input, berlin)).toHaveLength(29);
    expect(monthButtons(2026, 10, input, berlin)).toEqual({ previous: false, next: false });
    expect(monthButtons(2026, 9, { ...input, minMs: null }, berlin)).toEqual({ previous: true, next: true });
  });
  test.each([
    [{ day: 27 }, "after_now"],
    [{ day: 31, month: 9 }, "not_a_date"],
    [{ minute: 60 }, "not_a_date"],
    [{ second: 0.5 }, "not_a_date"],
    [{ day: 19 }, "before_minimum"],
  ])("%j: %s", (change, error) => {
    const parts = { year: 2026, month: 10, day: 25, hour: 2, minute: 30, second: 0 };
    expect(pickedTime({ ...parts, ...change }, input.nowMs, input.minMs, berlin)).toEqual({ ok: false, error });
    expect(pickedTime(parts, input.nowMs, input.minMs, berlin)).toEqual({ ok: true, value: at("2026-10-25T00:30Z") });
  });

  test("GO takes no year of two digits for one of the last century", () => {
    const picked = pickedTime(
      { year: 26, month: 10, day: 25, hour: 2, minute: 30, second: 0 },
      Date.now(),
      null,
      berlin,
    );
    expect(picked).toEqual({ ok: false, error: "not_a_date" });
  });
});
