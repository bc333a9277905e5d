/** Recordings of a camera that changed its codec, played by a viewer that decodes only one of the two. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { JpegEncoder } from "#recorder/codec/av-encoders.ts";
import { Canvas } from "#recorder/codec/av-video.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { eventually } from "#test/support/eventually.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import { drawScene, encodeScene, HEIGHT, WIDTH } from "#test/recorder/viewing/support/encoded-scene.ts";
import {
  FETCH,
  FPS,
  type MediaSocketRig,
  openMediaSocketRig,
  START,
} from "#test/recorder/viewing/support/media-socket-rig.ts";
import { Viewer } from "#test/recorder/viewing/support/media-viewer.ts";

/** The pictures of each part: H.264, Motion JPEG, H.264 again. */
const PART = 60;
const wallOf = (index: number): number => START + (index * 1000) / FPS;

let rig: MediaSocketRig;
beforeAll(async () => {
  rig = await openMediaSocketRig();
  const recorder = await rig.recordings.recorder("door", "camera", "continuous");
  for (const [part, codec] of (["h264", "mjpeg", "h264"] as const).entries()) {
    recorder.begin({ codec, audio: null });
    const startMs = wallOf(part * PART);
    const units = codec === "mjpeg" ? jpegScene(startMs) : encodeScene({ startMs, frames: PART });
    for (const unit of units) recorder.push({ ...unit, pts90k: unit.pts90k + part * PART * 6000 });
  }
  await rig.recordings.flush();
}, 30_000);
afterEach(() => rig.endViewers());
afterAll(() => rig.close());

function jpegScene(startMs: number): AccessUnit[] {
  const canvas = new Canvas(WIDTH, HEIGHT, "yuv420p");
  const encoder = new JpegEncoder(WIDTH, HEIGHT);
  const units = Array.from({ length: PART }, (_, n): AccessUnit => {
    drawScene(canvas.pixels, n);
    const data = Buffer.from(encoder.encode(canvas.frame(n * 6000)));
    return {
      kind: "video",
      key: true,
      pts90k: n * 6000,
      wallMs: startMs + (n * 1000) / FPS,
      nals: [data],
      broken: false,
    };
  });
  encoder.close();
  canvas.close();
  return units;
}

async function watch(): Promise<Viewer> {
  const play = { timeMs: START, rate: 1, heightPx: 0 };
  const sessionId = `codecs${sessions++}`;
  const spec = { sessionId, streamId: "door", format: "fmp4", play, rights: MAY_ALL, ...FETCH } as const;
  const opened = await rig.sessions.open(spec);
  if (!opened.ok) throw new Error(opened.error.code);
  const viewer = new Viewer(rig.path, sessionId);
  await viewer.opened();
  return viewer;
}
let sessions = 0;

it.each([
  ["forwards", 1, wallOf(PART - 5), wallOf(PART + 20)],
  ["forwards, fast", 16, wallOf(0), wallOf(3 * PART - 15)],
  ["backwards", -1, wallOf(PART + 20), wallOf(PART - 5)],
  ["backwards over the later change", -1, wallOf(2 * PART + 10), wallOf(2 * PART - 10)],
  ["backwards, fast", -16, wallOf(3 * PART - 1), wallOf(0)],
] as const)("%s every picture comes in a codec that the viewer decodes", async (_, rate, time, toMs) => {
  const viewer = await watch();
  viewer.play(1, { time, rate });
  const reached = (): boolean => viewer.shown(1).some(({ wallMs }) => (wallMs - toMs) * Math.sign(rate) >= -1);
  await eventually(reached, "pictures beyond the change", 15_000);
  const codecs = viewer.notices.flatMap((one) => (one.type === "config" ? [one.codec] : []));
  expect(codecs.filter((codec) => !codec.startsWith("avc1"))).toEqual([]);
  const times = viewer.shown(1).map(({ wallMs }) => Math.round(wallMs));
  expect(new Set(times).size).toBe(times.length);
  if (rate === 1) for (const [i, ms] of times.entries()) if (i > 0) expect(ms - (times[i - 1] ?? 0)).toBeLessThan(80);
  viewer.socket.terminate();
  rig.sessions.close(viewer.sessionId);
});
