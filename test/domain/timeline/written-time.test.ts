import { expect, test } from "vitest";
import { readDay, readTime } from "#domain/timeline/read-time.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { ISO_TIME, type TimeStyle, writtenTime } from "#domain/timeline/written-time.ts";

const MS = Date.UTC(2026, 10, 5, 15, 4, 9);
const berlin = namedZone("Europe/Berlin");
const by = (language: string): TimeStyle => ({ form: "language", language });

test.each([
  [ISO_TIME, ["2026-11-05", "2026-11-05 16:04", "2026-11-05 16:04:09", "11/05"]],
  [by("de"), ["05.11.2026", "05.11.2026, 16:04", "05.11.2026, 16:04:09", "5. Nov."]],
  [by("en"), ["Nov 5, 2026", "Nov 5, 2026, 16:04", "Nov 5, 2026, 16:04:09", "Nov 5"]],
  [by("en-GB"), ["5 Nov 2026", "5 Nov 2026, 16:04", "5 Nov 2026, 16:04:09", "5 Nov"]],
  [by("ja"), ["2026/11/05", "2026/11/05 16:04", "2026/11/05 16:04:09", "11月5日"]],
] as const)("%o writes a time, and what it writes is read", (style, texts) => {
  const parts = ["date", "minute", "second", "day"] as const;
  expect(parts.map((part) => writtenTime(MS, berlin, part, style))).toEqual(texts);
  expect(readTime(texts[2], berlin)).toBe(MS);
  expect(readTime(texts[1], berlin)).toBe(MS - 9_000);
  expect(readDay(texts[0])).toEqual({ year: 2026, month: 11, day: 5 });
});

test.each(["en", "en-GB"])("every month that %s writes is read", (language) => {
  for (let month = 0; month < 12; month += 1) {
    const ms = Date.UTC(2026, month, 28, 10, 0, 5);
    expect(readTime(writtenTime(ms, berlin, "second", by(language)), berlin)).toBe(ms);
  }
});

test.each([
  ["2026-11-05T16:04", true],
  [" 2026-1-5 6:04 ", true],
  ["5 November 2026 16:04", true],
  ["5. 11. 2026 16:04:09", true],
  // It means two days.
  ["05/11/2026 16:04", false],
  ["２０２６/１１/０５　１６：０４", true],
  ["2026-11/05 16:04", false],
  ["31.6.2026 16:04", false],
  ["Foo 5, 2026 16:04", false],
  ["2026-11-05 24:04", false],
  ["2026-11-05", false],
  ["16:04", false],
])("%s is a date with a time: %s", (text, isTime) => {
  expect(readTime(text, berlin) !== null).toBe(isTime);
});
