import { afterEach, beforeEach, expect, it } from "vitest";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { codedFrames, decodedNumbers } from "../../../export/coded-camera.ts";
import { all, openRecordings, temporaryFolder, videosOf } from "../../fixture.ts";

const START = Date.UTC(2026, 2, 29, 10, 0, 0);
const GOP = 30;
const COUNT = 4 * GOP;

let folder: { dir: string; remove: () => void };
let recordings: Recordings;
beforeEach(async () => {
  folder = temporaryFolder();
  recordings = await openRecordings(folder.dir);
});
afterEach(async () => {
  await recordings.close();
  folder.remove();
});

it("gives of a stream with B pictures only those that the wanted one may be decoded from, and it is decoded from them", async () => {
  const recorder = await recordings.recorder("cam", "camera", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of codedFrames({ count: COUNT, startMs: START, gopFrames: GOP, bFrames: 2 })) recorder.push(unit);
  await recordings.flush();
  const recorded = videosOf(await all(recordings.reader.samples("cam", START)));
  let [given, before] = [0, 0];
  for (let n = 0; n < COUNT - GOP; n += 1) {
    const frames = (await recordings.reader.frameAt("cam", START + (n * 1000) / 15)) ?? [];
    const at = recorded.findIndex(({ wallMs }) => wallMs === frames.at(-1)?.wallMs);
    given += frames.length;
    before += at + 1 - recorded.slice(0, at + 1).findLastIndex(({ key }) => key);
    expect(frames[0]?.key).toBe(true);
    const description = frames[0]?.config.description ?? new Uint8Array();
    const numbers = decodedNumbers(
      new Uint8Array(description),
      frames.map(({ data }) => data),
      true,
    );
    // Every picture that was given comes out as it was recorded: none was decoded from one that is missing.
    expect(numbers).toHaveLength(frames.length);
    expect(numbers).toContain(n);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  }
  // A third of them and more are B pictures that nothing needs.
  expect(given / before).toBeLessThan(0.75);
});
