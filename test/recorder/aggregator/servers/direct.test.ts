/** A browser that sends requests directly to a recorder, without the aggregator in between (document 2, section 7). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Orchid } from "#protocol/rest/server/orchid.ts";
import { pagePolicy } from "#recorder/http/files/security-headers.ts";
import { type Camera, LinkedHouses } from "#test/recorder/aggregator/support/linked-houses.ts";

let houses: LinkedHouses;
let gate: Camera;
let page = "";
beforeAll(async () => {
  const opened = await LinkedHouses.open(["Gate"]);
  houses = opened.houses;
  [gate] = opened.cameras as [Camera];
  page = houses.aggregator.aggregator.url;
  await houses.member("ann", houses.on(gate, "live"));
});
afterAll(() => houses.close());

const address = (directUri: string) =>
  houses.ask("PATCH", `/service/orchids/${houses.orchidId}`, { as: "admin", body: { directUri } });
const tokenOf = async (as: string): Promise<string> =>
  ((await houses.ask("GET", "/service/orchids", { as })).json as Orchid[])[0]?.permissions.sessionId ?? "";
/** Sends a request as the page of this origin would send it to the recorder. */
const direct = (method: string, path: string, origin: string, more: Record<string, string> = {}, body?: unknown) =>
  houses.recorder.ask(method, path, { headers: { origin, ...more }, ...(body === undefined ? {} : { body }) });
const preflight = (origin: string, path = "/service/cameras") =>
  direct("OPTIONS", path, origin, {
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,orchidid",
  });
const bearer = async (as: string) => ({ authorization: `Bearer ${await tokenOf(as)}`, orchidid: houses.orchidId });

describe("the aggregator's page", () => {
  it("may ask, read and change what its user's token says", async () => {
    const asked = await preflight(page);
    expect([asked.statusCode, asked.body]).toEqual([204, ""]);
    expect(asked.headers).toMatchObject({
      "access-control-allow-origin": page,
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": "authorization, content-type, orchidid",
      vary: "origin",
    });
    expect(asked.headers["access-control-allow-credentials"]).toBeUndefined();
    const ann = await bearer("ann");
    const list = await direct("GET", "/service/cameras", page, ann);
    expect(list.json<{ cameras: { id: string }[] }>().cameras.map(({ id }) => id)).toEqual([gate.camera.id]);
    expect(list.headers["access-control-allow-origin"]).toBe(page);
    const body = { streamId: gate.stream.id };
    const opened = await direct("POST", "/service/low-bandwidth/streams", page, ann, body);
    expect(opened.statusCode, opened.body).toBeLessThan(300);
    expect(opened.headers["access-control-expose-headers"]).toContain("location");
  });
  it("reads refusals too: else it could not tell an old token from a silent server", async () => {
    const refused = await direct("GET", "/service/cameras", page, { authorization: "Bearer nonsense" });
    expect([refused.statusCode, refused.headers["access-control-allow-origin"]]).toEqual([401, page]);
    expect((await direct("GET", "/ping", page)).headers["access-control-allow-origin"]).toBe(page);
  });
  it.each<[string, () => Promise<Record<string, string>>]>([
    [
      "a cookie of the recorder",
      async () => {
        const session = await houses.recorder.signIn("admin", houses.recorder.adminPassword);
        return { cookie: `proscenium_sid=${session.json<{ id: string }>().id}` };
      },
    ],
    [
      "a session of the recorder",
      async () => {
        const session = await houses.recorder.signIn("admin", houses.recorder.adminPassword);
        return { authorization: `Bearer ${session.json<{ id: string }>().id}` };
      },
    ],
    ["a password", async () => ({ authorization: houses.recorder.basic("admin") })],
    ["nothing", async () => ({})],
  ])("changes nothing with %s", async (_name, proof) => {
    const answer = await direct("POST", "/service/stages", page, await proof(), { name: "Mine" });
    expect(answer.json()).toMatchObject({ code: "access/origin" });
    const signIn = { username: "admin", password: houses.recorder.adminPassword };
    expect((await direct("POST", "/service/sessions/user", page, await proof(), signIn)).statusCode).toBe(403);
  });
});

it("relays of a recorder are told of, so that pages may open sockets there, and nothing else is", {
  timeout: 40_000,
}, async () => {
  const silent = { connected: true, on: () => undefined, off: () => undefined, send: () => true };
  const { relays } = houses.recorder.services;
  relays.attach(silent, { id: "a", address: "https://relay.example:8443" }, () => undefined);
  relays.attach(silent, { id: "b", address: "https://x; script-src *" }, () => undefined);
  const shown = async () => ((await houses.ask("GET", "/service/orchids", { as: "ann" })).json as Orchid[])[0];
  await expect.poll(async () => (await shown())?.hasRelays, { timeout: 30_000 }).toBe(true);
  expect(JSON.stringify(await shown())).not.toContain("relay.example");
  const policy = houses.aggregator.services.parents.sockets?.() ?? [];
  expect(policy).toEqual(["wss://relay.example:8443"]);
});

it("no other page may, and none once the recorder has no parent", async () => {
  const others = [
    "https://evil.example",
    "null",
    page.replace("127.0.0.1", "localhost"),
    `${page}0`,
    page.toUpperCase(),
  ];
  const isToldNothing = async (origin: string): Promise<void> => {
    const ann = await bearer("ann");
    const answers = [
      await preflight(origin),
      await direct("GET", "/service/cameras", origin, ann),
      await direct("GET", "/ping", origin),
    ];
    for (const { headers } of answers)
      expect(
        Object.keys(headers).filter((name) => name.startsWith("access-control")),
        origin,
      ).toEqual([]);
    const body = { streamId: gate.stream.id };
    const changed = await direct("POST", "/service/low-bandwidth/streams", origin, ann, body);
    expect(changed.statusCode, origin).toBe(origin === page ? 401 : 403);
  };
  for (const origin of others) await isToldNothing(origin);
  // The client itself cannot be read from other origins either.
  expect((await direct("GET", "/", page)).headers["access-control-allow-origin"]).toBeUndefined();
  const issuer = await houses.recorder.services.issuers.get();
  expect(issuer?.uri).toBe(page);
  await houses.recorder.services.issuers.remove();
  await isToldNothing(page);
});

it("the page's policy names its servers' addresses for browsers, and no others", async () => {
  const { parents } = houses.aggregator.services;
  const connect = () => /connect-src ([^;]*);/.exec(pagePolicy("n", [], parents.asked()))?.[1];
  expect(connect()).toBe("'self'");
  expect((await address("https://nvr.example:8443/north/")).status).toBe(200);
  expect(connect()).toBe("'self' https://nvr.example:8443");
  expect((await address("")).status).toBe(200);
  expect(connect()).toBe("'self'");
});
