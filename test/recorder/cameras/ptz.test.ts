import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PTZ_MOVE_MAX_MS } from "#domain/limits/ptz.ts";
import { eventually } from "#test/support/eventually.ts";
import { PtzCamera, responseTo } from "./ptz-camera.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const fault =
  "<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text>busy</s:Text></s:Reason></s:Fault>";
const orders: string[] = [];
let refusedStops = 0;

let house: TestHouse;
/** It turns until it is told to stop: it ignores the Timeout of a move. */
let stubborn: PtzCamera;
const move = (body: object) => house.ask("POST", `${stubborn.path}/position`, { as: "admin", body });
const held = { type: "continuous", pan: 0.5, tilt: 0, zoom: 0, timeoutMs: 700 };

beforeAll(async () => {
  house = await TestHouse.open();
  stubborn = await PtzCamera.open(house, (order) => {
    const { name, body } = order;
    const timeout = /<Timeout>(\w+)</.exec(body)?.[1];
    if (name !== "GetSystemDateAndTime") orders.push(timeout === undefined ? name : `${name} ${timeout}`);
    const refuses = name === "Stop" && refusedStops-- > 0;
    return refuses ? { status: 500, said: fault } : responseTo(order);
  });
});
beforeEach(() => {
  orders.length = 0;
  refusedStops = 0;
});
afterAll(async () => {
  await house.close();
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
      // Every command that was sent after that arrived before this one.
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
