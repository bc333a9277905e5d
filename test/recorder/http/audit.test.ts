import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AUDIT_ACTIONS } from "#domain/accounts/audit.ts";
import { type AuditList, auditList } from "#protocol/rest/server/audit.ts";
import { PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let cameraId = "";
let streamId = "";
beforeAll(async () => {
  house = await TestHouse.open();
  const { camera, stream } = await house.addCamera("Gate");
  [cameraId, streamId] = [camera.id, stream.id];
  await house.addUser("uma", "Viewer");
  await house.addUser("liv", "Live Viewer");
  await house.signIn("uma");
  await house.signIn("uma", "guessed wrongly");
  const lock = { streams: [streamId], start: 1000, stop: 5000 };
  await house.ask("POST", "/service/locks", { as: "admin", body: lock });
  await house.ask("POST", "/service/bookmarks", { as: "uma", body: { streams: [streamId], start: 2000, text: "x" } });
  await house.ask("PATCH", "/service/settings", { as: "admin", body: { greeting: "Hello" } });
});
afterAll(() => house.close());

async function audit(query = ""): Promise<AuditList> {
  const answer = await house.ask("GET", `/service/audit${query}`, { as: "admin" });
  expect(answer.statusCode, answer.body).toBe(200);
  return auditList.parse(answer.json());
}
const actions = async (query: string) => (await audit(query)).entries.map(({ action }) => action);

test("says who, what, when, from where, which camera and recorded time, and how it ended", async () => {
  const { entries } = await audit("?action=lock");
  expect(entries).toMatchObject([
    {
      username: "admin",
      action: "lock",
      result: "ok",
      address: "127.0.0.1",
      cameras: [{ id: cameraId, name: "Gate" }],
      from: 1000,
      to: 5000,
    },
  ]);
  expect(Math.abs((entries[0]?.when ?? 0) - Date.now())).toBeLessThan(60_000);
  expect((await audit("?result=refused&action=sign-in-refused")).entries).toMatchObject([
    { target: "uma", username: "" },
  ]);
});

test("finds by user, time, camera, result, address and any word", async () => {
  expect(await actions("?user=uma")).toEqual(["bookmark-added", "sign-in"]);
  expect(await actions(`?camera=${cameraId}`)).toEqual(["bookmark-added", "lock"]);
  expect(await actions("?search=GREETING")).toEqual(["settings-modified"]);
  expect(await actions("?address=192.0.2.9")).toEqual([]);
  expect(await actions("?action=lock,bookmark-added")).toEqual(["bookmark-added", "lock"]);
  const [newest] = (await audit()).entries;
  expect(await actions(`?start=${(newest?.when ?? 0) + 1}`)).toEqual([]);
  expect((await audit()).users).toEqual(["admin", "uma"]);
});

test("names the account that it was done to, also a removed one that once did something", async () => {
  const id = await house.addUser("otto", "Viewer");
  await house.signIn("otto");
  await house.ask("PATCH", `/service/users/${id}`, { as: "admin", body: { role: "Manager" } });
  expect((await audit("?action=user-modified")).entries).toMatchObject([{ target: id, targetName: "otto" }]);
  await house.ask("DELETE", `/service/users/${id}`, { as: "admin" });
  expect((await audit("?action=user-removed")).entries).toMatchObject([{ targetName: "otto" }]);
});

test("pages go on where the one before ended", async () => {
  const all = (await audit()).entries.map(({ seq }) => seq);
  const seen: number[] = [];
  for (let before = ""; ; ) {
    const page = await audit(`?count=2${before}`);
    seen.push(...page.entries.map(({ seq }) => seq));
    if (page.next === null) break;
    before = `&before=${page.next}`;
  }
  expect(seen).toEqual(all);
  expect(all).toEqual(all.toSorted((a, b) => b - a));
});

test("pictures of a recording are in it: one at once, the others of the minute together", async () => {
  const jpeg = { ok: true, value: { jpeg: new Uint8Array(2), wallMs: 1 } };
  const call = vi.spyOn(house.services.media, "call").mockImplementation(() => Promise.resolve(jpeg as never));
  for (const time of [5000, 9000, 7000])
    await house.ask("GET", `/service/streams/${streamId}/frame?time=${time}`, { as: "uma" });
  await house.ask("GET", `/service/streams/${streamId}/frame`, { as: "uma" });
  call.mockRestore();
  const { entries } = await audit("?action=view-picture");
  expect(entries).toMatchObject([{ username: "uma", from: 5000, to: null, cameras: [{ name: "Gate" }] }]);
});

test("what was refused is in it, and only administrators read it", async () => {
  for (const path of ["/service/audit", "/service/audit/export", "/service/audit"])
    expect((await house.ask("GET", path, { as: "uma" })).statusCode).toBe(403);
  const frame = `/service/streams/${streamId}/frame?time=5`;
  expect((await house.ask("GET", frame, { as: "liv" })).statusCode).toBe(403);
  const wrong = { headers: { authorization: house.basic("uma", `${PASSWORD}?`) } };
  expect((await house.ask("GET", "/service/cameras", wrong)).statusCode).toBe(401);
  await vi.waitFor(async () => expect(await actions("?result=refused&search=basic")).toEqual(["sign-in-refused"]));
  const { entries } = await audit("?action=refused");
  expect(entries.map(({ username, detail }) => [username, detail.call])).toEqual([
    ["liv", "GET /service/streams/:id/frame"],
    ["uma", "GET /service/audit/export"],
    ["uma", "GET /service/audit"],
  ]);
  expect(entries[0]?.cameras).toMatchObject([{ name: "Gate" }]);
});

test("comes as CSV, in which no name is a formula; who took it is in it", async () => {
  await house.services.journal.audit({ userId: "e", username: "=cmd|'x'!A1" }, "sign-in", "", "192.0.2.3");
  const answer = await house.ask("GET", "/service/audit/export?search=cmd", { as: "admin" });
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="audit-.*\.csv"$/);
  // Its own entry is the newest.
  const [head, own, line, end] = answer.body.split("\r\n");
  expect(own).toContain(",audit-exported,");
  expect(head).toMatch(/^\uFEFFnumber,time,user,action,result/);
  expect(line).toMatch(/^\d+,\d{4}-\d\d-\d\dT[\d:.]+Z,'=cmd\|'x'!A1,sign-in,ok,192\.0\.2\.3,/);
  expect(line).toMatch(/,[0-9a-f]{64}$/);
  expect(end).toBe("");
  expect(await actions("?action=audit-exported")).toEqual(["audit-exported"]);
});

test("is whole afterwards, and its retention is a setting with limits", async () => {
  await house.services.journal.close();
  expect((await house.services.journal.trail.verify()).faults).toEqual([]);
  const set = (auditDays: number) => house.ask("PATCH", "/service/settings", { as: "admin", body: { auditDays } });
  expect((await set(3)).statusCode).toBe(400);
  expect((await set(90)).json()).toMatchObject({ auditDays: 90 });
});

/** Calls that change nothing of what others see, or whose work notes it. */
const WITHOUT = new Set([
  "POST /service/tickets",
  // The end of a view; its beginning is noted.
  "PATCH /service/streams/:id/whep/:sessionId",
  "DELETE /service/streams/:id/whep/:sessionId",
  "DELETE /service/low-bandwidth/streams/:id",
  // One's own file; that it was made, cancelled or taken is noted.
  "DELETE /service/exports/:id",
  // The end of holding a camera; that it was taken from somebody is noted.
  "DELETE holdUrl",
  // Asks a server anew.
  "POST `${url}/cache`",
  // Says what an archive that is not saved yet would copy.
  "POST `${url}/due`",
  // Between recorders; that one has all of its recordings back is in the report.
  "POST `${STANDBY_PATH}/:id/taken`",
  "POST `${STANDBY_NOTES_PATH}/taken`",
]);

test("every call that changes something notes it", () => {
  const folder = join(import.meta.dirname, "../../../recorder/http/routes");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const silent: string[] = [];
  let looked = 0;
  for (const name of files) {
    const source = readFileSync(join(folder, name), "utf8");
    for (const block of source.split(/\n\s+(?:route|openRoute)\(/).slice(1)) {
      const [, method = ""] = /method: "(\w+)"/.exec(block) ?? [];
      if (!["POST", "PUT", "PATCH", "DELETE"].includes(method)) continue;
      const [, url = ""] = /url: ("[^"]+"|[^,\n]+)/.exec(block) ?? [];
      looked += 1;
      const isNoted =
        /journal\.audit|sessionDesk\.|companyDesk\.|ownPassword\.|ownFactor\.|ownPasskeys\.|ownAppPasswords\.|\bnote\(/.test(
          block,
        );
      if (!isNoted && !WITHOUT.has(`${method} ${url.replaceAll('"', "")}`)) silent.push(`${name}: ${method} ${url}`);
    }
  }
  expect(looked).toBeGreaterThan(30);
  expect(silent).toEqual([]);
});

test("the screen has words for every action that the server writes", () => {
  const folder = join(import.meta.dirname, "../../../recorder");
  const known = new Set<string>(AUDIT_ACTIONS);
  const unknown: string[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((one) => one.endsWith(".ts"))) {
    const source = readFileSync(join(folder, name), "utf8");
    for (const [, action = ""] of source.matchAll(/\.audit(?:Often)?\(\s*[^,]+,\s*"([a-z-]+)"/g))
      if (!known.has(action)) unknown.push(action);
    for (const [, noun = ""] of source.matchAll(/noun: "([a-z-]+)"/g))
      if (!known.has(`${noun}-added`) || !known.has(`${noun}-removed`)) unknown.push(noun);
  }
  expect(unknown).toEqual([]);
});
