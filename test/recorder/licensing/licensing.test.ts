import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { activationService } from "#protocol/rest/server/license.ts";
import { discoverableOrchid, licenseSession, server } from "#protocol/rest/server/server.ts";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const YEAR_MS = 365 * 86_400_000;
const vendor = generateKeyPairSync("ed25519");
const stranger = generateKeyPairSync("ed25519");
const publicKey = vendor.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");

function keyOf(payload: Record<string, unknown>, signer = vendor): string {
  const body = `PSL1.${Buffer.from(JSON.stringify(payload)).toString("base64url")}`;
  return `${body}.${sign(null, Buffer.from(body), signer.privateKey).toString("base64url")}`;
}

let folder = "";
let house: TestHouse;
let password = "";
const flags: Record<string, string> = {};

/** Starts the recorder again on the same folder, like a restart. */
async function restart(): Promise<void> {
  await house.recorder.close();
  await open();
}
async function open(): Promise<void> {
  house = await TestHouse.open({ "activation.keys": publicKey, ...flags }, folder);
  if (house.adminPassword !== "") password = house.adminPassword;
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
  for (const name of Object.keys(flags)) delete flags[name];
  await open();
});
afterEach(() => house.close());

const ask = (method: string, url: string, body?: unknown) =>
  house.ask(method, url, {
    headers: { authorization: house.basic("admin", password) },
    ...(body === undefined ? {} : { body }),
  });
const session = async () => licenseSession.parse((await ask("GET", "/service/license-session")).json());
const install = (license: string) => ask("POST", "/service/license-session", { license });
const machineId = async (): Promise<string> => (await session()).license.machineId ?? "";
const events = async () =>
  (await house.services.journal.events({ startMs: 0, stopMs: Date.now() + 1000, count: 100 })).map(({ type }) => type);
const good = async (more: Record<string, unknown> = {}) =>
  keyOf({
    machineId: await machineId(),
    edition: "enterprise",
    brandedEdition: "Enterprise",
    cameras: 0,
    retention: 30 * 86_400_000,
    expires: Date.now() + YEAR_MS,
    activationCode: "AAAAA-BBBBB-CCCCC-DDDDD",
    ...more,
  });

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

describe("the degraded state", () => {
  it("comes when the licence ends: streams stop, cleaning stops, the report and every client hear of it", async () => {
    await house.addCamera("One");
    await install(await good({ expires: Date.now() + 60_000 }));
    await restart();
    expect(house.services.licensing.degraded).toBe(false);
    await house.services.settings.setInternal("license", await good({ expires: Date.now() - 1 }));
    await restart();
    expect(await session()).toMatchObject({
      state: { status: "degraded", reason: "license", description: "The license has expired." },
    });
    expect(house.services.licensing.degraded).toBe(true);
    expect(house.services.cameras.suspended).toBe(true);
    expect(await events()).toContain("Entered Degraded State");
    const server = (await ask("GET", "/service/servers/1")).json<{
      discoverableOrchid: { licenseSession: { state: { status: string } } };
    }>();
    expect(server.discoverableOrchid.licenseSession.state.status).toBe("degraded");
    // a valid key ends the state at the next start
    expect((await install(await good())).statusCode).toBe(200);
    // Until then nothing is recorded, and the answer says so.
    expect((await session()).state).toMatchObject({ status: "pending_change", reason: "license" });
    expect(house.services.cameras.suspended).toBe(true);
    await restart();
    expect((await session()).state.status).toBe("normal");
    expect(house.services.cameras.suspended).toBe(false);
  });

  it("comes when the storage changes and goes when it is back; a licence takes the new one over", async () => {
    const tag = join(folder, "recordings", "storage.tag");
    rmSync(tag);
    await house.services.licensing.look();
    expect((await session()).state).toMatchObject({ status: "degraded", reason: "storage" });
    expect(house.services.cameras.suspended).toBe(true);
    expect((await install(await good())).statusCode).toBe(200);
    expect((await session()).state.status).toBe("pending_change");
    await house.services.licensing.look();
    expect(house.services.cameras.suspended).toBe(true);
    await restart();
    expect((await session()).state.status).toBe("normal");
  });

  it("of a trial whose storage changed ends when the new one is taken over: there is no license to activate again", async () => {
    rmSync(join(folder, "recordings", "storage.tag"));
    await house.services.licensing.look();
    expect((await session()).state.description).toBe("The storage device has changed.");
    expect((await ask("DELETE", "/service/license-session")).statusCode).toBe(204);
    expect((await session()).state.status).toBe("pending_change");
    await restart();
    expect((await session()).state.status).toBe("normal");
  });

  it("of a storage that is away cannot be ended by taking it over, which is said", async () => {
    const recordings = join(folder, "recordings");
    renameSync(recordings, `${recordings}-away`);
    await house.services.licensing.look();
    for (const answer of [await ask("DELETE", "/service/license-session"), await install(await good())])
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, "license/no-storage"]);
    renameSync(`${recordings}-away`, recordings);
    await house.services.licensing.look();
    expect((await session()).state.status).toBe("normal");
  });
});

describe("the activation service", () => {
  let service: Server;
  let asked: Record<string, string>[] = [];
  let says: unknown = null;
  beforeEach(async () => {
    asked = [];
    service = createServer((request, response) => {
      if (request.method === "GET") return response.end("pong");
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        expect(request.headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
        asked.push(Object.fromEntries(new URLSearchParams(body)));
        response.setHeader("content-type", "application/json").end(JSON.stringify(says));
      });
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    flags["activation.url"] = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
    flags["activation.portal"] = "https://portal.example/activate";
    await restart();
  });
  afterEach(() => new Promise((resolve) => service.close(resolve)));
  const ping = async () => activationService.parse((await ask("GET", "/service/license-session/activation")).json());
  const activate = (code: string, location?: string) =>
    ask("POST", "/service/license-session/activation", { code, ...(location === undefined ? {} : { location }) });

  it("is pinged", async () => {
    expect(await ping()).toMatchObject({
      reachable: true,
      portal: "https://portal.example/activate",
      brand: "proscenium",
    });
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
    expect((await ping()).reachable).toBe(false);
    expect((await activate("AAAAA-BBBBB-CCCCC-DDDDD")).json()).toMatchObject({ code: "activation/unreachable" });
  });

  it("activates with a code, then renews with a shorter one", async () => {
    says = { status: "success", license: await good() };
    expect((await activate("AAAAA-BBBBB-CCCCC-DDDDD", "Cellar")).statusCode).toBe(200);
    expect(asked[0]).toEqual({
      activation_code: "AAAAA-BBBBB-CCCCC-DDDDD",
      machine_id: await machineId(),
      location_description: "Cellar",
      headless: "1",
    });
    expect((await activate("1111-2222-3333-4444")).statusCode).toBe(200);
    expect(asked[1]).toEqual({
      action: "renew",
      renewal_code: "1111-2222-3333-4444",
      activation_code: "AAAAA-BBBBB-CCCCC-DDDDD",
      headless: "1",
    });
  });

  it("refuses with its own code and reason; a code that is none is not sent", async () => {
    says = { status: "error", code: "E42", reason: "The code is used already." };
    expect((await activate("AAAAA-BBBBB-CCCCC-DDDDD")).json()).toMatchObject({
      code: "E42",
      reason: "The code is used already.",
    });
    const before = asked.length;
    expect((await activate("1111-2222-3333-4444")).json()).toMatchObject({ code: "license/code" });
    expect(asked.length).toBe(before);
    says = { status: "success", license: keyOf({ machineId: "X", edition: "e", cameras: 0 }, stranger) };
    expect((await activate("AAAAA-BBBBB-CCCCC-DDDDD")).json()).toMatchObject({ code: "license/invalid" });
    says = "nonsense";
    expect((await activate("AAAAA-BBBBB-CCCCC-DDDDD")).json()).toMatchObject({ code: "activation/unreachable" });
  });
});
