import { failure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import {
  diskBar,
  estimateRetention,
  maySaveRetention,
  roundDays,
  retentionMs,
  retentionWarning,
} from "#domain/recordings/retention.ts";
import { bytesText } from "#domain/texts/bytes.ts";

describe("retention", () => {
  test.each([
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1.0 KB"],
    [1536, "1.5 KB"],
    [1024 ** 2 - 1, "1.0 MB"],
    [1024 ** 4 * 2.25, "2.3 TB"],
  ])("%d bytes", (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
  const choose = (override: boolean, daysDesired: string) => ({ override, daysDesired });
  test.each([
    [choose(false, "nonsense"), { ok: true, value: 0 }],
    [choose(true, "1.5"), { ok: true, value: 129_600_000 }],
    // In the notation of many languages and of phone keyboards.
    [choose(true, "1,5"), { ok: true, value: 129_600_000 }],
    [choose(true, " 12,0 "), { ok: true, value: 1_036_800_000 }],
    // As an input method for Japanese writes it.
    [choose(true, "１．５"), { ok: true, value: 129_600_000 }],
    [choose(true, "1,000"), { ok: false }],
    [choose(true, "1,000.5"), { ok: false }],
    [choose(true, "1.000,5"), { ok: false }],
    [choose(true, "1,5,2"), { ok: false }],
    // A German page writes a thousand like this.
    [choose(true, "1.000"), { ok: false }],
    [choose(true, "0.125"), { ok: true, value: 8_640_000 }],
    [choose(true, "1e3"), { ok: false }],
    [choose(true, "0x10"), { ok: false }],
    // Days are shown with one decimal, and the shown value is stored; a value so small that it shows as 0 is automatic.
    [choose(true, "1.26"), { ok: true, value: 112_320_000 }],
    [choose(true, "0.04"), { ok: true, value: 0 }],
    [choose(true, "10000"), { ok: true, value: 864_000_000_000 }],
    [choose(true, "10000.1"), { ok: false }],
    [choose(true, "-1"), { ok: false }],
    [choose(true, ""), { ok: false }],
    [choose(true, "x"), { ok: false }],
  ])("%j", (input, answer) => {
    expect(retentionMs(input)).toMatchObject(answer);
  });
  test("saving needs a change and validity", () => {
    const saved = choose(true, "5");
    expect(maySaveRetention([{ saved, now: choose(true, "5.0") }])).toBe(false);
    expect(maySaveRetention([{ saved, now: choose(true, "6") }])).toBe(true);
    expect(maySaveRetention([{ saved, now: choose(false, "5") }])).toBe(true);
    expect(maySaveRetention([{ saved, now: choose(true, "") }])).toBe(false);
    // 0 days is automatic.
    expect(maySaveRetention([{ saved, now: choose(true, "0") }])).toBe(true);
    expect(maySaveRetention([{ saved: choose(false, ""), now: choose(true, "0") }])).toBe(false);
  });
  test("equal days without overrides, overrides first", () => {
    const camera = (id: string, bytesPerSecond: number, retention = 0, secondsRecorded = 3600) => ({
      id,
      bytesRecorded: bytesPerSecond * secondsRecorded,
      secondsRecorded,
      secondsSpanned: secondsRecorded,
      isMotionOnly: false,
      retention,
    });
    const day = 86_400;
    const [a, b, c] = estimateRetention([camera("a", 1), camera("b", 3), camera("c", 9, 0, 59)], 8 * day, 0);
    expect([a?.days, b?.days, c?.days]).toEqual([2, 2, null]);
    const [d, e] = estimateRetention([camera("d", 1, 4 * 86_400_000), camera("e", 2)], 8 * day, 0);
    expect([d?.days, e?.days]).toEqual([4, 2]);
    expect([roundDays(1), roundDays(1.26), roundDays(0)]).toEqual([1, 1.3, 0]);
  });
  test("warning above 0.1 percent", () => {
    expect(retentionWarning(1001, 1000, false)).toBe(null);
    expect(retentionWarning(1001.1, 1000, false)).toEqual(failure("retention/not-possible"));
    expect(retentionWarning(2000, 1000, true)).toEqual(failure("retention/not-possible-trial"));
    expect(diskBar({ capacity: 100, free: 40, archivesSize: 50, thresholdPercentage: 85 })).toEqual({
      archives: 0.5,
      other: 0.1,
      free: 0.4,
      threshold: 0.85,
    });
  });
});
