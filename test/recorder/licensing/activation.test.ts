/** A recorder whose licence does not count, and the vendor's service that activates one. */
import { renameSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { activationService } from "#protocol/rest/server/license.ts";
import {
  stranger,
  keyOf,
  folder,
  house,
  flags,
  restart,
  ask,
  session,
  install,
  machineId,
  events,
  good,
  eachWithLicences,
} from "./licensed-house.ts";

const DAY_MS = 86_400_000;
eachWithLicences();

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

  it("is announced: 30, 7 and 1 days before the licence ends the report says so, and /readyz until it has ended", async () => {
    const ready = async () => (await house.services.readiness()).license;
    await install(await good({ expires: Date.now() + 31 * DAY_MS }));
    await restart();
    expect(await ready()).toBeUndefined();
    expect(await events()).not.toContain("License Ending");
    for (const [days, count] of [
      [29, 1],
      [6.9, 2],
      [0.9, 3],
    ] as const) {
      await house.services.settings.setInternal("license", await good({ expires: Date.now() + days * DAY_MS }));
      await restart();
      await house.services.licensing.look();
      expect(await ready()).toMatch(/^ok, but the license ends on \d{4}-/);
      expect((await events()).filter((type) => type === "License Ending")).toHaveLength(count);
    }
    await house.services.settings.setInternal("license", await good({ expires: Date.now() - 1 }));
    await restart();
    expect(await ready()).toBe("ok, but nothing is recorded: The license has expired.");
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
