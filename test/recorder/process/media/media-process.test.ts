import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AnalysisWorker } from "#recorder/analysis/analysis-worker.ts";
import { RtspServer } from "#demo/devices/rtsp-server.ts";
import { Channel } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import type { StreamStatus } from "#recorder/ipc/stream-shapes.ts";
import { MediaProcess } from "#recorder/process/media/media-process.ts";
import { LOGIN } from "#test/support/faulty-camera.ts";
import { streamSpec } from "#test/support/stream-spec.ts";
import { eventually } from "#test/support/eventually.ts";
import { portPair } from "#test/support/machine/port-pair.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import { drawScene, encodeScene, numbersIn } from "#test/recorder/viewing/support/encoded-scene.ts";
import { PlayedSource } from "#test/recorder/viewing/support/played-source.ts";
import { Viewer } from "#test/recorder/viewing/support/media-viewer.ts";

let dir = "";
let camera: RtspServer;
let url = "";
let worker: AnalysisWorker;
let media: MediaProcess;
let main: Channel<MainContract, MediaContract>;
const statuses = new Map<string, StreamStatus>();
const motion: string[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "media-process-"));
  camera = new RtspServer();
  const moving = (i: number): boolean => i >= 45 && i < 75;
  const units = encodeScene({
    startMs: 0,
    frames: 150,
    draw: (pixels, i) => drawScene(pixels, 5, moving(i) ? [{ x: 20 + ((i * 6) % 240), y: 90, size: 40 }] : []),
  });
  camera.mount("/live", { source: new PlayedSource(units), login: LOGIN });
  url = `rtsp://127.0.0.1:${await camera.listen(0, "127.0.0.1")}/live`;
  const [mine, theirs] = portPair();
  main = new Channel(mine);
  main.on("stream.status", (status) => statuses.set(status.streamId, status));
  main.on("motion.started", ({ streamId }) => motion.push(`start ${streamId}`));
  main.on("motion.stopped", ({ streamId }) => motion.push(`stop ${streamId}`));
  const starting = MediaProcess.start(
    {
      recordingsDir: join(dir, "recordings"),
      exportsDir: join(dir, "exports"),
      viewerSocket: join(dir, "viewers"),
      frameSockets: [join(dir, "frames")],
      network: { ports: null, addresses: ["127.0.0.1"] },
    },
    new Channel(theirs),
  );
  const spec = streamSpec("a", url, {
    cameraId: "camera",
    record: "continuous",
    motion: { objectSize: 5, keyFramesOnly: false, mask: null },
  });
  // Main sends messages as soon as it has forked, long before the process is ready.
  const set = main.call("streams.set", { streams: [spec] });
  media = await starting;
  expect(await set).toEqual({ ok: true, value: null });
  worker = new AnalysisWorker(join(dir, "frames"), () => {});
  worker.start();
});

afterEach(async () => {
  worker.close();
  await media.close();
  await camera.close();
  rmSync(dir, { recursive: true, force: true });
});

describe("the media process", () => {
  it("records, shows, watches, and goes on when analysis dies", async () => {
    await eventually(() => statuses.get("a")?.state === "running", "running");
    const session = {
      sessionId: "s",
      streamId: "a",
      format: "jpeg",
      play: { timeMs: 0, rate: 1, heightPx: 90 },
      rights: MAY_ALL,
      waitMs: 10_000,
      isSynced: false,
    } as const;
    expect(await main.call("low-bandwidth.open", session)).toMatchObject({ ok: true });
    const frame = await main.call("low-bandwidth.frame", { sessionId: "s" });
    expect(frame.ok && numbersIn("mjpeg", [frame.value.jpeg])).toEqual([5]);
    await main.call("low-bandwidth.close", { sessionId: "s" });
    expect(await main.call("low-bandwidth.state", { sessionId: "s" })).toMatchObject({ ok: false });

    await eventually(() => motion.includes("start a"), "motion", 12_000);
    worker.close();
    // The open event ends at once, and the recording is not affected.
    await eventually(() => motion.includes("stop a"), "end of motion");
    await main.call("flush", null);
    const writtenMs = Date.now();
    const unavailable = await main.call("snapshot", { streamId: "a", timeMs: 0, width: 100, height: 0 });
    expect(unavailable).toMatchObject({ ok: false, error: { code: "media/unavailable" } });
    await eventually(() => (statuses.get("a")?.lastArchiveWrittenMs ?? 0) > writtenMs, "recording goes on", 9000);

    worker = new AnalysisWorker(join(dir, "frames"), () => {});
    worker.start();
    let snapshot = await main.call("snapshot", { streamId: "a", timeMs: 0, width: 160, height: 90 });
    await eventually(() => {
      void main
        .call("snapshot", { streamId: "a", timeMs: 0, width: 160, height: 90 })
        .then((answer) => (snapshot = answer));
      return snapshot.ok;
    }, "snapshots again");
    const recorded = await main.call("snapshot", { streamId: "a", timeMs: writtenMs - 1500, width: 0, height: 0 });
    expect(recorded.ok && numbersIn("mjpeg", [recorded.value.jpeg])).toEqual([5]);
    expect(recorded.ok && Math.abs(recorded.value.wallMs - (writtenMs - 1500))).toBeLessThan(100);
  }, 40_000);

  it("follows commands as far as the viewer's rights go, and tells of a playback that one begins", async () => {
    await eventually(() => statuses.get("a")?.state === "running", "running");
    const begun: { sessionId: string; timeMs: number }[] = [];
    main.on("session.playback", (session) => begun.push(session));
    const open = await main.call("low-bandwidth.open", {
      sessionId: "s",
      streamId: "a",
      format: "fmp4",
      play: { timeMs: 0, rate: 1, heightPx: 0 },
      rights: { live: true, playback: false },
      waitMs: 10_000,
      isSynced: false,
    });
    expect(open).toMatchObject({ ok: true });
    const viewer = new Viewer(join(dir, "viewers"), "s");
    await viewer.opened();
    const timeMs = Date.now() - 500;
    viewer.play(1, { time: timeMs });
    await eventually(() => viewer.denied(1), "refused");
    expect(begun).toEqual([]);
    await main.call("session.rights", { sessionId: "s", rights: MAY_ALL });
    viewer.play(2, { time: timeMs });
    await eventually(() => viewer.pictures(2).length > 0, "plays");
    expect(begun).toEqual([{ sessionId: "s", timeMs }]);
    viewer.socket.terminate();
  }, 20_000);

  it("answers what cannot be with codes", async () => {
    expect(await main.call("stream.restart", { streamId: "nobody" })).toMatchObject({
      error: { code: "stream/unknown" },
    });
    expect(
      await main.call("whep.open", {
        sessionId: "x",
        streamId: "a",
        offer: "no offer",
        play: { timeMs: 0, rate: 1, heightPx: 0 },
        rights: MAY_ALL,
      }),
    ).toMatchObject({ error: { code: "whep/bad-offer" } });
    expect(await main.call("low-bandwidth.frame", { sessionId: "x" })).toMatchObject({
      error: { code: "low-bandwidth/unknown" },
    });
    expect(await main.call("streams.set", { streams: [] })).toMatchObject({ ok: true });
    expect(await main.call("snapshot", { streamId: "a", timeMs: 0, width: 0, height: 0 })).toMatchObject({
      ok: false,
    });
  });
});
