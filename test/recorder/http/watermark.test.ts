import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Watermark } from "#domain/accounts/watermark.ts";
import { admitRtsp } from "#recorder/http/rtsp-guard.ts";
import { ROLES, TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let streamId = "";
beforeAll(async () => {
  house = await TestHouse.open();
  for (const role of ROLES) await house.addUser(role.toLowerCase().replace(" ", "_"), role);
  streamId = (await house.addCamera("Gate")).stream.id;
});
afterAll(() => house.close());

let asked: unknown[] = [];
beforeEach(() => {
  asked = [];
  vi.spyOn(house.services.media, "call").mockImplementation(((_name: string, ask: unknown) => {
    asked.push(ask);
    return Promise.resolve({ ok: true, value: { jpeg: new Uint8Array(2), wallMs: 1 } });
  }) as never);
  vi.spyOn(house.services.index, "segmentsBetween").mockResolvedValue([
    { startMs: 0, endMs: 90_000, bytes: 10 },
  ] as never);
  vi.spyOn(house.services.exports, "makeNow").mockImplementation((_id, ask) => {
    asked.push(ask);
    return Promise.resolve({ ok: false, error: { code: "export/busy", params: {} } } as never);
  });
  vi.spyOn(house.services.exports.jobs, "start").mockImplementation((_id, ask) => {
    asked.push(ask);
    return { ok: false, error: { code: "export/busy", params: {} } } as never;
  });
});
afterEach(() => vi.restoreAllMocks());

const set = (watermark: Watermark) => house.ask("PATCH", "/service/settings", { as: "admin", body: { watermark } });
const range = { start: 1000, stop: 61_000 };
const ways: readonly [string, (as: string) => Promise<unknown>][] = [
  ["a snapshot", (as) => house.ask("GET", `/service/streams/${streamId}/frame`, { as })],
  ["an export", (as) => house.ask("GET", `/service/streams/${streamId}/export?start=1000&stop=61000`, { as })],
  [
    "an export job",
    (as) => house.ask("POST", "/service/exports", { as, body: { streams: [streamId], format: "mkv", ...range } }),
  ],
];

it.each(ways)("%s has account and time painted in, as the setting says", async (_name, ask) => {
  const mark = async (as: string): Promise<string | null> => {
    asked = [];
    await ask(as);
    expect(asked).toHaveLength(1);
    return /"watermark":"([^"]+)"/.exec(JSON.stringify(asked))?.[1] ?? null;
  };
  expect([await mark("admin"), await mark("manager")]).toEqual([null, null]);
  expect((await set("others")).statusCode).toBe(200);
  expect(await mark("admin")).toBeNull();
  expect(await mark("manager")).toMatch(/^manager \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  await set("everybody");
  expect(await mark("admin")).toMatch(/^admin /);
  await set("off");
  expect(await mark("manager")).toBeNull();
});

it("is told to who has signed in; only administrators set it, and it is in the audit", async () => {
  const told = async () =>
    (await house.ask("GET", "/service/servers/1", { as: "viewer" })).json<{ watermark?: string }>().watermark;
  expect(await told()).toBeUndefined();
  const refused = await house.ask("PATCH", "/service/settings", { as: "manager", body: { watermark: "off" } });
  expect(refused.statusCode).toBe(403);
  await set("others");
  expect(await told()).toBe("others");
  const wrong = await house.ask("PATCH", "/service/settings", { as: "admin", body: { watermark: "some" } });
  expect(wrong.statusCode).toBe(400);
  const audit = await house.ask("GET", "/service/audit?action=settings-modified&count=1", { as: "admin" });
  expect(audit.body).toContain('"changed":["watermark"]');
});

it("RTSP, which cannot carry it, is refused to accounts that must have one, where the setting says so", async () => {
  const admit = (who: string) =>
    admitRtsp(
      {
        sessionId: randomUUID(),
        streamId,
        path: `/service/streams/${streamId}/live`,
        query: "",
        authorization: house.basic(who, who === "admin" ? house.adminPassword : undefined),
        address: "192.0.2.50",
      },
      house.services,
    );
  const change = async (body: object): Promise<void> =>
    expect((await house.ask("PATCH", "/service/settings", { as: "admin", body })).statusCode).toBe(200);
  const admitted = async () => [(await admit("manager")).ok, (await admit("admin")).ok];
  // Nothing changes for who has not asked for it.
  await change({ watermark: "others" });
  expect(await admitted()).toEqual([true, true]);
  await change({ watermarkRtsp: false });
  expect(await admit("manager")).toMatchObject({
    error: { code: "access/denied", cause: { code: "access/no-watermark" } },
  });
  expect(await admitted()).toEqual([false, true]);
  await change({ watermark: "everybody" });
  expect(await admitted()).toEqual([false, false]);
  await change({ watermark: "off" });
  expect(await admitted()).toEqual([true, true]);
  await change({ watermarkRtsp: true });
});
