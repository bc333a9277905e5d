import { failure, foreignFailure } from "#domain/failures/failure.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLicenseActions } from "#actions/administration/license-actions.ts";
import { type Answer, type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { HttpClient } from "#transport/http.ts";

let server: FakeServer;
let answer: Answer = {};
const any = () => answer;
beforeAll(async () => {
  server = await fakeServer({
    "GET /service/license-session": any,
    "POST /service/license-session": any,
    "DELETE /service/license-session": any,
    "GET /service/license-session/activation": any,
    "POST /service/license-session/activation": any,
    "GET /service/trusted/issuer": any,
    "DELETE /service/trusted/issuer": any,
  });
});
afterAll(() => server.close());
const actions = () =>
  createLicenseActions(new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined }));
const session = { state: { status: "pending_change" }, license: { edition: "enterprise", cameras: 0 } };

describe("the licence", () => {
  test("is activated with a code, the location only when there is one", async () => {
    answer = { json: session };
    expect(await actions().activate("AAAAA-BBBBB-CCCCC-DDDDD", "")).toMatchObject({ ok: true });
    expect(JSON.parse(server.asked.at(-1)?.body ?? "")).toEqual({ code: "AAAAA-BBBBB-CCCCC-DDDDD" });
    await actions().activate("AAAAA-BBBBB-CCCCC-DDDDD", "Cellar");
    expect(JSON.parse(server.asked.at(-1)?.body ?? "")).toMatchObject({ location: "Cellar" });
  });

  test("refused says code and reason", async () => {
    answer = { status: 400, json: { code: "E42", reason: "The code is used already." } };
    const refusal = { ...foreignFailure("E42", "The code is used already."), status: 400 };
    const done = await actions().activate("AAAAA-BBBBB-CCCCC-DDDDD", "");
    expect(done).toEqual({ ok: false, error: refusal });
    expect(await actions().install("x")).toMatchObject({ ok: false, error: refusal });
  });

  test("that cannot be removed says the reason, else that it failed", async () => {
    answer = { status: 404, json: { code: "license/none", reason: "There is no license." } };
    expect(await actions().remove()).toEqual({
      ok: false,
      error: foreignFailure("license/none", "There is no license."),
    });
    answer = { broken: true };
    expect(await actions().remove()).toEqual({ ok: false, error: failure("license/remove-failed") });
    answer = { status: 204 };
    expect((await actions().remove()).ok).toBe(true);
  });
});

describe("the parent", () => {
  test("may be none", async () => {
    answer = { status: 404, json: { code: "issuer/none", reason: "This recorder has no parent." } };
    expect(await actions().parent()).toEqual({ ok: true, value: null });
    answer = { json: { id: "parent", description: "The big one", uri: "" } };
    expect(await actions().parent()).toMatchObject({ ok: true, value: { description: "The big one" } });
  });

  test("that somebody else has left meanwhile is left", async () => {
    answer = { status: 404, json: { code: "issuer/none", reason: "This recorder has no parent." } };
    expect(await actions().detach()).toEqual({ ok: true, value: null });
  });

  test("that cannot be left gives the document's text", async () => {
    answer = { status: 500, json: { code: "server/failed", reason: "x" } };
    expect(await actions().detach()).toEqual({ ok: false, error: failure("license/detach-failed") });
  });
});
