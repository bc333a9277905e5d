/**
 * The bandwidth of a viewer's connection is known to the viewer's next session: otherwise each new session would send
 * too much again.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { MEDIA_HEADER_BYTES } from "#protocol/media-socket.ts";
import { eventually } from "#test/support/eventually.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import {
  FETCH,
  type MediaSocketRig,
  openMediaSocketRig,
  START,
} from "#test/recorder/viewing/support/media-socket-rig.ts";
import { Viewer } from "#test/recorder/viewing/support/media-viewer.ts";

/** Less than the bit rate of the recording. */
const NARROW_BITS_PER_SECOND = 15_000;

let rig: MediaSocketRig;
beforeAll(async () => {
  rig = await openMediaSocketRig();
}, 30_000);
afterAll(() => rig.close());

async function watch(sessionId: string, viewer?: string): Promise<Viewer> {
  const play = { timeMs: START, rate: 1, heightPx: 0 };
  const spec = { sessionId, streamId: "a", format: "fmp4", play, rights: MAY_ALL, viewer, ...FETCH } as const;
  const opened = await rig.sessions.open(spec);
  if (!opened.ok) throw new Error(opened.error.code);
  const watching = new Viewer(rig.path, sessionId);
  await watching.opened();
  return watching;
}
/** The intervals of the first pictures, ms: as they were recorded, or encoded again. */
async function firstStepMs(viewer: Viewer): Promise<number> {
  viewer.play(1, { time: START });
  await eventually(() => viewer.shown(1).length > 2, "pictures");
  const [first, second] = viewer.shown(1);
  return (second?.wallMs ?? 0) - (first?.wallMs ?? 0);
}

test("a viewer's next session begins with what the line took, also when the first one is over; others' do not", async () => {
  const first = await watch("first", "ann");
  expect(await firstStepMs(first)).toBeLessThan(100);
  const fromMs = performance.now();
  const timer = setInterval(() => {
    const sent = first.messages.reduce((sum, { payload }) => sum + MEDIA_HEADER_BYTES + payload.length, 0);
    const carried = ((performance.now() - fromMs) / 1000) * (NARROW_BITS_PER_SECOND / 8);
    first.send({ op: "ack", generation: 1, time: 0, queued: 0, bytes: Math.floor(Math.min(sent, carried)) });
  }, 250);
  const streams = (): number => first.notices.filter((one) => one.type === "config").length;
  await eventually(() => streams() > 1, "another stream");
  clearInterval(timer);
  // Two pictures per second are the minimum.
  expect(await firstStepMs(await watch("beside", "ann"))).toBeGreaterThan(400);
  rig.sessions.close("first");
  rig.sessions.close("beside");
  expect(await firstStepMs(await watch("after", "ann"))).toBeGreaterThan(400);
  expect(await firstStepMs(await watch("another", "ben"))).toBeLessThan(100);
  expect(await firstStepMs(await watch("nobody"))).toBeLessThan(100);
});
