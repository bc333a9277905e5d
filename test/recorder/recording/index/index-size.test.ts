import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { encodeFragments, type FragmentEntry } from "#recorder/recording/index/fragment-index.ts";
import { INDEX_FILE, openSqliteIndex } from "#recorder/recording/index/sqlite-index.ts";
import { temporaryFolder } from "#test/recorder/recording/fixture.ts";

const CAMERAS = 16;
const MINUTES = 60;
const START_MS = Date.UTC(2026, 9, 24, 12);
/** Reliability case R2 */
const MOST_BYTES_PER_CAMERA_MINUTE = 2048;

/** The same pseudo-random numbers in every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

let folder: { dir: string; remove: () => void };
beforeEach(() => (folder = temporaryFolder()));
afterEach(() => folder.remove());

/**
 * A minute of a camera with a key frame every 2 s and sound, cut as the recorder cuts it, with sizes like those of real
 * pictures.
 */
function minute(random: () => number, startMs: number): FragmentEntry[] {
  const entries: FragmentEntry[] = [];
  let [wallMs, offset] = [startMs, 1200];
  for (let at = 0; at < 120; at++) {
    const isKey = at % 4 === 0;
    const videoSamples = at % 4 === 3 ? 3 : 9;
    const durationMs = (videoSamples * 200) / 3;
    const keyBytes = isKey ? Math.floor(25_000 + random() * 8000) : 0;
    const audioSamples = Math.round((durationMs * 48) / 1024 + random() - 0.5);
    const headerBytes = 180 + 12 * videoSamples + 8 * audioSamples;
    const bytes = Math.floor(headerBytes + keyBytes + videoSamples * (2500 + random() * 2000) + audioSamples * 170);
    entries.push({ wallMs, durationMs, offset, bytes, headerBytes, keyBytes, videoSamples, audioSamples });
    // The clock is corrected at key frames only.
    wallMs += durationMs + (at % 4 === 3 ? (random() - 0.5) * 2 : 0);
    offset += bytes;
  }
  return entries;
}

it("a minute of a camera takes less than 2 KB of the index, its motion events included", async () => {
  const random = seededRandom(7);
  const index = await openSqliteIndex(folder.dir);
  const streams = Array.from({ length: CAMERAS }, (_, at) => `stream${String(at).padStart(10, "q")}`);
  for (const streamId of streams) await index.claimStream(streamId, "camera");
  for (let at = 0; at < MINUTES; at++) {
    const rows = await Promise.all(
      streams.map(async (streamId, camera) => {
        const startMs = START_MS + at * 60_000 + camera * 3700.123;
        const file = `${streamId}/2026-10-24/${12 + Math.floor(at / 60)}/${Math.floor(startMs)}.mp4`;
        return { id: await index.createSegment({ streamId, startMs, file }), startMs, streamId };
      }),
    );
    for (const { id, startMs, streamId } of rows) {
      const entries = minute(random, startMs);
      const [endMs, bytes] = [startMs + 60_000, entries.reduce((sum, entry) => sum + entry.bytes, 1200)];
      const fragments = encodeFragments(startMs, entries);
      const sha256 = Buffer.from(Array.from({ length: 32 }, () => Math.floor(random() * 256)));
      await index.closeSegment({ id, startMs, endMs, bytes, frames: 900, fragments, sha256 });
      if (at % 3 === 0) await index.putEvent({ streamId, startMs: startMs + 500, stopMs: startMs + 9000, score: 0.3 });
    }
  }
  await index.close();
  const perMinute = statSync(join(folder.dir, INDEX_FILE)).size / (CAMERAS * MINUTES);
  expect(perMinute).toBeLessThan(MOST_BYTES_PER_CAMERA_MINUTE);
});
