/** Recordings over a line that carries less than they need. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { MEDIA_HEADER_BYTES, MediaKind } from "#protocol/media-socket.ts";
import { eventually } from "#test/support/eventually.ts";
import { numbersIn } from "#test/recorder/viewing/support/encoded-scene.ts";
import {
  FRAMES,
  GAP_MS,
  type MediaSocketRig,
  openMediaSocketRig,
  START,
  wallOf,
} from "#test/recorder/viewing/support/media-socket-rig.ts";
import type { Viewer } from "#test/recorder/viewing/support/media-viewer.ts";

let rig: MediaSocketRig;
beforeAll(async () => {
  rig = await openMediaSocketRig();
}, 30_000);
afterEach(() => rig.endViewers());
afterAll(() => rig.close());

const SLACK_MS = 50;

/** As if nothing were missing. */
const withoutGap = (wallMs: number): number => (wallMs >= wallOf(150) - 1 ? wallMs - GAP_MS : wallMs);

/** Less than the bit rate of the recording. */
const NARROW_BITS_PER_SECOND = 15_000;

/** Simulates a connection with this bandwidth: the viewer reports four times a second what has arrived by then. */
function narrowLine(viewer: Viewer, bitsPerSecond: number): { end(): void } {
  const fromMs = performance.now();
  const timer = setInterval(() => {
    const sent = viewer.messages.reduce((sum, { payload }) => sum + MEDIA_HEADER_BYTES + payload.length, 0);
    const carried = ((performance.now() - fromMs) / 1000) * (bitsPerSecond / 8);
    viewer.send({ op: "ack", generation: 1, time: 0, queued: 0, bytes: Math.floor(Math.min(sent, carried)) });
  }, 250);
  return { end: () => clearInterval(timer) };
}

it.each([
  [1, 15_000, 500],
  // Two pictures in a second of the viewer's time: each represents two of the video.
  [4, 60_000, 2000],
  // A group is sent in decoding order: from its last picture to the first one of the group before it.
  [-1, 25_000, 2000],
])(
  "at %dx makes the recording smaller where the line takes less, and goes on where it was",
  async (rate, bitsPerSecond, furtherMs) => {
    const viewer = await rig.watch("narrow", "fmp4", START);
    // From the end of all that is recorded: a machine that is busy sends whole groups before the line is known to be
    // narrow, and enough must be left for the smaller stream.
    viewer.play(1, { time: wallOf(rate < 0 ? FRAMES - 1 : 0), rate });
    const line = narrowLine(viewer, bitsPerSecond);
    /** Each stream begins with its init segment. */
    const streamsSent = (): ReturnType<Viewer["shown"]>[] => {
      const begins = viewer.messages.flatMap(({ kind }, i) => (kind === MediaKind.init ? [i] : []));
      return begins.map((from, i) => {
        const messages = new Set(viewer.messages.slice(from, begins[i + 1]));
        return viewer.shown(1).filter((one) => messages.has(one));
      });
    };
    try {
      await eventually(() => streamsSent().length > 1, "another stream");
      // Backwards, a whole group must cross the line before its last picture is shown, and must be encoded again
      // before that.
      await eventually(() => (streamsSent()[1]?.length ?? 0) > 1, "pictures of it", 25_000);
      const [before = [], after = []] = streamsSent();
      const [last, first] = [before.at(-1), after[0]];
      const stepMs = (withoutGap(first?.wallMs ?? 0) - withoutGap(last?.wallMs ?? 0)) * Math.sign(rate);
      expect(stepMs).toBeGreaterThan(0);
      expect(stepMs).toBeLessThanOrEqual(furtherMs + SLACK_MS);
    } finally {
      line.end();
    }
  },
  60_000,
);

it("has one picture made over a narrow line, without those that its decoding needs", async () => {
  const viewer = await rig.watch("narrow-still", "fmp4", START);
  viewer.play(1, { time: wallOf(0) });
  const line = narrowLine(viewer, NARROW_BITS_PER_SECOND);
  try {
    await eventually(() => viewer.notices.filter((one) => one.type === "config").length > 1, "another stream");
    viewer.play(2, { time: wallOf(44) + 5, paused: true });
    await eventually(() => viewer.states(2).at(-1) === "paused", "still");
    expect(viewer.pictures(2)).toHaveLength(1);
    expect(numbersIn("h264", viewer.coded(2))).toEqual([44]);
    viewer.send({ op: "resume", generation: 2 });
    await eventually(() => viewer.shown(2).length > 3, "plays on from there");
    expect(viewer.states(2).at(-1)).toBe("playing");
  } finally {
    line.end();
  }
});
