import { foreignFailure } from "#domain/failures/failure.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRegisteredServerActions } from "#actions/administration/registered-server-actions.ts";
import { type Answer, type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { HttpClient } from "#transport/http.ts";

let server: FakeServer;
let answer: Answer = {};
const any = () => answer;
beforeAll(async () => {
  server = await fakeServer({
    "GET /service/orchids": any,
    "POST /service/orchids": any,
    "PATCH /service/orchids/o1": any,
    "DELETE /service/orchids/o1": any,
    "POST /service/orchids/o1/cache": any,
  });
});
afterAll(() => server.close());
const actions = () =>
  createRegisteredServerActions(
    new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined }),
  );
const sent = (): unknown => JSON.parse(server.asked.at(-1)?.body ?? "");
const wire = { id: "o1", name: "North", uri: "http://nvr1", isAvailable: true };

describe("the list", () => {
  test("reads what is there and says what is not known", async () => {
    answer = {
      json: [
        {
          ...wire,
          version: { version: "8.0.1" },
          camerasOnline: 3,
          camerasAvailable: 4,
          clockOffsetMs: -7,
          license: { edition: "trial", expires: 5 },
          discoverableOrchid: { licenseSession: { state: { status: "degraded" } } },
        },
        { id: 7, name: "" },
      ],
    };
    const list = await actions().list();
    expect(list.ok && list.value).toMatchObject([
      { id: "o1", version: "8.0.1", licenseStatus: "degraded", licenseExpires: 5, camerasOnline: 3, clockOffsetMs: -7 },
      { id: "7", name: "7", isAvailable: false, licenseStatus: "", licenseExpires: null, lastChecked: 0 },
    ]);
  });

  test("that is not one is not shown as a list", async () => {
    answer = { json: { orchids: [wire] } };
    expect((await actions().list()).ok).toBe(false);
  });
});

describe("registering", () => {
  const form = { uri: "http://nvr1", username: "admin", password: "secret" };
  test("sends what was typed; replacing only when asked to", async () => {
    answer = { json: wire };
    expect(await actions().register(form)).toMatchObject({ ok: true, value: { id: "o1", name: "North" } });
    expect(sent()).toEqual(form);
    await actions().register(form, true);
    expect(sent()).toEqual({ ...form, replace: true });
  });

  test("says in the server's words why not, and whether another parent is why", async () => {
    answer = { status: 409, json: { code: "orchid/has-parent", reason: "It is managed by East." } };
    expect(await actions().register(form)).toEqual({
      ok: false,
      error: {
        failure: { ...foreignFailure("orchid/has-parent", "It is managed by East."), status: 409 },
        hasParent: true,
      },
    });
    answer = { status: 502, json: { code: "orchid/unreachable", reason: "no answer" } };
    expect(await actions().change("o1", { name: "N" })).toEqual({
      ok: false,
      error: { failure: { ...foreignFailure("orchid/unreachable", "no answer"), status: 502 }, hasParent: false },
    });
    expect(sent()).toEqual({ name: "N" });
  });
});

test("unregistering tells the server unless it is forced", async () => {
  answer = { status: 204 };
  expect(await actions().remove("o1", false)).toEqual({ ok: true, value: null });
  expect(server.asked.at(-1)?.query.has("force")).toBe(false);
  await actions().remove("o1", true);
  expect(server.asked.at(-1)?.query.get("force")).toBe("true");
  answer = { status: 502, json: { code: "orchid/detach-failed", reason: "no answer" } };
  expect(await actions().remove("o1", false)).toEqual({
    ok: false,
    error: { ...foreignFailure("orchid/detach-failed", "no answer"), status: 502 },
  });
});

test.each([false, true])("a server that somebody else has removed meanwhile is removed (forced %s)", async (force) => {
  answer = { status: 404, json: { code: "orchid/unknown", reason: "There is no such server." } };
  expect(await actions().remove("o1", force)).toEqual({ ok: true, value: null });
});

test("refreshing asks the aggregator to ask the server now", async () => {
  answer = { json: wire };
  expect(await actions().refresh("o1")).toEqual({ ok: true, value: null });
  expect(server.asked.at(-1)).toMatchObject({ method: "POST", path: "/service/orchids/o1/cache" });
  answer = { json: { ...wire, isAvailable: false, failureReason: "connection refused" } };
  expect(await actions().refresh("o1")).toEqual({ ok: false, error: foreignFailure("", "connection refused") });
});
