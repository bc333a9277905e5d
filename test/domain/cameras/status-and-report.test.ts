import { failure, refuse } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import { brushSize, objectSize } from "#domain/cameras/motion-config.ts";
import { binOf, chartBins, logQuery, rangeFault, updateFileFault, zoomChart } from "#domain/servers/report.ts";
import {
  cameraColourClass,
  lastArchiveIsLate,
  age,
  mayRestart,
  nextCheckMs,
  readStreamState,
  stillProblem,
  streamTone,
} from "#domain/cameras/stream-status.ts";

describe("status, report, motion", () => {
  test("streams", () => {
    expect([nextCheckMs("running"), nextCheckMs("idle")]).toEqual([60_000, 2000]);
    expect([mayRestart("running"), mayRestart("idle"), mayRestart("restarting")]).toEqual([true, true, false]);
    expect([lastArchiveIsLate(1000, 121_000), lastArchiveIsLate(1000, 121_001), lastArchiveIsLate(0, 1)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([age(0, 9), age(1000, 60_999), age(1000, 61_000), age(1000, 3_601_000), age(1000, 200_000_000)]).toEqual([
      null,
      { count: 59, unit: "second" },
      { count: 1, unit: "minute" },
      { count: 1, unit: "hour" },
      { count: 2, unit: "day" },
    ]);
    expect(readStreamState("dancing")).toBe("unknown");
    expect([
      stillProblem(null),
      stillProblem({ mode: "PROXY_ONLY_MODE", state: "running" }),
      stillProblem({ state: "idle" }),
      stillProblem({ state: "running" }),
    ]).toEqual(["no-primary", "proxy-only", "not-running", null]);
    expect([cameraColourClass(35), cameraColourClass(36), cameraColourClass(-1)]).toEqual([35, 0, 35]);
  });
  test.each([
    ["running", 0, false, "good"],
    ["running", 0, true, "bad"],
    ["restarting", 0, false, "muted"],
    ["starting", 0, false, "muted"],
    ["stopping", 0, false, "muted"],
    ["starting", 3, false, "bad"],
    ["starting", 0, true, "bad"],
    ["idle", 0, false, "bad"],
    ["unable to retrieve", 0, false, "bad"],
  ] as const)("%s, tried again %d times, troubled %s: %s", (state, retryCount, isTroubled, tone) =>
    expect(streamTone(state, retryCount, isTroubled)).toBe(tone),
  );
  test("report", () => {
    expect(zoomChart([{ when: 0 }, { when: 60_001 }])).toEqual({ ok: true, value: { from: 0, to: 60_001 } });
    expect(zoomChart([{ when: 0 }, { when: 60_000 }])).toEqual(refuse("chart/zoom-limit"));
    expect([zoomChart([{ when: 0 }]).ok, zoomChart([]).ok]).toEqual([false, false]);
    expect([rangeFault(5, 5), rangeFault(null, 5), rangeFault(6, 5) === null]).toEqual([null, null, false]);
    // Both ends of the range, as in the list: the first one is included, the last one is not.
    expect(chartBins([{ when: -1 }, { when: 0 }, { when: 9 }, { when: 10 }, { when: 11 }], 0, 10, 2)).toEqual([1, 1]);
    expect([-1, 0, 4.9, 5, 9.999, 10].map((when) => binOf(when, 0, 10, 2))).toEqual([null, 0, 0, 1, 1, null]);
    // Rounding puts no event outside the bins.
    const [from, to] = [1_700_000_000_000, 1_700_000_000_007];
    const inside = Array.from({ length: 700 }, (_, i) => ({ when: from + i / 100 })).filter(({ when }) => when < to);
    expect(chartBins(inside, from, to, 60).reduce((sum, count) => sum + count, 0)).toBe(inside.length);
    expect([logQuery("gzip", null, null), logQuery("text", 1, 2.4)]).toEqual([
      "format=gzip",
      "format=text&from=1&to=2",
    ]);
    // The year 202: no server accepts a time before 1970.
    expect(logQuery("text", Date.UTC(202, 0), -1)).toBe("format=text&from=0&to=0");
    expect([updateFileFault("ui.ZIP"), updateFileFault("ui.tar"), updateFileFault(null)]).toEqual([
      null,
      failure("client/no-file"),
      failure("client/no-file"),
    ]);
  });
  test("motion", () => {
    expect([objectSize("12"), objectSize(101), objectSize(-3), objectSize("")]).toEqual([12, 100, 0, 5]);
    expect([brushSize(0), brushSize(999), brushSize(undefined)]).toEqual([1, 200, 40]);
  });
});
