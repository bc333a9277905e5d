import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { PtzCamera, responseTo } from "./ptz-camera.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const TOKEN_AGE_MS = 30_000;
const ORDER = { type: "absolute", pan: 0.1, tilt: 0, zoom: 0 };
/** the camera's clock minus ours */
let aheadMs = 0;
let isPasswordWrong = false;
const orders: string[] = [];

let house: TestHouse;
/** It accepts only password digests with its own time. */
let strict: PtzCamera;
let path = "";
beforeAll(async () => {
  house = await TestHouse.open();
  strict = await PtzCamera.open(house, (order) => {
    const { name, body } = order;
    const now = new Date(Date.now() + aheadMs);
    const created = Date.parse(/<Created[^>]*>([^<]+)</.exec(body)?.[1] ?? "");
    const isTime = name === "GetSystemDateAndTime";
    const isProved = isTime || (!isPasswordWrong && Math.abs(created - now.getTime()) < TOKEN_AGE_MS);
    if (!isTime) orders.push(`${name} ${isProved ? "done" : "refused"}`);
    const time = `<SystemDateAndTime><UTCDateTime><Time><Hour>${now.getUTCHours()}</Hour><Minute>${now.getUTCMinutes()}</Minute><Second>${now.getUTCSeconds()}</Second></Time><Date><Year>${now.getUTCFullYear()}</Year><Month>${now.getUTCMonth() + 1}</Month><Day>${now.getUTCDate()}</Day></Date></UTCDateTime></SystemDateAndTime>`;
    const fault = "<s:Fault><s:Code><s:Value>NotAuthorized</s:Value></s:Code></s:Fault>";
    return isProved ? responseTo(order, isTime ? time : "") : { status: 400, said: fault };
  });
  path = strict.path;
});
beforeEach(() => void orders.splice(0));
afterAll(async () => {
  await house.close();
  strict.close();
});
const move = async () => (await house.ask("POST", `${path}/position`, { as: "admin", body: ORDER })).statusCode;

it("a camera whose clock, or ours, was set since the first move can still be moved", async () => {
  expect(await move()).toBe(204);
  for (const ms of [3_600_000, -600_000, 0]) {
    orders.splice(0);
    aheadMs = ms;
    expect(await move()).toBe(204);
    expect(orders).toEqual(["AbsoluteMove refused", "AbsoluteMove done"]);
    expect(await move()).toBe(204);
    expect(orders).toHaveLength(3);
  }
});

it("a wrong password is not tried twice", async () => {
  isPasswordWrong = true;
  expect(await move()).toBeGreaterThanOrEqual(400);
  expect(orders).toEqual(["AbsoluteMove refused"]);
  isPasswordWrong = false;
});

it("presets that are saved at once are no more than there may be", async () => {
  const save = (n: number) => house.ask("POST", `${path}/position/presets`, { as: "admin", body: { name: `P${n}` } });
  const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => save(n)));
  expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(10);
  const rows = await house.services.store.selectFrom("ptz_presets").selectAll().execute();
  expect(rows).toHaveLength(10);
});
