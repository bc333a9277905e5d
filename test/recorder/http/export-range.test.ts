import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refusedRange } from "#recorder/http/export-range.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestHouse } from "./test-house.ts";

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
  const refused = await refusedRange(house.services, ids, START + from, START + to);
  expect(refused?.code ?? null).toBe(code);
});
