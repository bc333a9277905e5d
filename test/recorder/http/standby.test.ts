import { afterAll, beforeAll, expect, it } from "vitest";
import { STANDBY_FROM_HEADER, STANDBY_PATH, STANDBY_PROOF_HEADER } from "#protocol/standby.ts";
import { callProof, pairKey } from "#recorder/core/pair-proof.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const SECRET = "a-secret-of-this-test-1234";
/** Nobody answers there: what is asked here needs no database. */
const GROUP = {
  "standby.role": "standby",
  "standby.database": "postgres://127.0.0.1:1/none",
  "standby.secret": SECRET,
  "standby.address": "http://127.0.0.1:1",
};
let group: TestHouse;
let alone: TestHouse;
beforeAll(async () => {
  group = await TestHouse.open(GROUP);
  alone = await TestHouse.open();
});
afterAll(async () => {
  await group?.close();
  await alone?.close();
});

const ask = (house: TestHouse, method: "GET" | "POST", url: string, proof: string | null, from = "owner") =>
  house.recorder.app.inject({
    method,
    url,
    headers: { [STANDBY_FROM_HEADER]: from, ...(proof === null ? {} : { [STANDBY_PROOF_HEADER]: proof }) },
    ...(method === "POST" ? { payload: { sha256: "0".repeat(64) } } : {}),
  });
const proofOf = (method: string, url: string, secret = SECRET, from = "owner"): string =>
  callProof(pairKey(secret, from, group.services.uuid), method, url);

it("recordings for others are given to recorders of the group alone, by a proof of each call", async () => {
  const url = `${STANDBY_PATH}?after=0`;
  const listed = await ask(group, "GET", url, proofOf("GET", url));
  expect([listed.statusCode, listed.json()]).toEqual([200, { files: [], isMore: false }]);
  const refused = [
    await ask(group, "GET", url, null),
    await ask(group, "GET", url, proofOf("GET", url, "another-secret-of-a-test")),
    await ask(group, "GET", url, proofOf("GET", STANDBY_PATH)),
    await ask(group, "GET", url, proofOf("POST", url)),
    await ask(group, "GET", url, proofOf("GET", url), "another"),
    await ask(group, "GET", `${STANDBY_PATH}/1`, null),
    await ask(group, "POST", `${STANDBY_PATH}/1/taken`, null),
    await ask(alone, "GET", url, proofOf("GET", url)),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 404));
  // Asked again for what is gone: the answer before was lost.
  const taken = `${STANDBY_PATH}/1/taken`;
  expect((await ask(group, "POST", taken, proofOf("POST", taken))).statusCode).toBe(204);
});

it("an administrator's sign-in is no proof", async () => {
  const answer = await group.ask("GET", STANDBY_PATH, { as: "admin" });
  expect(answer.statusCode).toBe(404);
});

it("a recorder alone has no check of a group, and one whose group does not answer says so", async () => {
  const checks = async (house: TestHouse) => (await house.services.readiness()).standby;
  expect(await checks(alone)).toBeUndefined();
  await expect.poll(() => checks(group), { timeout: 20_000 }).toBe("the database of its group does not answer");
});

it("only cameras that are recorded here can be kept", async () => {
  for (const house of [alone, group]) {
    const answer = await house.ask("POST", "/service/server/standby/owners/none/adopt", { as: "admin" });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, "standby/no-owner"]);
  }
});

it("administrators see the group, and that there is none", async () => {
  const state = async (house: TestHouse) =>
    (await house.ask("GET", "/service/server/standby", { as: "admin" })).json<Record<string, unknown>>();
  expect(await state(alone)).toEqual({ role: "none" });
  expect(await state(group)).toMatchObject({ role: "standby", group: "standby", standsInFor: [], fetching: [] });
});
