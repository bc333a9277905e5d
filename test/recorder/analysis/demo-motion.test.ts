/**
 * Motion detection in places whose times of movement are known: the demo scenes, drawn, encoded as in a camera, and
 * decoded again. The test prints the figures; docs/benchmarks.md contains them.
 */
import { afterAll, describe, expect, test } from "vitest";
import type { MotionChange } from "#recorder/analysis/motion-detector.ts";
import { MotionJob } from "#recorder/analysis/motion-job.ts";
import { Canvas, VideoDecoder } from "#recorder/codec/av-video.ts";
import { cameraEncoder } from "#demo/clip-encoder.ts";
import { Picture } from "#demo/scenes/picture.ts";
import { paintBackground, paintFrame } from "#demo/scenes/scene-painter.ts";
import { LOOP_MS, type Scene, scenes } from "#demo/scenes/scenes.ts";
import { demoMask } from "#demo/demo-mask.ts";

const FRAMES_PER_SECOND = 5;
const LOOPS = 3;
/** The detector learns the background in the first loop. */
const FROM_MS = LOOP_MS;

type Span = readonly [number, number];

/** The events that the recorder's motion job finds in a scene that is played `LOOPS` times, from the second time on. */
function detect(scene: Scene): Span[] {
  const [widthPx, heightPx] = scene.lens === "normal" ? [640, 360] : [512, 512];
  const view = scene.place.view(widthPx, heightPx);
  const background = paintBackground(scene, view);
  const canvas = new Canvas(widthPx, heightPx, "yuv420p");
  const picture = new Picture(widthPx, heightPx, canvas.pixels);
  const encoder = cameraEncoder({ widthPx, heightPx, framesPerSecond: FRAMES_PER_SECOND }, 27);
  const decoder = new VideoDecoder("h264");
  const found: Span[] = [];
  const take = (change: MotionChange): void => {
    if (change.kind === "stopped" && change.startMs >= FROM_MS) found.push([change.startMs, change.stopMs]);
  };
  const job = new MotionJob({ objectSize: 5, keyFramesOnly: false }, demoMask(widthPx, heightPx), take);
  const count = (LOOPS * LOOP_MS * FRAMES_PER_SECOND) / 1000;
  for (let i = 0; i < count; i += 1) {
    const wallMs = (i * 1000) / FRAMES_PER_SECOND;
    paintFrame(picture, background, scene, view, wallMs % LOOP_MS, false);
    encoder.encode(canvas.frame(i * 18_000), i === 0, ({ data }) =>
      decoder.decode(data, i * 18_000, (frame) => job.picture(frame, wallMs)),
    );
  }
  job.close();
  for (const one of [encoder, decoder, canvas]) one.close();
  return found;
}

/** Two movements with less than the detector's hold time between them are one event. */
function eventsOf(scene: Scene): Span[] {
  const joined: [number, number][] = [];
  for (let loop = 1; loop < LOOPS; loop += 1)
    for (const [from, to] of scene.motionMs) {
      const last = joined.at(-1);
      if (last && from + loop * LOOP_MS - last[1] <= 1000) last[1] = to + loop * LOOP_MS;
      else joined.push([from + loop * LOOP_MS, to + loop * LOOP_MS]);
    }
  return joined;
}

const overlap = (a: Span, b: Span): number => Math.max(0, Math.min(a[1], b[1]) - Math.max(a[0], b[0]));
const length = (spans: readonly Span[]): number => spans.reduce((sum, [from, to]) => sum + to - from, 0);
const sum = { truth: 0, found: 0, hits: 0, right: 0, truthMs: 0, foundMs: 0, sharedMs: 0, onsets: [] as number[] };

describe("motion in the demo scenes", () => {
  test.each(scenes.filter(({ lens }) => lens !== "ptz").map((scene) => [scene.key, scene] as const))(
    "%s: every movement is found at its time, and nothing else",
    (_key, scene) => {
      const truth = eventsOf(scene);
      const found = detect(scene);
      const shared = truth.flatMap((span) => found.map((other) => overlap(span, other)));
      const onsets = truth.flatMap((span) => {
        const first = found.find((other) => overlap(span, other) > 0);
        return first ? [first[0] - span[0]] : [];
      });
      sum.truth += truth.length;
      sum.found += found.length;
      sum.hits += onsets.length;
      sum.right += found.filter((span) => truth.some((other) => overlap(span, other) > 0)).length;
      sum.truthMs += length(truth);
      sum.foundMs += length(found);
      sum.sharedMs += shared.reduce((a, b) => a + b, 0);
      sum.onsets.push(...onsets);
      expect(found).toHaveLength(truth.length);
      expect(onsets).toHaveLength(truth.length);
      // An object that is still behind the edge of the picture is not visible: the car park's car takes a second to
      // come in.
      for (const onset of onsets) expect(Math.abs(onset)).toBeLessThanOrEqual(1200);
    },
    120_000,
  );

  afterAll(() => {
    const onsets = sum.onsets.map(Math.abs).sort((a, b) => a - b);
    const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`;
    console.log(
      `motion events: recall ${percent(sum.hits, sum.truth)} of ${sum.truth}, precision ${percent(sum.right, sum.found)}; ` +
        `time: recall ${percent(sum.sharedMs, sum.truthMs)}, precision ${percent(sum.sharedMs, sum.foundMs)}; ` +
        `onset error median ${onsets[onsets.length >> 1]} ms, worst ${onsets.at(-1)} ms`,
    );
  });
});
