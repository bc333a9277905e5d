/** A server that was registered honestly and lies from then on: about its cameras, its clock and itself. What others have stays theirs. */
import { afterAll, beforeAll, beforeEach, expect, it, describe } from "vitest";
import type { Camera } from "#protocol/rest/cameras/camera.ts";
import { eventually } from "#test/support/eventually.ts";
import { Fleet } from "#test/recorder/aggregator/support/fleet.ts";
import { FrontDoor } from "#test/recorder/aggregator/support/front-door.ts";

let fleet: Fleet;
let door: FrontDoor;
let id = "";
let honest = "";
let honestCamera: Camera;
let ownCamera: Camera;

beforeAll(async () => {
  fleet = await Fleet.open();
  const recorder = await fleet.recorder();
  await recorder.addCamera("Gate");
  door = await FrontDoor.open(recorder.recorder.url);
  // The liar was there first.
  id = await fleet.add(recorder, { uri: door.url });
  const other = await fleet.recorder();
  await other.addCamera("Yard");
  honest = await fleet.add(other);
  [honestCamera, ownCamera] = [(await fleet.cameras(honest))[0]!, (await fleet.cameras(id))[0]!];
});
afterAll(async () => {
  await fleet.close();
  await door.close();
});
beforeEach(async () => {
  door.misbehave = () => false;
  await fleet.until(id, ({ isAvailable, camerasAvailable }) => isAvailable && camerasAvailable === 1);
});

const lie = (path: string, body: unknown): void => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  door.misbehave = (asked, response) => {
    if (asked.split("?")[0] !== path) return false;
    response.writeHead(200, { "content-type": "application/json" }).end(text);
    return true;
  };
};
/** Waits for two whole looks at it: what it says now is what it is shown with. */
async function lookedAt(): Promise<void> {
  const looks = (): number => door.asked.filter(({ path }) => path.startsWith("/service/time")).length;
  const before = looks();
  await eventually(() => looks() > before + 2, "it is looked at again");
}
/** What everybody else sees goes on, whatever one server says. */
async function othersAreWell(): Promise<void> {
  expect((await fleet.cameras(honest)).map(({ id: one, name }) => [one, name])).toEqual([[honestCamera.id, "Yard"]]);
  const { servers } = fleet.house.services;
  expect(servers.cameraOwner(honestCamera.id)).toBe(honest);
  for (const { id: stream } of honestCamera.streams) expect(servers.streamOwner(stream)?.orchidId).toBe(honest);
  for (const path of ["/service/orchids", "/service/fleet/cameras", `/service/orchids/${id}/cameras`])
    expect([path, (await fleet.ask("GET", path)).status]).toEqual([path, 200]);
}
const stream = (streamId: string) => ({ id: streamId, name: "main", active: true });

describe("cameras", () => {
  it.each<[string, () => unknown]>([
    [
      "a hundred thousand",
      () => ({ cameras: Array.from({ length: 100_000 }, (_one, index) => ({ id: `c${index}` })) }),
    ],
    ["a number beyond all numbers", () => `{"cameras":[{"id":"1","retention":1e999}]}`],
    ["a version that is none", () => ({ cameras: [], version: {} })],
  ])("that are %s: it is not available, and keeps what was known", async (_name, body) => {
    lie("/service/cameras", body());
    const shown = await fleet.until(id, ({ isAvailable }) => !isAvailable);
    expect(shown.failureReason).toBe("its answer cannot be read");
    expect((await fleet.cameras(id)).map(({ name }) => name)).toEqual(["Gate"]);
    await othersAreWell();
  });

  it.each<[string, () => unknown[]]>([
    ["the id of another server's", () => [{ id: honestCamera.id, name: "Mine" }]],
    ["a stream of another server's", () => [{ id: "own", streams: [stream(honestCamera.streams[0]!.id)] }]],
    [
      "another server's stream as its main one",
      () => [{ id: "own", primaryStream: { id: honestCamera.streams[0]!.id } }],
    ],
    ["an id that leads elsewhere", () => [{ id: "../../users" }]],
    ["an id of ten thousand letters", () => [{ id: "x".repeat(10_000) }]],
    ["an empty id", () => [{ id: "" }]],
    ["an id with a line break", () => [{ id: "a\r\nb" }]],
    ["a stream whose id leads elsewhere", () => [{ id: "own", streams: [stream("../x")] }]],
    ["a main stream whose id leads elsewhere", () => [{ id: "own", primaryStream: { id: "a b" } }]],
  ])("with %s are left out", async (_name, cameras) => {
    lie("/service/cameras", { cameras: cameras() });
    await fleet.until(id, ({ isAvailable, camerasAvailable }) => isAvailable && camerasAvailable === 0);
    expect(await fleet.cameras(id)).toEqual([]);
    await othersAreWell();
  });

  it("that are changes of cameras it never told of: it is not available, and keeps what was known", async () => {
    door.misbehave = (asked, response) => {
      if (!asked.startsWith("/service/cameras")) return false;
      const since = new URL(asked, "http://x").searchParams.get("since");
      response.end(JSON.stringify({ cameras: [], since, ids: ["nobody"] }));
      return true;
    };
    await fleet.until(id, ({ isAvailable }) => !isAvailable);
    expect((await fleet.cameras(id)).map(({ name }) => name)).toEqual(["Gate"]);
    await othersAreWell();
  });

  it("of a version of ten thousand letters are asked for whole the next time", async () => {
    lie("/service/cameras", { cameras: [ownCamera], version: "v".repeat(10_000) });
    await lookedAt();
    expect(door.asked.every(({ path }) => path.length < 1000)).toBe(true);
    expect((await fleet.shown(id)).isAvailable).toBe(true);
  });

  it("with the same id twice are one", async () => {
    lie("/service/cameras", {
      cameras: [{ ...ownCamera, name: "One" }, { ...ownCamera, name: "Two" }, { id: "__proto__" }, { id: "__proto__" }],
    });
    await fleet.until(id, ({ isAvailable, camerasAvailable }) => isAvailable && camerasAvailable === 2);
    expect((await fleet.cameras(id)).map((one) => one.id)).toEqual([ownCamera.id, "__proto__"]);
    await othersAreWell();
  });

  it("have names of one line, none of which looks like another or fills the page", async () => {
    const ptzPresets = ["Door\r\n\u202erood", "p".repeat(100_000), "\u0000"].map((name) => ({ name, token: name }));
    lie("/service/cameras", {
      cameras: [
        { ...ownCamera, name: "Gate\r\nBcc: all@example.com\u0000\u202etxt" },
        { id: "long", name: "x".repeat(100_000), displayModel: "m\u0007".repeat(1000), features: { ptzPresets } },
      ],
    });
    await fleet.until(id, ({ isAvailable, camerasAvailable }) => isAvailable && camerasAvailable === 2);
    const shown = await fleet.cameras(id);
    for (const { name, displayModel = "" } of shown) {
      expect(name).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]{1,200}$/u);
      expect(displayModel).toMatch(/^[^\p{Cc}\p{Bidi_Control}]{0,200}$/u);
    }
    const presets = shown.flatMap(({ features }) => features.ptzPresets ?? []);
    expect(presets).toHaveLength(3);
    for (const { name } of presets) expect(name).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]{1,200}$/u);
    expect(shown[0]?.name).toMatch(/^Gate\s+Bcc: all@example\.com/);
    await othersAreWell();
  });
});

describe("its clock", () => {
  it.each(["-5", "1e3", "NaN", "", "99999999999999999", "0x10", `{"time":1}`, " ", "1".repeat(2000)])(
    "that says %j is none",
    async (text) => {
      lie("/service/time", text);
      await fleet.until(id, ({ isAvailable }) => !isAvailable);
      await othersAreWell();
    },
  );
});

describe("itself", () => {
  const about = (more: object) => ({ servers: [{ id: "1", name: "x", ...more }] });
  it.each<[string, unknown]>([
    ["nobody", { servers: [] }],
    ["a list", []],
    ["a port that is a word", about({ rtspPort: "many" })],
    ["servers of a kind that does not exist", about({ iceServers: [{ type: "javascript", host: "x", port: 1 }] })],
    ["one hundred thousand letters", about({ version: "v".repeat(100_000) })],
  ])("as %s: it is not available", async (_name, body) => {
    lie("/service/servers", body);
    await fleet.until(id, ({ isAvailable }) => !isAvailable);
    await othersAreWell();
  });

  it("with relays that are none: pages are given none of them", async () => {
    const relays = [
      "javascript:1",
      "wss://a.example; script-src *",
      "https://a.example",
      "ws://A.example",
      "wss://ok.example",
    ];
    lie("/service/servers", about({ relays, version: "1\u0000\r\n2" }));
    await fleet.until(id, ({ hasRelays }) => hasRelays);
    expect((await fleet.shown(id)).version).toBe("1 2");
    expect(fleet.house.services.servers.watchedById(id)?.state.relays).toEqual(["wss://ok.example"]);
    await othersAreWell();
  });
});
