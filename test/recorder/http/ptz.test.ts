import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PTZ_MOVE_MAX_MS } from "#domain/limits.ts";
import { eventually } from "#test/support/eventually.ts";
import { TestHouse } from "./test-house.ts";

/** An ONVIF camera that turns until it is told to stop: it does not heed the Timeout of a move. */
const fault =
  "<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text>busy</s:Text></s:Reason></s:Fault>";
const orders: string[] = [];
let refusedStops = 0;
const stubborn = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    const name = /<(\w+) xmlns="http:\/\/www\.onvif\.org\/ver/.exec(body)?.[1] ?? "";
    const timeout = /<Timeout>(\w+)</.exec(body)?.[1];
    if (name !== "GetSystemDateAndTime") orders.push(timeout === undefined ? name : `${name} ${timeout}`);
    const refuses = name === "Stop" && refusedStops-- > 0;
    response.writeHead(refuses ? 500 : 200, { "content-type": "application/soap+xml" });
    response.end(
      `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${refuses ? fault : `<${name}Response/>`}</s:Body></s:Envelope>`,
    );
  });
});

let house: TestHouse;
let path = "";
const move = (body: object) => house.ask("POST", path, { as: "admin", body });
const held = { type: "continuous", pan: 0.5, tilt: 0, zoom: 0, timeoutMs: 700 };

beforeAll(async () => {
  house = await TestHouse.open();
  const port = await new Promise<number>((resolve) =>
    stubborn.listen(0, "127.0.0.1", () => {
      const address = stubborn.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    }),
  );
  const uri = `http://127.0.0.1:${port}/onvif`;
  const camera = await house.services.cameras.add({
    name: "Dome",
    driver: "ONVIF",
    uri,
    credentials: { username: "root", password: "x" },
    configuration: { PtzUri: uri, PtzProfile: "main" },
    capabilities: { camera: { PTZ: { pan: true, tilt: true, zoom: true, relativeFOV: false, maxPresets: 0 } } },
    features: {},
    // One of ours: it may be on this machine.
    demoKey: "dome",
    streams: [],
  });
  path = `/service/cameras/${camera.id}/position`;
});
beforeEach(() => {
  orders.length = 0;
  refusedStops = 0;
});
afterAll(async () => {
  await house.close();
  stubborn.closeAllConnections();
  stubborn.close();
});

describe("a continuous move", () => {
  it("carries its time, rounded up, and is stopped when nobody renews it", async () => {
    expect((await move(held)).statusCode).toBe(204);
    expect(orders).toEqual(["ContinuousMove PT1S"]);
    await eventually(() => orders.includes("Stop"), "the stop", 3000);
    expect(orders).toEqual(["ContinuousMove PT1S", "Stop"]);
  });

  it("goes on while it is renewed, and is written down once", async () => {
    const audits = async () =>
      (await house.services.store.selectFrom("audit").selectAll().where("action", "=", "move-ptz").execute()).length;
    const before = await audits();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      for (let at = 0; at < 4; at += 1) {
        await move(held);
        await vi.advanceTimersByTimeAsync(held.timeoutMs - 1);
      }
      expect(orders).toEqual(Array.from({ length: 4 }, () => "ContinuousMove PT1S"));
      expect(await audits()).toBe(before + 1);
      await move({ type: "stop" });
      await vi.advanceTimersByTimeAsync(2 * held.timeoutMs);
      // Whatever was still sent came before this one.
      await move({ ...held, pan: -0.5 });
      expect(orders.slice(4)).toEqual(["Stop", "ContinuousMove PT1S"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is stopped again when the camera did not take the stop", async () => {
    refusedStops = 2;
    await move(held);
    await eventually(() => orders.filter((order) => order === "Stop").length === 3, "three stops", 5000);
  });

  it("is stopped again when the camera did not take the stop that was ordered, long before its time is over", async () => {
    refusedStops = 1;
    await move({ ...held, timeoutMs: PTZ_MOVE_MAX_MS });
    expect((await move({ type: "stop" })).json()).toMatchObject({ code: "onvif/fault" });
    await eventually(() => orders.filter((order) => order === "Stop").length === 2, "a second stop", 5000);
  });

  it("still ends in its time when another order came to nothing", async () => {
    await move(held);
    expect((await move({ type: "preset", token: "nowhere" })).statusCode).toBe(404);
    await eventually(() => orders.includes("Stop"), "the stop", 3000);
  });

  it("takes no time that never ends", async () => {
    for (const timeoutMs of [0, 3_600_000, -1]) expect((await move({ ...held, timeoutMs })).statusCode).toBe(400);
    expect(orders).toEqual([]);
  });
});
