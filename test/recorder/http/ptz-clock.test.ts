import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { TestHouse } from "./test-house.ts";

const TOKEN_AGE_MS = 30_000;
const ORDER = { type: "absolute", pan: 0.1, tilt: 0, zoom: 0 };
/** the camera's clock less ours */
let aheadMs = 0;
let isPasswordWrong = false;
const orders: string[] = [];

/** An ONVIF camera that believes proofs of its own time only. */
const strict = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    const name = /<(\w+) xmlns="http:\/\/www\.onvif\.org\/ver/.exec(body)?.[1] ?? "";
    const now = new Date(Date.now() + aheadMs);
    const created = Date.parse(/<Created[^>]*>([^<]+)</.exec(body)?.[1] ?? "");
    const isTime = name === "GetSystemDateAndTime";
    const isProved = isTime || (!isPasswordWrong && Math.abs(created - now.getTime()) < TOKEN_AGE_MS);
    if (!isTime) orders.push(`${name} ${isProved ? "done" : "refused"}`);
    const time = `<SystemDateAndTime><UTCDateTime><Time><Hour>${now.getUTCHours()}</Hour><Minute>${now.getUTCMinutes()}</Minute><Second>${now.getUTCSeconds()}</Second></Time><Date><Year>${now.getUTCFullYear()}</Year><Month>${now.getUTCMonth() + 1}</Month><Day>${now.getUTCDate()}</Day></Date></UTCDateTime></SystemDateAndTime>`;
    const fault = "<s:Fault><s:Code><s:Value>NotAuthorized</s:Value></s:Code></s:Fault>";
    const said = isProved ? `<${name}Response>${isTime ? time : ""}</${name}Response>` : fault;
    response.writeHead(isProved ? 200 : 400, { "content-type": "application/soap+xml" });
    response.end(`<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${said}</s:Body></s:Envelope>`);
  });
});

let house: TestHouse;
let path = "";
beforeAll(async () => {
  house = await TestHouse.open();
  await new Promise<void>((resolve) => strict.listen(0, "127.0.0.1", resolve));
  const address = strict.address();
  const uri = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/onvif`;
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
  path = `/service/cameras/${camera.id}`;
});
beforeEach(() => void orders.splice(0));
afterAll(async () => {
  await house.close();
  strict.closeAllConnections();
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
