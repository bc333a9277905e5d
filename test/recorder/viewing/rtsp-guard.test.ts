import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admitRtsp } from "#recorder/http/rtsp-guard.ts";
import { PASSWORD, ROLES, TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let streamId = "";
let hiddenId = "";
let hiddenCameraId = "";
const users = new Map<string, string>();
beforeAll(async () => {
  house = await TestHouse.open();
  for (const role of ROLES) users.set(role, await house.addUser(role.replace(" ", "_"), role));
  streamId = (await house.addCamera("Gate")).stream.id;
  const hidden = await house.addCamera("Vault");
  [hiddenId, hiddenCameraId] = [hidden.stream.id, hidden.camera.id];
});
afterAll(() => house.close());

const ask = (more: { query?: string; authorization?: string; streamId?: string; sessionId?: string } = {}) => {
  const id = more.streamId ?? streamId;
  return admitRtsp(
    {
      sessionId: more.sessionId ?? randomUUID(),
      streamId: id,
      path: `/service/streams/${id}/live`,
      query: more.query ?? "",
      authorization: more.authorization ?? null,
      address: "192.0.2.50",
    },
    house.services,
  );
};
const codeOf = async (answer: ReturnType<typeof ask>): Promise<string> => {
  const got = await answer;
  return got.ok ? "ok" : got.error.code;
};
const open = (): number => house.services.live.count("rtsp");

describe("who may read a stream by RTSP", () => {
  it.each(ROLES)("%s with the account's password", async (role) => {
    expect(await codeOf(ask({ authorization: house.basic(role.replace(" ", "_")) }))).toBe("ok");
  });

  it("nobody without proof, with a wrong one, or for what does not exist", async () => {
    expect(await codeOf(ask())).toBe("session/required");
    expect(await codeOf(ask({ query: `sid=${"x".repeat(43)}` }))).toBe("session/required");
    expect(await codeOf(ask({ query: "ticket=nonsense" }))).toBe("session/required");
    expect(await codeOf(ask({ authorization: house.basic("Viewer", "wrong one") }))).toBe("session/wrong");
    const unknown = ask({ streamId: "none", authorization: house.basic("admin") });
    expect(await codeOf(unknown)).toBe("stream/unknown");
  });

  it("not whose rights on the camera leave out live; hidden cameras are not there", async () => {
    const id = users.get("Viewer") ?? "";
    const authorization = house.basic("Viewer");
    const scopes = (scope: ("live" | "playback")[]) =>
      house.services.users.patch(id, { cameraScopes: [{ id: hiddenCameraId, scope }] });
    await scopes(["playback"]);
    expect(await codeOf(ask({ streamId: hiddenId, authorization }))).toBe("access/denied");
    await scopes([]);
    expect(await codeOf(ask({ streamId: hiddenId, authorization }))).toBe("stream/unknown");
    expect(await codeOf(ask({ authorization }))).toBe("ok");
  });

  it("by session id, and by a ticket: once, for this address only", async () => {
    const { id } = (await house.signIn("Manager")).json<{ id: string }>();
    expect(await codeOf(ask({ query: `sid=${id}` }))).toBe("ok");
    const headers = { authorization: `Bearer ${id}` };
    const path = `/service/streams/${streamId}/live`;
    const buy = async () =>
      (await house.ask("POST", "/service/tickets", { headers, body: { path } })).json<{ ticket: string }>().ticket;
    const query = `ticket=${await buy()}`;
    expect(await codeOf(ask({ query, streamId: hiddenId }))).toBe("session/required");
    expect(await codeOf(ask({ query }))).toBe("ok");
    expect(await codeOf(ask({ query }))).toBe("session/required");
    // Both players end with the sign-in with which they came.
    const before = open();
    await house.ask("DELETE", "/service/sessions/me", { headers });
    expect(open()).toBe(before - 2);
  });

  it("ends a user's players when the user changes or goes, also those with a password", async () => {
    const id = await house.addUser("temporary", "Viewer");
    const authorization = house.basic("temporary");
    const before = open();
    expect(await codeOf(ask({ authorization }))).toBe("ok");
    expect(open()).toBe(before + 1);
    await house.services.users.patch(id, { role: "Manager" });
    expect(open()).toBe(before);
    expect(await codeOf(ask({ authorization }))).toBe("ok");
    await house.services.users.remove(id, "");
    expect(open()).toBe(before);
    expect(await codeOf(ask({ authorization }))).toBe("session/wrong");
  });

  it("ends a camera's players with the camera, and writes down who watched", async () => {
    const { camera, stream } = await house.addCamera("Door");
    const before = open();
    expect(await codeOf(ask({ streamId: stream.id, authorization: house.basic("Manager") }))).toBe("ok");
    await house.ask("DELETE", `/service/cameras/${camera.id}`, { as: "admin" });
    expect(open()).toBe(before);
    const rows = await house.services.store
      .selectFrom("audit")
      .selectAll()
      .where("action", "=", "view-rtsp")
      .where("target", "=", stream.id)
      .execute();
    expect(rows).toMatchObject([{ username: "Manager", address: "192.0.2.50" }]);
  });

  it("guesses are braked like those of the sign-in page", async () => {
    await house.addUser("guessed", "Viewer");
    const codes: string[] = [];
    for (let i = 0; i < 7; i++)
      codes.push(await codeOf(ask({ authorization: house.basic("guessed", `${PASSWORD}${i}`) })));
    expect(codes.at(-1)).toBe("session/locked");
  });
});
