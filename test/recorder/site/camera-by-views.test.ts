/** A user who is given a camera by some of its shared views: what each road of pictures is told, and what is refused. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { namedView, namedViewList } from "#protocol/rest/view.ts";
import { packScope, unpackScope } from "#recorder/accounts/compact-scope.ts";
import { admitRtsp } from "#recorder/http/rtsp-guard.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const SDP = "v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n";
const PASSWORD = "correct horse battery";
const LENS = { projection: "equidistant", fov: 180, centerX: 0.5, centerY: 0.5, radius: 0.5, stretch: 1 };
const look = { mode: 1, view: { pan: 30, tilt: 60, zoom: 2 }, shift: 0 };

let house: TestHouse;
let cameraId = "";
let streamId = "";
let [till, door] = ["", ""];
let size: { width: number; height: number } | null = { width: 1000, height: 1000 };
let told: readonly StreamSpec[] = [];
const shown = () => told.find(({ id }) => id === streamId)?.shownByView;

beforeAll(async () => {
  house = await TestHouse.open();
  const { media, users } = house.services;
  const [setStreams, status] = [media.setStreams.bind(media), media.status.bind(media)];
  media.setStreams = (specs) => {
    told = specs;
    return setStreams(specs);
  };
  media.status = (id) => (id === streamId ? ({ streamId, state: "running", video: size } as never) : status(id));
  const { camera, stream } = await house.addCamera("Shop");
  [cameraId, streamId] = [camera.id, stream.id];
  const set = await house.services.cameras.streams.update(streamId, {
    dewarp: JSON.stringify({ enable: true, orientation: "ceiling", lens: LENS }),
  });
  if (!set) throw new Error("no such stream");
  const make = async (name: string) =>
    namedView.parse(
      (
        await house.ask("POST", "/service/views", {
          as: "admin",
          body: { name, camera: { id: cameraId }, look, shared: true },
        })
      ).json(),
    ).id;
  [till, door] = [await make("Till"), await make("Door")];
  const made = await users.create({
    username: "cashier",
    password: PASSWORD,
    role: "Manager",
    unmask: true,
    share: true,
    cameraScopes: [{ id: cameraId, scope: ["live", "playback", "export", "ptz", "unmask", "share"], views: [till] }],
  });
  if (!made.ok) throw new Error(made.error.code);
});
afterAll(() => house.close());

const as = { headers: { authorization: `Basic ${Buffer.from(`cashier:${PASSWORD}`).toString("base64")}` } };

describe("what `media` is told", () => {
  it("of each shared view the parts of the picture, as they are now", async () => {
    expect(Object.keys(shown() ?? {}).sort()).toEqual([till, door].sort());
    const before = shown()?.[till];
    expect(before?.length).toBeGreaterThan(0);
    expect(before?.every(({ isShown }) => isShown)).toBe(true);
    await house.ask("PATCH", `/service/views/${till}`, {
      as: "admin",
      body: { look: { ...look, view: { pan: 200, tilt: 40, zoom: 2 } } },
    });
    expect(shown()?.[till]).not.toEqual(before);
    await house.ask("PATCH", `/service/views/${door}`, { as: "admin", body: { shared: false } });
    expect(Object.keys(shown() ?? {})).toEqual([till]);
    await house.ask("PATCH", `/service/views/${door}`, { as: "admin", body: { shared: true } });
    expect(Object.keys(shown() ?? {}).sort()).toEqual([till, door].sort());
  });

  it("nothing is shown while the picture's size or the lens is not known", async () => {
    const { cameras } = house.services;
    const running = { streamId, state: "running", video: size } as never;
    size = null;
    await cameras.heard({ streamId, state: "running", video: null } as never, running);
    expect(shown()).toEqual({});
    size = { width: 1600, height: 900 };
    await cameras.heard({ streamId, state: "running", video: size } as never, undefined);
    expect(shown()?.[till]?.length).toBeGreaterThan(0);
    await cameras.streams.update(streamId, { dewarp: JSON.stringify({ enable: true, orientation: "ceiling" }) });
    expect(shown()?.[till]).toEqual([]);
    await cameras.streams.update(streamId, {
      dewarp: JSON.stringify({ enable: true, orientation: "ceiling", lens: LENS }),
    });
    expect(shown()?.[till]?.length).toBeGreaterThan(0);
  });
});

describe("what leaves the recorder", () => {
  let asked: { readonly name: string; readonly ask: { readonly rights?: unknown; readonly views?: unknown } }[] = [];
  beforeEach(() => {
    asked = [];
    vi.spyOn(house.services.media, "call").mockImplementation(((name: string, ask: object) => {
      asked.push({ name, ask });
      const value =
        name === "whep.open"
          ? { answer: SDP }
          : name === "snapshot"
            ? { jpeg: new Uint8Array(2), wallMs: 1 }
            : { state: "ready", failure: null };
      return Promise.resolve({ ok: true, value });
    }) as never);
  });
  afterEach(() => vi.restoreAllMocks());

  it("live and recorded pictures are asked for with the views, by each road", async () => {
    const sdp = { headers: { ...as.headers, "content-type": "application/sdp" }, raw: SDP };
    for (const time of [0, 1000]) {
      expect((await house.ask("POST", `/service/streams/${streamId}/whep?time=${time}`, sdp)).statusCode).toBe(201);
      expect((await house.ask("GET", `/service/streams/${streamId}/frame?time=${time}`, as)).statusCode).toBe(200);
    }
    const socket = await house.ask("POST", "/service/low-bandwidth/streams", { ...as, body: { streamId } });
    expect(socket.statusCode).toBeLessThan(300);
    expect(asked.map(({ name }) => name).sort()).toEqual(
      ["low-bandwidth.open", "snapshot", "snapshot", "whep.open", "whep.open"].sort(),
    );
    for (const { name, ask } of asked)
      if (name === "snapshot") expect(ask.views).toEqual([till]);
      else expect(ask.rights).toEqual({ live: true, playback: true, views: [till] });
    const rtsp = await admitRtsp(
      {
        sessionId: randomUUID(),
        streamId,
        path: `/service/streams/${streamId}/live`,
        query: "",
        authorization: as.headers.authorization,
        address: "192.0.2.50",
      },
      house.services,
    );
    expect(rtsp).toEqual({ ok: true, value: { isUnmasked: false, views: [till] } });
  });

  it("nothing without masks, no export, no turning of the camera", async () => {
    const refused: readonly (readonly ["GET" | "POST", string, object?])[] = [
      ["GET", `/service/streams/${streamId}/frame?masks=off`],
      ["POST", `/service/streams/${streamId}/whep?masks=off`],
      ["GET", `/service/streams/${streamId}/export?start=1000&stop=61000`],
      ["POST", "/service/exports", { streams: [streamId], start: 1000, stop: 61_000, format: "mkv" }],
    ];
    for (const [method, path, body] of refused) {
      const isOffer = path.includes("whep");
      const answer = await house.ask(method, path, {
        headers: { ...as.headers, ...(isOffer ? { "content-type": "application/sdp" } : {}) },
        ...(isOffer ? { raw: SDP } : {}),
        ...(body ? { body } : {}),
      });
      expect([path, answer.statusCode]).toEqual([path, 403]);
    }
    expect(asked).toEqual([]);
  });
});

describe("what the user knows", () => {
  it("is the camera and its named views, and no others; own ones stay possible", async () => {
    const list = async () =>
      namedViewList.parse((await house.ask("GET", "/service/views", as)).json()).views.map(({ name }) => name);
    expect(await list()).toEqual(["Till"]);
    // The page begins there: the rest of the picture is covered.
    expect((await house.ask("GET", `/service/views/${till}`, as)).json()).toMatchObject({
      home: true,
      editable: false,
    });
    expect((await house.ask("GET", `/service/views/${door}`, as)).statusCode).toBe(404);
    const own = { name: "Own", camera: { id: cameraId }, look };
    expect((await house.ask("POST", "/service/views", { ...as, body: { ...own, shared: true } })).statusCode).toBe(403);
    expect((await house.ask("POST", "/service/views", { ...as, body: own })).statusCode).toBeLessThan(300);
    expect(await list()).toEqual(["Own", "Till"]);
    // Whoever has the right to share views could widen by it what they see: it is not of this camera.
    for (const body of [{ name: "Mine" }, { look }, { shared: false }])
      expect((await house.ask("PATCH", `/service/views/${till}`, { ...as, body })).statusCode).toBe(403);
    expect((await house.ask("DELETE", `/service/views/${till}`, as)).statusCode).toBe(403);
    // Rights name shared views: one that only its owner has shows nothing.
    expect(Object.keys(shown() ?? {})).not.toContain("Own");
  });

  it("is told to its pages, and to administrators", async () => {
    const signedIn = await house.signIn("cashier", PASSWORD);
    expect(signedIn.json()).toMatchObject({ scope: { cameraScopes: [{ id: cameraId, views: [till] }] } });
    const users = (await house.ask("GET", "/service/users", { as: "admin" })).json<{
      users: { username: string; cameraScopes: unknown }[];
    }>().users;
    expect(users.find(({ username }) => username === "cashier")).toMatchObject({ cameraScopes: [{ views: [till] }] });
  });
});

it("a form of rights that has no room for views grants nothing of the camera", () => {
  const packed = packScope({
    baseScope: ["live"],
    cameraScopes: [{ id: "a", scope: ["live", "playback"], views: ["v"] }],
  });
  expect(unpackScope(packed, ["a"])?.cameraScopes).toEqual([{ id: "a", scope: [] }]);
});
