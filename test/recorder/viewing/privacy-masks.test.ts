/** No way out of the recorder carries a pixel that is hidden: each is decoded and searched. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { RtspServer } from "#demo/devices/rtsp-server.ts";
import { AnalysisWorker } from "#recorder/analysis/analysis-worker.ts";
import { annexBOf } from "#recorder/formats/annex-b.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { type ShownPart, WHOLE_PICTURE } from "#domain/cameras/privacy-mask.ts";
import type { ViewRights } from "#recorder/ipc/contracts.ts";
import { HubStreams } from "#recorder/viewing/hub-streams.ts";
import { Snapshots } from "#recorder/viewing/playback/snapshots.ts";
import { RtspProxy } from "#recorder/viewing/rtsp-proxy.ts";
import { StreamMasks } from "#recorder/viewing/stream-masks.ts";
import { AnalysisLink } from "#recorder/viewing/transcoding/analysis-link.ts";
import { StreamTaps } from "#recorder/viewing/transcoding/stream-tap.ts";
import { Transcoders } from "#recorder/viewing/transcoding/transcoders.ts";
import { type MediaCommand, MediaFlag } from "#protocol/media-socket.ts";
import { eventually } from "#test/support/eventually.ts";
import { LOGIN } from "#test/support/faulty-camera.ts";
import { streamSpec } from "#test/support/stream-spec.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import { brightest, HIDDEN, SEEN, SQUARES } from "./support/brightest.ts";
import { encodeScene, playInto } from "./support/encoded-scene.ts";
import { FETCH, type MediaSocketRig, openMediaSocketRig, wallOf } from "./support/media-socket-rig.ts";
import { PlayedSource } from "./support/played-source.ts";
import { openWhepRig, wallOf as whepWallOf, type WhepRig } from "./support/whep-rig.ts";

const UNMASKED: ViewRights = { ...MAY_ALL, isUnmasked: true };
/** The parts of two views: one that shows none of the squares, and one that shows all of the picture. */
const BESIDE: readonly ShownPart[] = [
  {
    isShown: true,
    points: [
      [0, 0.9],
      [0.1, 0.9],
      [0.1, 1],
      [0, 1],
    ].map(([x = 0, y = 0]) => ({ x, y })),
  },
];
const EVERYTHING = WHOLE_PICTURE.map((part) => ({ ...part, isShown: true }) as const);
const byViews = (masks: StreamMasks): void =>
  masks.set([{ id: "a", masks: [], shownByView: { beside: BESIDE, all: EVERYTHING } }]);
const hide = (masks: StreamMasks): void => masks.set([{ id: "a", masks: SQUARES }]);
const show = (masks: StreamMasks): void => masks.set([{ id: "a", masks: [] }]);

describe("over the media socket", () => {
  let rig: MediaSocketRig;
  let stop: () => void;
  beforeAll(async () => {
    rig = await openMediaSocketRig();
    stop = playInto(rig.feed, rig.scene.slice(15, 150));
  }, 30_000);
  afterEach(() => {
    rig.endViewers();
    rig.begun.splice(0);
  });
  afterAll(() => {
    stop();
    return rig.close();
  });

  const plays: [string, Partial<Extract<MediaCommand, { op: "play" }>> & { time: number }][] = [
    ["live", { time: 0 }],
    ["recorded", { time: wallOf(20) }],
    ["a still", { time: wallOf(20), paused: true }],
    ["a draft", { time: wallOf(20), paused: true, draft: true }],
    ["backwards", { time: wallOf(100), rate: -1 }],
    ["in leaps", { time: wallOf(20), rate: 16 }],
    ["in leaps backwards", { time: wallOf(120), rate: -16 }],
    ["for a decoder of H.265", { time: 0, accepts: ["h265"] }],
    ["smaller", { time: wallOf(20), height: 90 }],
  ];

  it.each(plays)("%s", async (name, play) => {
    hide(rig.masks);
    const viewer = await rig.watch(name, "fmp4", play.time);
    viewer.play(1, play);
    await eventually(() => viewer.pictures(1).length > 0, "pictures");
    expect(brightest("h264", viewer.coded(1))).toBeLessThan(HIDDEN);
    const seeing = await rig.watch(`${name}, seen`, "fmp4", play.time, UNMASKED);
    seeing.play(1, play);
    await eventually(() => seeing.pictures(1).length > 0, "pictures");
    expect(brightest("h264", seeing.coded(1))).toBeGreaterThan(SEEN);
  });

  it.each(plays)("%s, for whoever sees a camera by a view only, asked for without masks", async (name, play) => {
    byViews(rig.masks);
    for (const [views, isSeen] of [
      [["beside"], false],
      [["deleted"], false],
      [[], false],
      [["beside", "all"], true],
    ] as const) {
      const viewer = await rig.watch(`${name}, by ${views.length} ${views.join()}.`, "fmp4", play.time, {
        ...UNMASKED,
        views,
      });
      viewer.play(1, play);
      await eventually(() => viewer.pictures(1).length > 0, "pictures");
      const light = brightest("h264", viewer.coded(1));
      if (isSeen) expect(light).toBeGreaterThan(SEEN);
      else expect(light).toBeLessThan(HIDDEN);
    }
  });

  it.each([
    ["live", 0],
    ["recorded", wallOf(20)],
  ])("as JPEG, %s, by socket and by fetching", async (_name, timeMs) => {
    hide(rig.masks);
    const viewer = await rig.watch(`jpeg ${timeMs}`, "jpeg", timeMs);
    viewer.play(1, { time: timeMs });
    await eventually(() => viewer.pictures(1).length > 0, "a picture");
    expect(brightest("mjpeg", [viewer.pictures(1)[0]?.payload ?? Buffer.alloc(0)])).toBeLessThan(HIDDEN);
    const play = { timeMs, rate: 1, heightPx: 0 };
    const spec = { sessionId: `http ${timeMs}`, streamId: "a", format: "jpeg" as const, play, rights: MAY_ALL };
    await rig.sessions.open({ ...spec, ...FETCH });
    const fetched = await rig.sessions.frame(spec.sessionId);
    if (!fetched.ok) throw new Error(fetched.error.code);
    expect(brightest("mjpeg", [fetched.value.jpeg])).toBeLessThan(HIDDEN);
    rig.sessions.close(spec.sessionId);
  });

  it("a mask that is drawn while somebody watches hides at once, live and recorded, and shows again without it", async () => {
    show(rig.masks);
    const live = await rig.watch("changes");
    live.play(1);
    const recorded = await rig.watch("changes, recorded", "fmp4", wallOf(20));
    recorded.play(1, { time: wallOf(20) });
    for (const viewer of [live, recorded]) {
      await eventually(() => viewer.pictures(1).length > 0, "pictures");
      expect(brightest("h264", viewer.coded(1))).toBeGreaterThan(SEEN);
    }
    for (const [change, fits] of [
      [hide, (light: number) => light < HIDDEN],
      [show, (light: number) => light > SEEN],
    ] as const) {
      await Promise.all([live.drained(), recorded.drained()]);
      for (const { messages, notices } of [live, recorded]) for (const all of [messages, notices]) all.splice(0);
      change(rig.masks);
      const changedAtMs = performance.now();
      for (const viewer of [live, recorded]) {
        await eventually(() => viewer.notices.some(({ type }) => type === "config"), "begins anew");
        expect(performance.now() - changedAtMs).toBeLessThan(1000);
        // What came before is not meant: it was sent before the change.
        viewer.messages.splice(
          0,
          viewer.messages.findLastIndex(({ flags }) => (flags & MediaFlag.key) !== 0),
        );
        await eventually(() => viewer.pictures(1).length > 0, "pictures");
        expect(fits(brightest("h264", viewer.coded(1)))).toBe(true);
      }
    }
  });

  it("of a stream that nobody has told of yet nothing is seen", async () => {
    rig.masks.set([]);
    const viewer = await rig.watch("unknown", "fmp4", wallOf(20));
    viewer.play(1, { time: wallOf(20), paused: true });
    await eventually(() => viewer.pictures(1).length > 0, "a picture");
    expect(brightest("h264", viewer.coded(1))).toBeLessThan(HIDDEN);
  });
});

describe("over WebRTC", () => {
  let rig: WhepRig;
  let stop: () => void;
  beforeAll(async () => {
    rig = await openWhepRig();
    stop = playInto(rig.feed, rig.scene.slice(15, 150));
  }, 30_000);
  afterEach(() => {
    rig.closeClients();
    rig.begun.splice(0);
  });
  afterAll(() => {
    stop();
    return rig.close();
  });

  it.each([
    ["live", 0],
    ["recorded", whepWallOf(30)],
  ])("%s, also after a jump to the other", async (name, timeMs) => {
    hide(rig.masks);
    const client = await rig.watch(name, { timeMs });
    await eventually(() => client.video.units.length > 2, "pictures");
    await client.control({ op: "seek", time: timeMs === 0 ? whepWallOf(60) : 0, rate: 1 });
    const before = client.video.units.length;
    await eventually(() => client.video.units.length > before, "pictures after it");
    const units = client.video.units.map(({ data }) => data);
    expect(brightest("h264", units)).toBeLessThan(HIDDEN);
    const seeing = await rig.watch(`${name}, seen`, { timeMs, rights: UNMASKED });
    await eventually(() => seeing.video.units.length > 2, "pictures");
    expect(
      brightest(
        "h264",
        seeing.video.units.map(({ data }) => data),
      ),
    ).toBeGreaterThan(SEEN);
  });

  it.each([
    ["live", 0],
    ["recorded", whepWallOf(30)],
  ])("%s, for whoever sees a camera by a view only, asked for without masks, after a jump", async (name, timeMs) => {
    byViews(rig.masks);
    const client = await rig.watch(`${name}, narrowed`, { timeMs, rights: { ...UNMASKED, views: ["beside"] } });
    await eventually(() => client.video.units.length > 2, "pictures");
    await client.control({ op: "seek", time: timeMs === 0 ? whepWallOf(60) : 0, rate: 1 });
    const before = client.video.units.length;
    await eventually(() => client.video.units.length > before, "pictures after it");
    const units = client.video.units.map(({ data }) => data);
    expect(brightest("h264", units)).toBeLessThan(HIDDEN);
    const wide = await rig.watch(`${name}, wide`, { timeMs, rights: { ...MAY_ALL, views: ["all"] } });
    await eventually(() => wide.video.units.length > 2, "pictures");
    const seen = wide.video.units.map(({ data }) => data);
    expect(brightest("h264", seen)).toBeGreaterThan(SEEN);
  });

  it("a mask that is drawn while somebody watches hides at once", async () => {
    show(rig.masks);
    const client = await rig.watch("changes");
    await eventually(() => client.video.units.length > 2, "pictures");
    hide(rig.masks);
    const before = client.video.units.length;
    await eventually(() => client.video.units.length > before, "pictures");
    expect(
      brightest(
        "h264",
        client.video.units.slice(before).map(({ data }) => data),
      ),
    ).toBeLessThan(HIDDEN);
  });

  it("nothing is sent when nothing can be painted", async () => {
    hide(rig.masks);
    const parts = { ...rig.parts, analysis: new AnalysisLink("none") };
    const { WhepSessions } = await import("#recorder/viewing/whep/whep-sessions.ts");
    const sessions = new WhepSessions(parts, { ports: null, addresses: ["127.0.0.1"] }, () => {});
    const offer = await rig.client().offer();
    const play = { timeMs: 0, rate: 1, heightPx: 0 };
    const ask = { sessionId: "x", streamId: "a", offer, play };
    expect(await sessions.open({ ...ask, rights: MAY_ALL })).toMatchObject({ error: { code: "stream/not-masked" } });
    expect(await sessions.open({ ...ask, rights: UNMASKED })).toMatchObject({ ok: true });
    sessions.closeAll();
  });
});

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
    ["recorded", whepWallOf(30)],
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
