import { englishText } from "#domain/failures/english.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { AnalysisWorker } from "#recorder/analysis/analysis-worker.ts";
import type { ViewRights } from "#recorder/ipc/viewing-shapes.ts";
import { AnalysisLink } from "#recorder/viewing/transcoding/analysis-link.ts";
import type { LiveParts } from "#recorder/viewing/live-parts.ts";
import { StreamMasks } from "#recorder/viewing/stream-masks.ts";
import { StreamTaps } from "#recorder/viewing/transcoding/stream-tap.ts";
import { Transcoders } from "#recorder/viewing/transcoding/transcoders.ts";
import { WhepSessions } from "#recorder/viewing/whep/whep-sessions.ts";
import { openRecordings } from "#test/recorder/recording/fixture.ts";
import { eventually } from "#test/support/eventually.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import { encodeScene, HandFeed, streamsOf } from "./encoded-scene.ts";
import { WhepClient } from "./whep-client.ts";

export const START = 1_800_000_000_000;
const FPS = 15;
/** Server ms of a picture of the scene, which is also the recorded scene. */
export const wallOf = (index: number): number => START + (index * 1000) / FPS;

export type WhepRig = Awaited<ReturnType<typeof openWhepRig>>;

/**
 * The recorder's side of WHEP with a camera "a", which the test feeds by hand, ten recorded seconds of it, and
 * "reordering", which has B-frames.
 */
export async function openWhepRig() {
  const dir = mkdtempSync(join(tmpdir(), "whep-"));
  const link = new AnalysisLink(join(dir, "frames"));
  await link.listen();
  const worker = new AnalysisWorker(join(dir, "frames"), () => {});
  worker.start();
  const recordings = await openRecordings(join(dir, "recordings"));
  const scene = encodeScene({ startMs: START, frames: 150 });
  const recorder = await recordings.recorder("a", "camera", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of scene) recorder.push(unit);
  await recordings.flush();
  await eventually(() => link.connected, "analysis");
  const feed = new HandFeed();
  const masks = new StreamMasks();
  masks.set([
    { id: "a", masks: [] },
    { id: "reordering", masks: [] },
  ]);
  const reordering = new HandFeed({ hasBFrames: true });
  const ended: string[] = [];
  const begun: string[] = [];
  const parts: LiveParts = {
    streams: streamsOf({ a: feed, reordering }),
    masks,
    siblings: () => [],
    reader: recordings.reader,
    analysis: link,
    transcoders: new Transcoders(new StreamTaps(link)),
    onTrouble: (text: string, error: unknown) => ended.push(`${text}: ${String(error)}`),
    onPlayback: (sessionId, timeMs) => begun.push(`${sessionId} ${timeMs}`),
  };
  const sessions = new WhepSessions(parts, { ports: null, addresses: ["127.0.0.1"] }, (id, why) =>
    ended.push(`${id}: ${englishText(why)}`),
  );
  const clients: WhepClient[] = [];
  /** A client that is not connected to anything yet; it ends with the test. */
  const client = (audio: "pcmu" | "opus" | null = null): WhepClient => {
    const made = new WhepClient(audio);
    clients.push(made);
    return made;
  };

  return {
    parts,
    sessions,
    scene,
    feed,
    masks,
    reordering,
    /** ids of sessions that ended by themselves, with their reasons, and troubles */
    ended,
    /** ids of live sessions that a command turned into playback, and their start times */
    begun,
    client,

    /** Opens a session and connects a client to it. */
    async watch(
      id: string,
      play: { timeMs?: number; rate?: number; streamId?: string; audio?: "pcmu" | "opus"; rights?: ViewRights } = {},
    ): Promise<WhepClient> {
      const viewer = client(play.audio ?? null);
      const answer = await sessions.open({
        sessionId: id,
        streamId: play.streamId ?? "a",
        offer: await viewer.offer(),
        play: { timeMs: play.timeMs ?? 0, rate: play.rate ?? 1, heightPx: 0 },
        rights: play.rights ?? MAY_ALL,
      });
      if (!answer.ok) throw new Error(answer.error.code);
      expect(answer.value.answer).toContain("a=candidate:");
      viewer.answer(answer.value.answer);
      return viewer;
    },

    /** After each test. */
    closeClients(): void {
      for (const each of clients.splice(0)) each.pc.close();
    },

    async close(): Promise<void> {
      sessions.closeAll();
      worker.close();
      await link.close();
      await recordings.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
