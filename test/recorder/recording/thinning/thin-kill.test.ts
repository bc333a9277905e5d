import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { temporaryFolder } from "../fixture.ts";
import { buildRecorder } from "../../../../scripts/build-recorder.mjs";
import { filesIn, FPS, GOP, later, NOW, numbersOf, record, rowsOf, START } from "./thinning-fixture.ts";

const SECONDS = 400;
const FRAMES = SECONDS * FPS;
const KEYS = Array.from({ length: FRAMES / GOP }, (_, at) => at * GOP);
/** It moves for a second in every twenty: with a second on both sides these are two groups of pictures. */
const MOVED = Array.from({ length: SECONDS / 20 }, (_, at) => at * 20 + 10);
const MOTION = MOVED.flatMap((second) => Array.from({ length: 2 * GOP }, (_, at) => (second - 2) * FPS + at));

let folder: { dir: string; remove: () => void };
beforeEach(() => (folder = temporaryFolder()));
afterEach(() => folder.remove());

describe("kill -9 in the middle of thinning out", () => {
  const cache = join(import.meta.dirname, "../../../../.cache");
  let built: string;
  beforeAll(async () => {
    // Inside the repository, because the bundle searches for packages from its own location.
    mkdirSync(cache, { recursive: true });
    built = mkdtempSync(join(cache, "thinning-"));
    await buildRecorder(built, { writer: "test/recorder/recording/thinning/thin-writer.ts" });
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  const ROUNDS = 20;
  const MOST_MS = 400;
  it.each(["keys", "motion"] as const)(
    "loses nothing of what is to remain (%s)",
    { timeout: 180_000 },
    async (what) => {
      const remains = what === "keys" ? KEYS : MOTION;
      let one = await later(folder.dir);
      await record(one, "s", SECONDS);
      // Otherwise the clock is taken to be wrong, which has gone on for a month without a recording.
      await record(one, "now", 10, "2", NOW - 10_000);
      await watched(one);
      await one.close();
      let interrupted = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const child = spawn(process.execPath, [join(built, "writer.js"), folder.dir, what], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        const ended = new Promise((resolve) => child.on("close", (_, signal) => resolve(signal)));
        await new Promise((resolve) => child.stdout.once("data", resolve));
        setTimeout(() => child.kill("SIGKILL"), (MOST_MS * ((round * 7) % ROUNDS)) / ROUNDS);
        expect(await ended).toBe("SIGKILL");
        const left = filesIn(folder.dir).length;
        one = await later(folder.dir);
        const rows = [...(await rowsOf(one, "s")), ...(await rowsOf(one, "now"))];
        // Index and disk are one again, and each file is what its digest says.
        expect(filesIn(folder.dir)).toEqual(rows.map(({ file }) => file).toSorted());
        for (const { id, file } of rows) {
          const facts = await one.index.fileFacts(id);
          const sha256 = createHash("sha256")
            .update(readFileSync(join(folder.dir, file)))
            .digest();
          if (facts?.sha256) expect([file, sha256.equals(facts.sha256)]).toEqual([file, true]);
        }
        const numbers = new Set(await numbersOf(one, "s"));
        expect(remains.filter((number) => !numbers.has(number))).toEqual([]);
        if (left !== rows.length || (numbers.size < FRAMES && numbers.size > remains.length)) interrupted += 1;
        await one.close();
      }
      expect(interrupted).toBeGreaterThan(ROUNDS / 5);
    },
  );
});

const watched = async (one: Recordings): Promise<void> => {
  for (let second = -30; second <= SECONDS + 30; second += 30)
    await one.index.noteWatched(["s"], START + second * 1000, 60_000);
  for (const second of MOVED)
    await one.index.putEvent({
      streamId: "s",
      startMs: START + second * 1000,
      stopMs: START + (second + 1) * 1000,
      score: 0,
    });
};
