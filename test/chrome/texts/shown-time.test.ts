import { expect, test } from "vitest";
import { shownTime } from "#chrome/texts/shown-time.ts";
import { ISO_TIME } from "#domain/timeline/written-time.ts";

const MS = Date.UTC(2026, 10, 5, 15, 4, 9);

test.each([
  ["iso", "de", ["2026-11-05", "2026-11-05 16:04", "2026-11-05 16:04:09"]],
  ["language", "de", ["05.11.2026", "05.11.2026, 16:04", "05.11.2026, 16:04:09"]],
  ["language", "en", ["Nov 5, 2026", "Nov 5, 2026, 16:04", "Nov 5, 2026, 16:04:09"]],
  ["language", "ja", ["2026/11/05", "2026/11/05 16:04", "2026/11/05 16:04:09"]],
] as const)("%s in %s, by 24 hours", (form, locale, texts) => {
  const shown = shownTime({ form, language: locale });
  const zone = "Europe/Berlin";
  expect([shown.date(MS, zone), shown.minute(MS, zone), shown.second(MS, zone)]).toEqual(texts);
});

test("without a zone it is the browser's", () => {
  const local = new Date(MS - new Date(MS).getTimezoneOffset() * 60_000).toISOString();
  expect(shownTime(ISO_TIME).second(MS)).toBe(local.slice(0, 19).replace("T", " "));
});
