import { describe, expect, it } from "vitest";
import { discoverableOrchid, server } from "#protocol/rest/server/server.ts";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import type { Identity } from "#recorder/core/identity.ts";
import {
  stranger,
  keyOf,
  house,
  restart,
  ask,
  session,
  install,
  machineId,
  good,
  eachWithLicences,
} from "./licensed-house.ts";

eachWithLicences();

describe("a licence", () => {
  it("is a trial by default, and can be removed only when there is one", async () => {
    expect(await session()).toMatchObject({ state: { status: "normal" }, license: { edition: "trial", cameras: 0 } });
    expect((await ask("DELETE", "/service/license-session")).statusCode).toBe(404);
  });

  it("is taken from a key, waits for a restart, holds afterwards, and goes the same way", async () => {
    const told: EventMessage[] = [];
    house.services.hub.add({
      identity: () => ({}) as Identity,
      send: (message) => told.push(message),
      end: () => undefined,
    });
    const key = await good();
    const answer = await install(`${key.slice(0, 60)}\n  ${key.slice(60)}\n`);
    expect(answer.statusCode).toBe(200);
    expect(told.map(({ type }) => type)).toContain("license-modified");
    const state = { status: "pending_change", reason: "" };
    expect(await session()).toMatchObject({ state, license: { edition: "enterprise" } });
    await restart();
    expect(await session()).toMatchObject({
      state: { status: "normal" },
      license: {
        brandedEdition: "Enterprise",
        retentionDescription: "30 days",
        activationCode: "AAAAA-BBBBB-CCCCC-DDDDD",
      },
    });
    expect((await ask("DELETE", "/service/license-session")).statusCode).toBe(204);
    expect((await session()).state.status).toBe("pending_change");
    await restart();
    expect(await session()).toMatchObject({ state: { status: "normal" }, license: { edition: "trial" } });
  });

  it("is refused when it is not genuine, for another machine, expired, or too small", async () => {
    await house.addCamera("One");
    await house.addCamera("Two");
    const refused = async (key: string): Promise<string> => {
      const answer = await install(key);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: "license/invalid" });
      return answer.json<{ reason: string }>().reason;
    };
    const [prefix, body = "", signature] = (await good()).split(".");
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, "base64url").toString()), cameras: 999 }),
    ).toString("base64url");
    expect(await refused(`${prefix}.${forged}.${signature}`)).toBe("The license key is not genuine.");
    expect(await refused(keyOf({ machineId: await machineId(), edition: "e", cameras: 0 }, stranger))).toBe(
      "The license key is not genuine.",
    );
    expect(await refused("hello")).toBe("This is not a license key.");
    expect(await refused(keyOf({ edition: "e" }))).toBe("The license key cannot be read.");
    expect(await refused(await good({ machineId: "AAAA-BBBB" }))).toBe("The license is for another machine.");
    expect(await refused(await good({ expires: 1000 }))).toBe("The license has expired.");
    expect(await refused(await good({ cameras: 1 }))).toBe("The license covers 1 cameras, there are 2.");
    expect((await session()).license.edition).toBe("trial");
  });

  it("tells its machine and code to administrators only", async () => {
    await install(await good());
    await house.addUser("watcher", "Manager");
    const seen = (await house.ask("GET", "/service/license-session", { as: "watcher" })).json<{ license: object }>();
    expect(Object.keys(seen.license)).not.toContain("machineId");
    expect(Object.keys(seen.license)).not.toContain("activationCode");
    const mid = await machineId();
    expect(mid).toMatch(/^[0-9A-F]{4}(-[0-9A-F]{4}){4}$/);
    for (const path of ["servers", "servers/1", "discoverable/orchids", "discoverable/orchids/1", "about", "version"]) {
      const own = await house.ask("GET", `/service/${path}`, { as: "watcher" });
      expect([own.statusCode, own.body.includes(mid), own.body.includes('"mid"')], path).toEqual([200, false, false]);
    }
    const shown = await ask("GET", "/service/discoverable/orchids/1");
    expect(discoverableOrchid.parse(shown.json()).mid).toBe(mid);
    expect(server.parse((await ask("GET", "/service/servers/1")).json()).discoverableOrchid?.mid).toBe(mid);
  });

  it("covers so many cameras", async () => {
    await house.addCamera("One");
    await install(await good({ cameras: 1 }));
    await restart();
    const connection = { uri: "rtsp://192.168.77.1/x" };
    const answer = await ask("POST", "/service/cameras", { driver: "Generic RTSP", connection });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: "license/cameras", reason: "The license covers 1 cameras." });
  });
});

it("that waits for the restart covers no more cameras than it will: else no stream would run afterwards", async () => {
  await house.addCamera("One");
  await install(await good({ cameras: 1 }));
  const connection = { uri: "rtsp://192.168.77.1/x" };
  const answer = await ask("POST", "/service/cameras", { driver: "Generic RTSP", connection });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    409,
    { code: "license/cameras", reason: "The license covers 1 cameras." },
  ]);
});

describe("the licensed retention", () => {
  it("holds with the licence in force, and there is none on trial or where the licence says none", async () => {
    const { licensing } = house.services;
    expect(licensing.retentionMs).toBe(null);
    await install(await good({ retention: 3 * 86_400_000 }));
    expect(licensing.retentionMs).toBe(null);
    await restart();
    expect(house.services.licensing.retentionMs).toBe(3 * 86_400_000);
    await install(await good({ retention: 0 }));
    await restart();
    expect(house.services.licensing.retentionMs).toBe(null);
  });
});
