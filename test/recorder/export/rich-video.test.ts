/** Exports of H.264 that no browser decodes: 10 bits, 4:2:2, both, and 4:4:4. It is recorded as it comes, and exported as it is. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import { h264 } from "#recorder/formats/nal-format.ts";
import { VideoTrack } from "#recorder/ingest/video-track.ts";
import { strictFaults } from "#test/support/bad-cameras/strict-file.ts";
import { type Exports, exportsOf } from "./exports-of.ts";

const START = Date.UTC(2026, 10, 27, 12);
const PICTURE_MS = 40;
const PICTURES = 250;
const KINDS = { "10 bits": "yuv420p10le", "4:2:2": "yuv422p", "4:2:2 of 10 bits": "yuv422p10le" } as const;
let exports: Exports;

function coded(pixels: string): Buffer[][] {
  const bytes = execFileSync(
    "ffmpeg",
    [
      ...["-v", "error", "-f", "lavfi", "-i", `testsrc2=size=320x192:rate=25:duration=${PICTURES / 25}`],
      ...["-pix_fmt", pixels, "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "50"],
      ...["-x264-params", "slices=1:aud=1:scenecut=0", "-f", "h264", "-"],
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const pictures: Buffer[][] = [];
  for (const nal of splitAnnexB(bytes)) {
    if (h264.isDelimiter(h264.typeOf(nal))) pictures.push([]);
    else pictures.at(-1)?.push(Buffer.from(nal));
  }
  return pictures;
}

beforeAll(async () => {
  exports = await exportsOf({
    streams: [{ streamId: "none", cameraName: "Gate" }],
    startMs: START,
    stopMs: START + PICTURES * PICTURE_MS,
  });
  for (const [streamId, pixels] of Object.entries(KINDS)) {
    const recorder = await exports.recordings.recorder(streamId, "1", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    const track = new VideoTrack(h264, [], 0, {
      config: () => undefined,
      jumped: () => undefined,
      unit: (unit) => recorder.push(unit),
    });
    for (const [at, nals] of coded(pixels).entries())
      track.push({ nals, rtpTime: at * 3600, receivedMs: START + at * PICTURE_MS, broken: false });
    await exports.recordings.stop(streamId);
  }
}, 60_000);
afterAll(() => exports.close());

it.each(
  Object.keys(KINDS).flatMap((streamId) =>
    (["mkv", "mov"] as const).flatMap((format) =>
      ([0, 63] as const).map((first) => [streamId, format, first] as const),
    ),
  ),
)("%s, %s from picture %i on has every picture and decodes strictly", async (streamId, format, first) => {
  const startMs = START + first * PICTURE_MS;
  const streams = [{ streamId, cameraName: "Gate" }];
  const { asked, answer } = await exports.run({ streams, format, startMs, stopMs: startMs + 150 * PICTURE_MS });
  expect(answer).toMatchObject({ ok: true });
  expect(await strictFaults(asked.outFile)).toEqual([]);
  const read = ["-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0"];
  expect(
    execFileSync("ffprobe", [...read, asked.outFile])
      .toString()
      .trim(),
  ).toBe("150");
});
