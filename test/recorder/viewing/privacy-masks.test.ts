/** Pictures and RTSP carry no pixel that is hidden: each is decoded and searched. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RtspServer } from "#demo/devices/rtsp-server.ts";
import { AnalysisWorker } from "#recorder/analysis/analysis-worker.ts";
import { annexBOf } from "#recorder/formats/annex-b.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { ViewRights } from "#recorder/ipc/viewing-shapes.ts";
import { HubStreams } from "#recorder/viewing/hub-streams.ts";
import { Snapshots } from "#recorder/viewing/playback/snapshots.ts";
import { RtspProxy } from "#recorder/viewing/rtsp-proxy.ts";
import { StreamMasks } from "#recorder/viewing/stream-masks.ts";
import { AnalysisLink } from "#recorder/viewing/transcoding/analysis-link.ts";
import { StreamTaps } from "#recorder/viewing/transcoding/stream-tap.ts";
import { Transcoders } from "#recorder/viewing/transcoding/transcoders.ts";
import { eventually } from "#test/support/eventually.ts";
import { LOGIN } from "#test/support/faulty-camera.ts";
import { streamSpec } from "#test/support/stream-spec.ts";
import { brightest, HIDDEN, SEEN } from "./support/brightest.ts";
import { encodeScene, playInto } from "./support/encoded-scene.ts";
import { BESIDE, byViews, hide, show } from "./support/hidden-parts.ts";
import { PlayedSource } from "./support/played-source.ts";
import { openWhepRig, wallOf, type WhepRig } from "./support/whep-rig.ts";

describe("snapshots and thumbnails", () => {
  let rig: WhepRig;
  let stop: () => void;
  beforeAll(async () => {
    rig = await openWhepRig();
    stop = playInto(rig.feed, rig.scene.slice(15, 150));
  }, 30_000);
  afterAll(() => {
    stop();
    return rig.close();
  });

  it.each([
    ["live", 0],
    ["recorded", wallOf(30)],
  ])("%s, in every size; what was kept before a change is not given after it", async (_name, timeMs) => {
    const { streams, masks, reader, analysis } = rig.parts;
    const snapshots = new Snapshots(streams, masks, reader, analysis);
    const taken = async (height: number, more: Pick<ViewRights, "isUnmasked" | "views"> = {}): Promise<number> => {
      const answer = await snapshots.take({ streamId: "a", timeMs, width: 0, height, ...more });
      if (!answer.ok) throw new Error(answer.error.code);
      return brightest("mjpeg", [answer.value.jpeg]);
    };
    for (const height of [0, 120, 45]) {
      show(masks);
      expect(await taken(height), `${height} px without masks`).toBeGreaterThan(height === 45 ? HIDDEN : SEEN);
      hide(masks);
      expect(await taken(height), `${height} px`).toBeLessThan(HIDDEN);
      expect(await taken(height, { isUnmasked: true }), `${height} px for who may`).toBeGreaterThan(HIDDEN);
      byViews(masks);
      expect(await taken(height), `${height} px of the whole camera`).toBeGreaterThan(HIDDEN);
      for (const views of [["beside"], ["deleted"], []])
        expect(await taken(height, { isUnmasked: true, views }), `${height} px by views`).toBeLessThan(HIDDEN);
      expect(await taken(height, { views: ["beside", "all"] }), `${height} px by all`).toBeGreaterThan(HIDDEN);
    }
  });
});

describe("over RTSP", () => {
  const dir = mkdtempSync(join(tmpdir(), "masked-rtsp-"));
  const camera = new RtspServer();
  const hub = new StreamHub();
  const viewer = new StreamHub();
  const masks = new StreamMasks();
  const link = new AnalysisLink(join(dir, "frames"));
  const worker = new AnalysisWorker(join(dir, "frames"), () => {});
  const parts = { streams: new HubStreams(hub), masks, transcoders: new Transcoders(new StreamTaps(link)) };
  const proxy = new RtspProxy({ ports: [0], host: "127.0.0.1", tlsCert: "", tlsKey: "" }, hub, parts, {
    admit: ({ query }) => {
      const views = new URLSearchParams(query).get("views")?.split(",");
      return Promise.resolve({ ok: true, value: { isUnmasked: query.includes("masks=off"), ...(views && { views }) } });
    },
    closed: () => {},
  });
  let port = 0;

  beforeAll(async () => {
    await link.listen();
    worker.start();
    camera.mount("/live", { source: new PlayedSource(encodeScene({ startMs: 0, frames: 60 })), login: LOGIN });
    hide(masks);
    hub.setStreams([streamSpec("a", `rtsp://127.0.0.1:${await camera.listen(0, "127.0.0.1")}/live`)]);
    port = (await proxy.listen()).port;
    await eventually(() => hub.gop("a").length > 3 && link.connected, "the camera runs");
  }, 30_000);
  afterAll(async () => {
    viewer.close();
    await proxy.close();
    parts.transcoders.close();
    hub.close();
    worker.close();
    await link.close();
    await camera.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it("a player gets the masks in the picture, who may gets none, and a change ends what was described before", async () => {
    const at = `rtsp://127.0.0.1:${port}/service/streams/a/live`;
    viewer.setStreams([streamSpec("masked", at), streamSpec("seen", `${at}?masks=off`)]);
    const seen = (id: string): number => brightest("h264", viewer.gop(id).map(annexBOf));
    await eventually(() => ["masked", "seen"].every((id) => viewer.gop(id).length > 5), "both play");
    expect(seen("masked")).toBeLessThan(HIDDEN);
    expect(seen("seen")).toBeGreaterThan(SEEN);
    show(masks);
    await eventually(() => viewer.gop("masked").length > 5 && seen("masked") > SEEN, "comes back as it is now");
    hide(masks);
    await eventually(() => viewer.gop("masked").length > 5 && seen("masked") < HIDDEN, "hidden again");
  });

  it("by a view only a player sees that, without masks as well, and a changed view ends what was described before", async () => {
    byViews(masks);
    const at = `rtsp://127.0.0.1:${port}/service/streams/a/live?masks=off&views=`;
    viewer.setStreams([
      streamSpec("beside", `${at}beside`),
      streamSpec("all", `${at}all`),
      streamSpec("deleted", `${at}x`),
    ]);
    const seen = (id: string): number => brightest("h264", viewer.gop(id).map(annexBOf));
    await eventually(() => ["beside", "all", "deleted"].every((id) => viewer.gop(id).length > 5), "all play");
    expect(seen("beside")).toBeLessThan(HIDDEN);
    expect(seen("deleted")).toBeLessThan(HIDDEN);
    expect(seen("all")).toBeGreaterThan(SEEN);
    masks.set([{ id: "a", masks: [], shownByView: { all: BESIDE } }]);
    await eventually(() => viewer.gop("all").length > 5 && seen("all") < HIDDEN, "hidden now");
  });
});
