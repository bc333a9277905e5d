/** Exports of interlaced H.264: two fields, which come by themselves, are one picture; or the two lie in one frame. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import { h264 } from "#recorder/formats/nal-format.ts";
import { VideoTrack } from "#recorder/ingest/video-track.ts";
import { fieldNal, interlacedPps, interlacedSps } from "#test/support/bad-cameras/interlaced-pictures.ts";
import { strictFaults } from "#test/support/bad-cameras/strict-file.ts";
import { type Exports, exportsOf } from "./exports-of.ts";

const START = Date.UTC(2026, 10, 27, 12);
const PICTURE_MS = 40;
const PICTURES = 500;
let exports: Exports;

/** Records groups of NAL units; `at`: in pictures. */
async function record(streamId: string, groups: Iterable<{ nals: readonly Buffer[]; at: number }>): Promise<void> {
  const recorder = await exports.recordings.recorder(streamId, "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  const track = new VideoTrack(h264, [], 0, {
    config: () => undefined,
    jumped: () => undefined,
    unit: (unit) => recorder.push(unit),
  });
  for (const { nals, at } of groups)
    track.push({ nals, rtpTime: at * 3600, receivedMs: START + at * PICTURE_MS, broken: false });
  await exports.recordings.stop(streamId);
}

function* fields() {
  for (let i = 0; i <= PICTURES; i++) {
    yield { nals: [...(i % 10 === 0 ? [interlacedSps, interlacedPps] : []), fieldNal(i, false)], at: i };
    if (i < PICTURES) yield { nals: [fieldNal(i, true)], at: i + 0.5 };
  }
}

/** Frames of two fields each, with pictures that are predicted from others. */
function* frames() {
  const source = ["-f", "lavfi", "-i", `testsrc2=size=320x192:rate=50:duration=${PICTURES / 25}`];
  const coded = execFileSync(
    "ffmpeg",
    [
      ...["-v", "error", ...source, "-vf", "interlace", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0"],
      ...["-flags", "+ilme+ildct", "-g", "50", "-x264-params", "slices=1:aud=1", "-f", "h264", "-"],
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  let nals: Buffer[] = [];
  let at = 0;
  for (const nal of splitAnnexB(coded)) {
    if (h264.isDelimiter(h264.typeOf(nal)) && nals.length > 0) {
      yield { nals, at: at++ };
      nals = [];
    }
    nals.push(Buffer.from(nal));
  }
  yield { nals, at };
}

beforeAll(async () => {
  exports = await exportsOf({
    streams: [{ streamId: "fields", cameraName: "Gate" }],
    startMs: START,
    stopMs: START + PICTURES * PICTURE_MS,
  });
  await record("fields", fields());
  await record("frames", frames());
}, 60_000);
afterAll(() => exports.close());

interface Probed {
  readonly streams: readonly {
    readonly width: number;
    readonly height: number;
    readonly nb_read_frames: string;
    readonly avg_frame_rate: string;
  }[];
  readonly format: { readonly duration: string };
}

const probed = (file: string): Probed =>
  JSON.parse(
    execFileSync("ffprobe", [
      ...["-v", "error", "-count_frames", "-of", "json", "-show_entries"],
      ...["stream=width,height,nb_read_frames,avg_frame_rate:format=duration", file],
    ]).toString(),
  ) as Probed;

const rateOf = (fraction: string): number => {
  const [over = 0, under = 1] = fraction.split("/").map(Number);
  return over / under;
};

it.each(
  (["fields", "frames"] as const).flatMap((streamId) =>
    (["mkv", "mov"] as const).flatMap((format) =>
      // From a key picture, and from between two.
      ([0, 100, 113, 257] as const).map((first) => [streamId, format, first] as const),
    ),
  ),
)("%s, %s from picture %i on: every picture, at its rate, decodes strictly", async (streamId, format, first) => {
  const streams = [{ streamId, cameraName: "Gate" }];
  const pictures = 200;
  const startMs = START + first * PICTURE_MS;
  const { asked, answer } = await exports.run({ streams, format, startMs, stopMs: startMs + pictures * PICTURE_MS });
  expect(answer).toMatchObject({ ok: true });
  expect(await strictFaults(asked.outFile)).toEqual([]);
  const { streams: tracks, format: whole } = probed(asked.outFile);
  const size = streamId === "fields" ? { width: 32, height: 32 } : { width: 320, height: 192 };
  expect(tracks).toMatchObject([{ ...size, nb_read_frames: String(pictures) }]);
  expect(Number(whole.duration)).toBeCloseTo((pictures * PICTURE_MS) / 1000, 1);
  expect(rateOf(tracks[0]?.avg_frame_rate ?? "")).toBeCloseTo(25, 1);
});
