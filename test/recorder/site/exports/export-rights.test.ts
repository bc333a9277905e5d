import { randomBytes, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExportAsk } from "#recorder/site/exports/export-ask.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

/** The running exports of a user who loses the right to export are stopped. */
let house: TestHouse;
const blank: ExportAsk = { streams: [], startMs: 0, stopMs: 60_000, format: "mkv", zip: false };
const asks = { Gate: blank, Yard: blank };
const ids = { Gate: "", Yard: "" };
const secret = randomBytes(32);
beforeAll(async () => {
  house = await TestHouse.open();
  for (const name of ["Gate", "Yard"] as const) {
    const { camera, stream } = await house.addCamera(name);
    ids[name] = camera.id;
    const streams = [{ streamId: stream.id, cameraName: name, dewarp: {} }];
    asks[name] = { ...blank, streams };
  }
  const issuer = { id: "a", access_token: "", key: { kty: "oct", k: secret.toString("base64url") } };
  await house.ask("POST", "/service/trusted/issuer?version=2", { as: "admin", body: issuer });
});
afterAll(() => house.close());

const begin = (userId: string, ask: ExportAsk): void => void house.services.exports.jobs.start(userId, ask, "x.mkv");
const left = (userId: string): readonly (string | undefined)[] =>
  house.services.exports.jobs.of(userId).map(({ ask }) => ask.streams[0]?.cameraName);

test("an account that is given other rights, and one that is removed", async () => {
  const { users } = house.services;
  const [anna, ben, carl] = [
    await house.addUser("anna", "Manager"),
    await house.addUser("ben", "Manager"),
    await house.addUser("carl", "Manager"),
  ];
  for (const id of [anna, ben, carl]) begin(id, asks.Gate);
  await users.patch(anna, { role: "Viewer" });
  await users.remove(ben, "");
  expect([left(anna), left(ben), left(carl)]).toEqual([[], [], ["Gate"]]);
});

test("an aggregator's user: what a newer token takes, and only that", async () => {
  const sub = randomUUID();
  const id = `issuer:sub:${sub}`;
  const hear = async (cameras: readonly string[]): Promise<void> => {
    const cameraScopes = cameras.map((id) => ({ id, scope: ["live", "export"] }));
    const token = await new SignJWT({ sub, scope: { baseScope: [], cameraScopes }, n: randomUUID() })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt()
      .setExpirationTime("10m")
      .sign(secret);
    const answer = await house.ask("GET", "/service/cameras", { headers: { authorization: `Bearer ${token}` } });
    expect(answer.json<{ cameras: { id: string }[] }>().cameras.map((camera) => camera.id)).toEqual(cameras);
  };
  await hear([ids.Gate, ids.Yard]);
  begin(id, asks.Gate);
  begin(id, asks.Yard);
  expect(left(id)).toEqual(["Gate", "Yard"]);
  await hear([ids.Yard]);
  expect(left(id)).toEqual(["Yard"]);
});
