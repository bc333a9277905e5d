import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Orchid } from "#protocol/rest/server/orchid.ts";
import type { TestHouse } from "#test/recorder/support/test-house.ts";
import { Fleet } from "#test/recorder/aggregator/support/fleet.ts";

let fleet: Fleet;
let north: TestHouse;
let gate: string;
let northId: string;
let southId: string;
let uma: string;
beforeAll(async () => {
  fleet = await Fleet.open();
  north = await fleet.recorder({ name: "North", "webrtc.ice": "turn:wall:secret-of-turn@192.0.2.1:3478" });
  const south = await fleet.recorder({ name: "South" });
  gate = (await north.addCamera("Gate")).camera.id;
  await north.addCamera("Vault");
  await south.addCamera("Door");
  [northId, southId] = [await fleet.add(north), await fleet.add(south)];
  uma = await fleet.member("uma", [
    { abilities: ["live", "ptz"], scope: "list", orchids: [], cameras: [{ orchidId: northId, id: gate }] },
  ]);
  await fleet.house.addUser("nadia");
});
afterAll(() => fleet.close());

const list = async (as: string) => (await fleet.ask("GET", "/service/orchids", undefined, as)).json as Orchid[];

it("administrators see every server by name; who may see no camera sees none", async () => {
  expect((await list("admin")).map(({ name }) => name)).toEqual(["North", "South"]);
  expect(await list("nadia")).toEqual([]);
  expect((await fleet.ask("GET", `/service/orchids/${northId}`, undefined, "nadia")).status).toBe(404);
  expect((await fleet.ask("GET", `/service/orchids/${northId}/cameras`, undefined, "nadia")).status).toBe(404);
  expect((await fleet.ask("GET", "/fusion/tokens?type=orchid", undefined, "nadia")).json).toEqual({});
});

it("a user sees the servers of their cameras without what is the administrators', and counts their cameras only", async () => {
  const [shown, ...others] = await list("uma");
  expect(others).toEqual([]);
  expect(shown).toMatchObject({ id: northId, uri: "", camerasAvailable: 1, discoverableOrchid: { mid: "" } });
  expect(shown).not.toHaveProperty("license");
  expect(shown?.iceServers).toMatchObject([{ type: "turn", username: "wall" }]);
  const { text } = await fleet.ask("GET", "/service/orchids", undefined, "uma");
  expect(text).not.toContain(north.recorder.url);
});

it("a user reads their cameras without addresses, with what they may do", async () => {
  const answer = await fleet.ask("GET", `/service/orchids/${northId}/cameras`, undefined, "uma");
  expect(answer.json).toMatchObject({
    cameras: [
      {
        id: gate,
        name: "Gate",
        orchidId: northId,
        permissions: { actions: { live: true, playback: false, ptz: true, export: false } },
      },
    ],
  });
  expect((answer.json as { cameras: unknown[] }).cameras).toHaveLength(1);
  expect(answer.text).not.toContain("192.0.2.7");
  expect((await fleet.ask("GET", `/service/orchids/${northId}/cameras`)).text).toContain("192.0.2.7");
  expect((await fleet.ask("GET", `/service/orchids/${southId}/cameras`, undefined, "uma")).status).toBe(404);
  // In the short form that pages list it is the same, and without addresses for everybody.
  const short = await fleet.ask("GET", `/service/orchids/${northId}/cameras?brief=true`, undefined, "uma");
  expect(short.json).toMatchObject({ cameras: [{ id: gate, name: "Gate", orchidId: northId }] });
  expect((short.json as { cameras: unknown[] }).cameras).toHaveLength(1);
  const whole = await fleet.ask("GET", `/service/orchids/${northId}/cameras?brief=true`);
  expect((whole.json as { cameras: unknown[] }).cameras).toHaveLength(2);
  expect(whole.text).not.toContain("192.0.2.7");
  expect((await fleet.ask("GET", `/service/orchids/${southId}/cameras?brief=true`, undefined, "uma")).status).toBe(404);
});

it("tokens say who it is and what they may do on that server, the same in both places", async () => {
  const tokens = (await fleet.ask("GET", "/fusion/tokens?type=orchid", undefined, "uma")).json as Record<
    string,
    string
  >;
  expect(Object.keys(tokens)).toEqual([northId]);
  const token = tokens[northId] ?? "";
  expect((await list("uma"))[0]?.permissions.sessionId).toBe(token);
  const claims = decodeJwt(token);
  expect(claims).toMatchObject({
    sub: uma,
    name: "uma",
    scope: { baseScope: [], cameraScopes: [{ id: gate, scope: ["live", "ptz"] }] },
  });
  expect(claims).not.toHaveProperty("role");
  const { servers } = fleet.house.services;
  expect(await servers.readToken(northId, token)).toMatchObject({ userId: uma });
  expect(await servers.readToken(southId, token)).toBeNull();

  const both = (await fleet.ask("GET", "/fusion/tokens")).json as Record<string, string>;
  expect(Object.keys(both).sort()).toEqual([northId, southId].sort());
  const users = await north.ask("GET", "/service/users", { headers: { authorization: `Bearer ${both[northId]}` } });
  expect(users.statusCode).toBe(200);
});

it("only administrators change servers, or have them looked at", async () => {
  const path = `/service/orchids/${northId}`;
  for (const [method, at] of [
    ["PATCH", path],
    ["DELETE", path],
    ["POST", `${path}/cache`],
  ] as const)
    expect((await fleet.ask(method, at, method === "PATCH" ? { name: "x" } : undefined, "uma")).status).toBe(403);
});
