import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AskedRange, checkedRange } from "#recorder/site/exports/export-range.ts";
import { ExportJobs } from "#recorder/site/exports/export-jobs.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const START = Date.UTC(2026, 5, 1, 12);
let house: TestHouse;
const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
beforeAll(async () => {
  house = await TestHouse.open({}, folder);
  const put = (streamId: string, bytes: number) =>
    house.services.index.insertClosed(
      { streamId, startMs: START, endMs: START + 60_000, file: `${streamId}.mp4`, bytes, frames: 1 },
      new Uint8Array(),
    );
  await put("small", 1_000_000);
  await put("huge", 1e15);
});
afterAll(async () => {
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ["a range with video", ["small"], 0, 60_000, null],
  ["one of several streams with video", ["none", "small"], 0, 60_000, null],
  ["less than 10 s", ["small"], 0, 9999, "export/too-short"],
  ["10 s", ["small"], 0, 10_000, null],
  ["a range without video", ["small"], 70_000, 90_000, "archive/none"],
  ["another stream's video", ["none"], 0, 60_000, "archive/none"],
  ["more than the disk has room for", ["huge"], 0, 60_000, "export/disk"],
  ["more than that together with another", ["small", "huge"], 0, 60_000, "export/disk"],
] as const)("%s", async (_name, ids, from, to, code) => {
  expect(await codeOf({ streamIds: ids, start: START + from, stop: START + to })).toBe(code);
});

const codeOf = async (asked: Partial<AskedRange>, services: Parameters<typeof checkedRange>[0] = house.services) => {
  const range = { streamIds: [], start: START, stop: START + 60_000, format: "mkv" as const, zip: false, ...asked };
  const answer = await checkedRange(services, range);
  return answer.ok ? null : answer.error.code;
};

describe("the room on the disk", () => {
  /** A stream whose minute takes this share of the limit of an export. */
  const streamOf = async (share: number): Promise<string> => {
    const { bavail, bsize } = statfsSync(folder);
    const streamId = `share-${share}`;
    const bytes = Math.floor(bavail * bsize * 0.9 * share);
    const range = { startMs: START, endMs: START + 60_000 };
    await house.services.index.insertClosed(
      { streamId, ...range, file: `${streamId}.mp4`, bytes, frames: 1 },
      new Uint8Array(),
    );
    return streamId;
  };

  it("is for one file, not for its copy in a zip or for a page beside its video", async () => {
    const streamIds = [await streamOf(0.6)];
    expect(await codeOf({ streamIds })).toBeNull();
    expect(await codeOf({ streamIds, zip: true })).toBe("export/disk");
    expect(await codeOf({ streamIds, format: "dewarp" })).toBe("export/disk");
  });

  it("is not given twice: what exports under way will still write is kept for them", async () => {
    const streamIds = [await streamOf(0.55)];
    const jobs = new ExportJobs(() => new Promise(() => undefined));
    const services = { ...house.services, exports: { jobs } };
    expect(await codeOf({ streamIds }, services)).toBeNull();
    const { bavail, bsize } = statfsSync(folder);
    const needBytes = bavail * bsize * 0.9 * 0.55;
    const job = jobs.start("u", { streams: [], startMs: 0, stopMs: 1, format: "mkv", zip: false, needBytes }, "a.mkv");
    expect(await codeOf({ streamIds }, services)).toBe("export/disk");
    if (job.ok) jobs.remove("u", job.value.id);
    expect(await codeOf({ streamIds }, services)).toBeNull();
  });
});

describe("an end that is to come is now, before anything is measured", () => {
  const AHEAD_MS = 3_600_000;
  beforeAll(() =>
    house.services.index.insertClosed(
      { streamId: "late", startMs: Date.now() - 60_000, endMs: Date.now(), file: "late.mp4", bytes: 1, frames: 1 },
      new Uint8Array(),
    ),
  );

  it("what is recorded of it is too short", async () => {
    const nowMs = Date.now();
    expect(await codeOf({ streamIds: ["late"], start: nowMs - 5000, stop: nowMs + AHEAD_MS })).toBe("export/too-short");
  });

  it("what is recorded of it is not too long", async () => {
    const nowMs = Date.now();
    const settings = Object.assign(Object.create(house.services.settings), {
      get: async () => ({ ...(await house.services.settings.get()), maxExportHours: 1 }),
    });
    const services = { ...house.services, settings };
    const asked = { streamIds: ["late"], start: nowMs - 30_000, stop: nowMs + 2 * AHEAD_MS };
    expect(await codeOf(asked, services)).toBeNull();
    expect(await codeOf({ ...asked, start: nowMs - AHEAD_MS - 1000 }, services)).toBe("export/too-long");
  });
});
