import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { admitRtsp } from "#recorder/http/rtsp-guard.ts";
import { exportStreamOf } from "#recorder/site/exports/export-order.ts";
import {
  actions,
  cameraId,
  house,
  MASK,
  masksUrl,
  OTHER,
  put,
  streamId,
  tokenOf,
  withMaskedCamera,
} from "./masked-house.ts";

const SDP = "v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n";

withMaskedCamera();
beforeAll(async () => {
  await put(masksUrl(), [MASK]);
});

describe("seeing without masks", () => {
  let asked: { readonly name: string; readonly ask: unknown }[] = [];
  beforeEach(() => {
    asked = [];
    const call = vi.spyOn(house.services.media, "call");
    call.mockImplementation(((name: string, ask: unknown) => {
      asked.push({ name, ask });
      const value =
        name === "whep.open"
          ? { answer: SDP }
          : name === "snapshot"
            ? { jpeg: new Uint8Array(2), wallMs: 1 }
            : { state: "ready", failure: null };
      return Promise.resolve({ ok: true, value });
    }) as never);
    vi.spyOn(house.services.index, "segmentsBetween").mockResolvedValue([
      { startMs: 0, endMs: 90_000, bytes: 10 },
    ] as never);
    vi.spyOn(house.services.exports, "makeNow").mockImplementation((_id, ask) => {
      asked.push({ name: "export", ask });
      return Promise.resolve({ ok: false, error: { code: "export/busy", params: {} } } as never);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  const ways: readonly [string, (off: boolean, as: string) => Promise<{ statusCode: number; body: string }>, string][] =
    [
      [
        "WebRTC",
        (off, as) => {
          const headers = { "content-type": "application/sdp" };
          return house.ask("POST", `/service/streams/${streamId}/whep${off ? "?masks=off" : ""}`, {
            as,
            raw: SDP,
            headers,
          });
        },
        "view-unmasked",
      ],
      [
        "the media socket",
        (off, as) =>
          house.ask("POST", "/service/low-bandwidth/streams", {
            as,
            body: { streamId, ...(off ? { masks: "off" } : {}) },
          }),
        "view-unmasked",
      ],
      [
        "a picture",
        (off, as) => house.ask("GET", `/service/streams/${streamId}/frame${off ? "?masks=off" : ""}`, { as }),
        "view-unmasked",
      ],
      [
        "an export",
        (off, as) =>
          house.ask("GET", `/service/streams/${streamId}/export?start=1000&stop=61000${off ? "&masks=off" : ""}`, {
            as,
          }),
        "export-unmasked",
      ],
    ];

  /** Whether what the media process or the export was asked for is without masks. */
  const unmasked = (): boolean => JSON.stringify(asked).includes('"isUnmasked":true');

  it.each(ways)("by %s: only who may, only who asks, and then it is in the audit", async (_name, ask, action) => {
    for (const role of ["live_viewer", "viewer", "manager"]) {
      const answer = await ask(true, role);
      expect([role, answer.statusCode]).toEqual([role, 403]);
      expect(unmasked()).toBe(false);
    }
    for (const who of ["admin", "trusted"]) {
      await ask(false, who);
      expect(unmasked()).toBe(false);
      await ask(true, who);
      expect(unmasked()).toBe(true);
      await vi.waitFor(async () => expect(await actions()).toContain(action));
      asked = [];
    }
  });

  it("by an export job: the file of who may not see without them is made with the masks", async () => {
    const start = vi.spyOn(house.services.exports.jobs, "start");
    const order = (as: string, more: object) =>
      house.ask("POST", "/service/exports", {
        as,
        body: { streams: [streamId], start: 1000, stop: 61_000, format: "mkv", ...more },
      });
    expect((await order("manager", { masks: "off" })).statusCode).toBe(403);
    expect(start).not.toHaveBeenCalled();
    await order("manager", {});
    expect(start.mock.lastCall?.[1]).toMatchObject({ streams: [{ streamId, masks: [MASK] }] });
    await order("admin", { masks: "off" });
    expect(start.mock.lastCall?.[1]).toMatchObject({ streams: [{ streamId, masks: [] }], isUnmasked: true });
    house.services.exports.end(() => true);
  });

  it("a file that was made before a mask was drawn is not given out after it", async () => {
    const made = { streams: [exportStreamOf(house.services.cameras, streamId, {})], startMs: 1000, stopMs: 61_000 };
    const job = {
      id: "j",
      ask: { ...made, format: "mkv", zip: false },
      name: "x.mkv",
      made: { file: "/none", bytes: 1 },
    };
    vi.spyOn(house.services.exports.jobs, "get").mockReturnValue(job as never);
    await put(masksUrl(), [MASK, OTHER]);
    const answer = await house.ask("GET", "/service/exports/j/file", { as: "manager" });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, "export/masks-changed"]);
    await put(masksUrl(), [MASK]);
    const trusted = { ...job, ask: { ...job.ask, isUnmasked: true } };
    vi.spyOn(house.services.exports.jobs, "get").mockReturnValue(trusted as never);
    const lost = await house.ask("GET", "/service/exports/j/file", { as: "manager" });
    expect(lost.statusCode).toBe(403);
  });

  it("by RTSP: the same", async () => {
    const admit = (who: string, query: string) =>
      admitRtsp(
        {
          sessionId: randomUUID(),
          streamId,
          path: `/service/streams/${streamId}/live`,
          query,
          authorization: house.basic(who, who === "admin" ? house.adminPassword : undefined),
          address: "192.0.2.50",
        },
        house.services,
      );
    expect(await admit("manager", "")).toEqual({ ok: true, value: { isUnmasked: false } });
    expect(await admit("manager", "masks=off")).toMatchObject({ ok: false, error: { code: "access/denied" } });
    expect(await admit("admin", "masks=off")).toEqual({ ok: true, value: { isUnmasked: true } });
    expect(await actions()).toContain("view-unmasked");
  });

  it("is given to an account and taken from it, whatever its role; its sessions have it at once", async () => {
    const made = await house.services.users.create({
      username: "given",
      password: "correct horse battery",
      role: "Viewer",
      unmask: true,
    });
    if (!made.ok) throw new Error("not made");
    const { id } = made.value;
    const basic = { authorization: house.basic("given", "correct horse battery") };
    const look = async () =>
      (await house.ask("GET", `/service/streams/${streamId}/frame?masks=off`, { headers: basic })).statusCode;
    const change = (body: object) => house.ask("PATCH", `/service/users/${id}`, { as: "admin", body });
    expect(await look()).toBe(200);
    expect((await change({ unmask: false })).json()).toMatchObject({ role: "Viewer", unmask: false });
    expect(await look()).toBe(403);
    const signedIn = (await house.signIn("given", "correct horse battery")).json<{ id: string }>().id;
    expect((await change({ unmask: true })).json()).toMatchObject({ unmask: true });
    const headers = { authorization: `Bearer ${signedIn}` };
    expect((await house.ask("GET", `/service/streams/${streamId}/frame?masks=off`, { headers })).statusCode).toBe(200);
    expect(await look()).toBe(200);
    // It is no other right, and a camera of its own in the account replaces it there.
    expect((await house.ask("PUT", masksUrl(), { headers: basic, body: { masks: [] } })).statusCode).toBe(403);
    await change({ cameraScopes: [{ id: cameraId, scope: ["live"] }] });
    expect(await look()).toBe(403);
    const list = await house.ask("GET", "/service/users", { as: "admin" });
    const users = list.json<{ users: { username: string; unmask: boolean }[] }>().users;
    expect(
      users
        .filter(({ unmask }) => unmask)
        .map(({ username }) => username)
        .sort(),
    ).toEqual(["admin", "administrator", "given"]);
  });

  it("ends when the right is taken away", async () => {
    const sub = randomUUID();
    const hear = async (scope: string[]) => {
      const token = await tokenOf({ sub, scope: { baseScope: scope, cameraScopes: [] }, n: randomUUID() });
      return { authorization: `Bearer ${token}`, "content-type": "application/sdp" };
    };
    const open = (headers: Record<string, string>, query: string) =>
      house.ask("POST", `/service/streams/${streamId}/whep${query}`, { raw: SDP, headers });
    const may = await hear(["live", "playback", "unmask"]);
    expect((await open(may, "?masks=off")).statusCode).toBe(201);
    expect((await open(may, "")).statusCode).toBe(201);
    const before = house.services.live.count("whep");
    expect((await open(await hear(["live", "playback"]), "?masks=off")).statusCode).toBe(403);
    // The one with masks goes on.
    expect(house.services.live.count("whep")).toBe(before - 1);
  });
});
