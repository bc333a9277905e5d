import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { AnalysisWorker } from "#recorder/analysis/analysis-worker.ts";
import { AnalysisLink } from "#recorder/viewing/transcoding/analysis-link.ts";
import { LowBandwidthSessions } from "#recorder/viewing/socket/low-bandwidth-sessions.ts";
import { StreamMasks } from "#recorder/viewing/stream-masks.ts";
import { StreamTaps } from "#recorder/viewing/transcoding/stream-tap.ts";
import { Transcoders } from "#recorder/viewing/transcoding/transcoders.ts";
import { ViewerServer } from "#recorder/viewing/socket/viewer-server.ts";
import { openRecordings } from "#test/recorder/recording/fixture.ts";
import { eventually } from "#test/support/eventually.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import { encodeScene, HandFeed, streamsOf } from "./encoded-scene.ts";
import { Viewer } from "./media-viewer.ts";

export const START = 1_800_000_000_000;
export const FPS = 15;
const GAP_AT = 150;
export const GAP_MS = 5000;
export const FRAMES = 300;
/** Server ms of a recorded picture: 20 s at 15 fps, key frame every second, with 5 s missing from picture 150 on. */
export const wallOf = (index: number): number => START + (index * 1000) / FPS + (index >= GAP_AT ? GAP_MS : 0);

/** The pause while a test waits for single pictures. */
export const FETCH = { waitMs: 10_000, isSynced: false };

export type MediaSocketRig = Awaited<ReturnType<typeof openMediaSocketRig>>;

/** The recorder's side of the media sockets with a camera "a", which the test feeds by hand, and its recording. */
export async function openMediaSocketRig() {
  const dir = mkdtempSync(join(tmpdir(), "media-socket-"));
  const path = join(dir, "viewers");
  const link = new AnalysisLink(join(dir, "frames"));
  await link.listen();
  const worker = new AnalysisWorker(join(dir, "frames"), () => {});
  worker.start();
  const recordings = await openRecordings(join(dir, "recordings"));
  const scene = encodeScene({ startMs: START, frames: FRAMES });
  const recorder = await recordings.recorder("a", "camera", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const [i, unit] of scene.entries())
    recorder.push(i < GAP_AT ? unit : { ...unit, wallMs: unit.wallMs + GAP_MS, pts90k: unit.pts90k + GAP_MS * 90 });
  await recordings.flush();
  await eventually(() => link.connected, "analysis");
  const feed = new HandFeed();
  const masks = new StreamMasks();
  masks.set([{ id: "a", masks: [] }]);
  const transcoders = new Transcoders(new StreamTaps(link));
  const ended: string[] = [];
  const begun: string[] = [];
  const sessions = new LowBandwidthSessions(
    {
      streams: streamsOf({ a: feed }),
      masks,
      siblings: () => [],
      reader: recordings.reader,
      analysis: link,
      transcoders,
      onTrouble: (text, error) => ended.push(`${text}: ${String(error)}`),
      onPlayback: (sessionId, timeMs) => begun.push(`${sessionId} ${timeMs}`),
    },
    (sessionId) => ended.push(sessionId),
    1500,
  );
  const server = new ViewerServer(path, sessions);
  await server.listen();
  const viewers: Viewer[] = [];

  return {
    path,
    recordings,
    scene,
    feed,
    masks,
    sessions,
    /** ids of sessions that ended by themselves, and troubles */
    ended,

    /** ids of live sessions that a command turned into playback, and their start times */
    begun,

    /** Opens a session and a socket to it. */
    async watch(id: string, format: "fmp4" | "jpeg" = "fmp4", timeMs = 0, rights = MAY_ALL): Promise<Viewer> {
      const play = { timeMs, rate: 1, heightPx: 0 };
      const opened = await sessions.open({ sessionId: id, streamId: "a", format, play, rights, ...FETCH });
      if (!opened.ok) throw new Error(opened.error.code);
      const viewer = new Viewer(path, id);
      viewers.push(viewer);
      await viewer.opened();
      return viewer;
    },

    /** After each test: no viewer is left, and no session ended unexpectedly. */
    endViewers(): void {
      for (const viewer of viewers.splice(0)) {
        viewer.socket.terminate();
        sessions.close(viewer.sessionId);
      }
      expect(ended.splice(0)).toEqual([]);
    },

    async close(): Promise<void> {
      sessions.closeAll();
      await server.close();
      worker.close();
      await link.close();
      await recordings.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
