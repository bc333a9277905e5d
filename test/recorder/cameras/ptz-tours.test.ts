import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ptzPresetList } from "#protocol/rest/cameras/ptz.ts";
import { ptzTour } from "#protocol/rest/cameras/ptz-tour.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { PtzCamera, responseTo } from "./ptz-camera.ts";

/** The pan of each order to go somewhere, and Stop. */
const orders: string[] = [];
let house: TestHouse;
let dome: PtzCamera;
let tokens: readonly string[] = [];
let where = 0;

const POSITION = (pan: number): string =>
  `<PTZStatus><Position><PanTilt x="${pan}" y="0"/><Zoom x="0"/></Position></PTZStatus>`;
const as = (user: string, method: string, path: string, body?: object) =>
  house.ask(method, `${dome.path}${path}`, { as: user, ...(body && { body }) });
const move = (user: string, pan = 0.9) => as(user, "POST", "/position", { type: "absolute", pan, tilt: 0, zoom: 0 });
const tour = async (user: string) => ptzTour.parse((await as(user, "GET", "/tour")).json());
const stops = () => tokens.map((token) => ({ token, dwellS: 5 }));

beforeAll(async () => {
  house = await TestHouse.open({ "ptz.hold": "60" });
  for (const name of ["anna", "otto"]) await house.addUser(name, "Manager");
  await house.addUser("vera", "Viewer");
  dome = await PtzCamera.open(house, (order) => {
    const { name, body } = order;
    if (name === "AbsoluteMove") orders.push(/PanTilt x="([^"]+)"/.exec(body)?.[1] ?? "?");
    else if (name === "Stop") orders.push(name);
    return name === "GetStatus" ? responseTo(order, POSITION(where)) : responseTo(order);
  });
  for (const [at, name] of ["Gate", "Ramp"].entries()) {
    where = (at + 1) / 10;
    await as("admin", "POST", "/position/presets", { name });
  }
  const { presets } = ptzPresetList.parse((await as("admin", "GET", "/position/presets")).json());
  tokens = ["Gate", "Ramp"].map((name) => presets.find((each) => each.name === name)?.token ?? "");
});
beforeEach(() => {
  orders.length = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(async () => {
  await as("admin", "PUT", "/tour", { stops: [], enabled: false });
  await as("admin", "POST", "/position/hold", { takeOver: true });
  await as("admin", "DELETE", "/position/hold");
  vi.useRealTimers();
});
afterAll(async () => {
  await house.close();
  dome.close();
});
/** Orders are real requests: they need turns of the real event loop. */
async function come(count: number): Promise<void> {
  for (let turn = 0; turn < 500 && orders.length < count; turn += 1) await new Promise((done) => setImmediate(done));
  // The answer of the last one is read, too.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
}

describe("a tour of presets", () => {
  it("is run by the recorder, from preset to preset, and ends when it is told to", async () => {
    expect((await as("admin", "PUT", "/tour", { stops: stops(), enabled: true })).statusCode).toBe(200);
    await come(1);
    expect(orders).toEqual(["0.1"]);
    expect(await tour("vera")).toMatchObject({ state: "runs", at: tokens[0], hold: null });
    for (const count of [2, 3]) {
      await vi.advanceTimersByTimeAsync(5000);
      await come(count);
    }
    expect(orders).toEqual(["0.1", "0.2", "0.1"]);
    expect((await as("otto", "PATCH", "/tour", { enabled: false })).json()).toMatchObject({ state: "off" });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(orders).toHaveLength(3);
  });

  it("waits while somebody holds the camera, and goes on when nobody has moved it for the time", async () => {
    await as("admin", "PUT", "/tour", { stops: stops(), enabled: true });
    await come(1);
    expect((await move("anna")).statusCode).toBe(204);
    expect(orders).toEqual(["0.1", "0.9"]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await tour("otto")).toMatchObject({ state: "waits", hold: { user: { name: "anna" }, own: false } });
    // A renewal begins the time anew.
    await move("anna");
    await vi.advanceTimersByTimeAsync(59_000);
    await come(3);
    expect(orders).toEqual(["0.1", "0.9", "0.9"]);
    await vi.advanceTimersByTimeAsync(1000);
    await come(4);
    expect(orders.at(-1)).toBe("0.2");
    expect(await tour("otto")).toMatchObject({ state: "runs", hold: null });
  });

  it("goes on at once when the holder lets go", async () => {
    await as("admin", "PUT", "/tour", { stops: stops(), enabled: true });
    await come(1);
    await move("anna");
    expect((await as("otto", "DELETE", "/position/hold")).statusCode).toBe(204);
    expect((await tour("anna")).hold).toMatchObject({ own: true });
    await as("anna", "DELETE", "/position/hold");
    await come(3);
    expect(orders).toEqual(["0.1", "0.9", "0.2"]);
  });

  it("is set by who manages presets, begun and ended by who may move the camera, read by who sees it", async () => {
    const body = { stops: stops(), enabled: false };
    for (const [user, status] of [
      ["vera", 403],
      ["otto", 403],
      ["admin", 200],
    ] as const)
      expect((await as(user, "PUT", "/tour", body)).statusCode, user).toBe(status);
    expect((await as("vera", "PATCH", "/tour", { enabled: true })).statusCode).toBe(403);
    expect((await as("vera", "POST", "/position/hold", {})).statusCode).toBe(403);
    expect((await tour("vera")).stops).toEqual(stops());
    for (const wrong of [{ stops: [{ token: "", dwellS: 5 }] }, { stops: [{ token: "a", dwellS: 0 }] }])
      expect((await as("admin", "PUT", "/tour", { ...body, ...wrong })).statusCode).toBe(400);
  });
});

describe("a camera in somebody's hand", () => {
  it("is not moved by others, who are told whose it is and for how long", async () => {
    await move("anna");
    await vi.advanceTimersByTimeAsync(18_000);
    expect((await move("otto")).json()).toMatchObject({ code: "ptz/held", params: { name: "anna", seconds: 42 } });
    expect((await as("otto", "POST", "/position", { type: "stop" })).statusCode).toBe(409);
    expect((await as("otto", "POST", "/position/hold", { takeOver: true })).json()).toMatchObject({ code: "ptz/held" });
    expect((await move("anna")).statusCode).toBe(204);
  });

  it("is taken over by an administrator: what was set going stops, and the audit says from whom", async () => {
    await as("anna", "POST", "/position", { type: "continuous", pan: 0.5, tilt: 0, zoom: 0, timeoutMs: 60_000 });
    expect((await move("admin")).json()).toMatchObject({ code: "ptz/held" });
    expect((await tour("admin")).hold).toMatchObject({ user: { name: "anna" }, mayTakeOver: true });
    const taken = await as("admin", "POST", "/position/hold", { takeOver: true });
    expect(taken.json()).toMatchObject({ hold: { own: true } });
    expect(orders).toEqual(["Stop"]);
    expect((await move("anna")).json()).toMatchObject({ code: "ptz/held", params: { name: "admin" } });
    expect((await tour("anna")).hold).toMatchObject({ mayTakeOver: false });
    const { detail } = await house.services.store
      .selectFrom("audit")
      .select("detail")
      .where("action", "=", "ptz-taken-over")
      .orderBy("seq", "desc")
      .executeTakeFirstOrThrow();
    expect(detail).toContain("anna");
  });

  it("is everybody's again after the time", async () => {
    await move("anna");
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await move("otto")).statusCode).toBe(204);
  });
});
