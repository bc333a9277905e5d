import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { get } from "node:http";
import { ServerAgent } from "#recorder/aggregator/servers/asking/server-dial.ts";
import { selfSigned } from "#test/support/machine/certificate.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { FrontDoor } from "#test/recorder/aggregator/support/front-door.ts";
import { Fleet, refusal } from "#test/recorder/aggregator/support/fleet.ts";

describe("addresses of servers", () => {
  let fleet: Fleet;
  let canary: FakeServer;
  beforeAll(async () => {
    fleet = await Fleet.open({ "servers.allow-loopback": "false" });
    canary = await fakeServer({});
  });
  afterAll(async () => {
    await fleet.close();
    await canary.close();
  });

  it.each([
    "127.0.0.1",
    "127.1",
    "localhost",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0.0.0.0",
    "0",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "169.254.169.254",
    "2852039166",
    "[::ffff:169.254.169.254]",
    "[fe80::1]",
    "224.0.0.1",
  ])("%s is not dialled", async (host) => {
    const { port } = new URL(canary.origin);
    const answer = await fleet.register({ uri: `http://${host}:${port}`, password: "x" });
    expect(refusal(answer)).toEqual({ status: 400, code: "orchid/forbidden-address" });
    expect(canary.asked).toEqual([]);
  });

  it("are looked at again at each dial: a server that was allowed once is not dialled when it is no more", async () => {
    const open = await Fleet.open();
    const recorder = await open.recorder();
    const id = await open.add(recorder);
    await open.house.stop();
    const { folder, adminPassword } = open.house;
    const strict = await Fleet.reopen(folder, adminPassword, { "servers.allow-loopback": "false" });
    const shown = await strict.until(id, ({ isAvailable }) => !isAvailable);
    expect(shown.failureReason).toBe("servers may not be at its address");
    await strict.close();
    await recorder.close();
  });
});

describe("certificates of servers", () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await Fleet.open();
  });
  afterAll(() => fleet.close());

  it("that nobody vouches for stay those of the registration; a changed one is asked for nothing", async () => {
    const recorder = await fleet.recorder();
    const first = selfSigned("recorder.example");
    const door = await FrontDoor.open(recorder.recorder.url, first);
    const id = await fleet.add(recorder, { uri: door.url });
    expect(await fleet.shown(id)).toMatchObject({ isAvailable: true, uri: door.url });
    const registry = fleet.house.services.servers;
    await fleet.until(id, () => registry.watchedById(id)?.isHeard === true);

    await door.close();
    await door.open(selfSigned("recorder.example"));
    door.asked.length = 0;
    const shown = await fleet.until(id, ({ failureReason }) => failureReason.includes("certificate"));
    expect(shown).toMatchObject({
      isAvailable: false,
      failureReason:
        "its certificate is not the one of the registration (if it was replaced there, edit the server and enter new credentials)",
    });
    expect(door.asked).toEqual([]);

    await door.close();
    await door.open(first);
    await fleet.until(id, ({ isAvailable }) => isAvailable);

    // The administrator who has changed it registers the server again.
    await door.close();
    await door.open(selfSigned("recorder.example"));
    const credentials = { username: "admin", password: recorder.adminPassword };
    const anew = await fleet.ask("PATCH", `/service/orchids/${id}`, credentials);
    expect(anew.json).toMatchObject({ isAvailable: true });
    await door.close();
  });

  it("a certificate that is changed without a restart ends connections from before, too: the server does not come and go", async () => {
    const recorder = await fleet.recorder();
    const door = await FrontDoor.open(recorder.recorder.url, selfSigned("recorder.example"));
    const agent = new ServerAgent({ uri: door.url, certificate: null, policy: { allowed: [], allowLoopback: true } });
    const ask = (): Promise<string> =>
      new Promise((resolve) => {
        const request = get(`${door.url}/ping`, { agent }, (answer) => {
          answer.resume();
          answer.once("end", () => resolve("answered"));
        });
        request.once("error", ({ message }) => resolve(message));
      });
    expect(await ask()).toBe("answered");

    door.renew(selfSigned("recorder.example"));
    // One of the two has to connect.
    expect(await Promise.all([ask(), ask()])).toContain("another certificate than the one of the registration");
    door.asked.length = 0;
    expect(await ask()).toBe("another certificate than the one of the registration");
    expect(door.asked).toEqual([]);
    agent.destroy();
    await door.close();
  });
});
