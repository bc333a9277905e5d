/** The check of who is signed in: at the start, repeated later, and by a token that another page got. */
import { failure } from "#domain/failures/failure.ts";
import { expect, test, vi } from "vitest";
import { visitorOf } from "#state/session-store.ts";
import type { Routes } from "#test/support/client/http-fake.ts";
import { aggregator, anna, credentials, sessionClient, standalone } from "#test/support/client/session-client.ts";

test("at start nobody is signed in, or the cookie says who", async () => {
  const nobody = await sessionClient({ ...standalone, "GET /service/sessions/me": { status: 401 } });
  await nobody.actions.start();
  expect(nobody.store.get()).toMatchObject({ phase: "signed-out", user: null });
  const { store, actions } = await sessionClient({ ...standalone, "GET /service/sessions/me": { json: anna } });
  await actions.start();
  expect(store.get().phase).toBe("signed-in");
  expect(store.get().token, "only the cookie: the answer names no bearer to use").toBeNull();
  expect(visitorOf(store.get())).toMatchObject({ signedIn: true, role: "Viewer", edition: "standalone" });
});

test("a server that does not answer: the reason stays in the store, nothing is decided", async () => {
  const { store, actions } = await sessionClient({ "GET /service/about": { broken: true } });
  await actions.start();
  expect(store.get()).toMatchObject({ phase: "unknown", aboutFailure: failure("network/no-response") });
});

test.each([{ broken: true }, { status: 429 }, { status: 500 }, { status: 502, text: "<html>" }, { status: 503 }])(
  "a recheck that is answered with %o signs nobody out",
  async (trouble) => {
    const answers = [{ json: anna }, trouble, { status: 401 }];
    const { store, actions } = await sessionClient({
      ...standalone,
      "GET /service/sessions/me": () => answers.shift() ?? {},
    });
    await actions.start();
    await actions.recheck();
    expect(store.get()).toMatchObject({ phase: "signed-in", user: { username: "anna" } });
    await actions.recheck();
    expect(store.get().phase).toBe("signed-out");
  },
);

test("an answer that comes after the sign-out signs nobody in again", async () => {
  let meanwhile = (): void => undefined;
  const { store, actions } = await sessionClient({
    ...standalone,
    "GET /service/sessions/me": () => {
      meanwhile();
      return { json: anna };
    },
  });
  await actions.start();
  meanwhile = actions.ended;
  await actions.recheck();
  expect(store.get()).toMatchObject({ phase: "signed-out", user: null });
});

test("an answer that nobody is signed in waits for the message that says why", async () => {
  const answers = [{ json: anna }];
  const { store, actions } = await sessionClient({
    ...standalone,
    "GET /service/sessions/me": () => answers.shift() ?? { status: 401 },
  });
  await actions.start();
  const checked = actions.recheck(200);
  setTimeout(() => actions.ended("deleted"), 20);
  await checked;
  expect(store.get()).toMatchObject({ phase: "signed-out", endedWhy: "deleted" });
});

test("an aggregator that is too busy signs nobody out", async () => {
  const answers = [{ json: { id: 3, username: "root", admin: true } }, { status: 503 }, { status: 403 }];
  const { store, actions } = await sessionClient({
    ...aggregator,
    "GET /service/users/me": () => answers.shift() ?? {},
  });
  await actions.start();
  await actions.recheck();
  expect(store.get().phase).toBe("signed-in");
  await actions.recheck();
  expect(store.get().phase).toBe("signed-out");
});

test.each([{ broken: true }, { status: 503 }])(
  "a server that answers at start but does not say who is signed in (%o): the reason stays, nothing is decided",
  async (trouble) => {
    const answers = [trouble, { json: anna }];
    const { store, actions } = await sessionClient({
      ...standalone,
      "GET /service/sessions/me": () => answers.shift() ?? {},
    });
    await actions.start();
    expect(store.get().phase).toBe("unknown");
    expect(store.get().aboutFailure).not.toBeNull();
    await actions.start();
    expect(store.get()).toMatchObject({ phase: "signed-in", aboutFailure: null });
  },
);

test("a token is refused only by a server that says so: one that is too busy could not be asked", async () => {
  const answers = [{ status: 503 }, { status: 429 }, { status: 401 }, { json: anna }];
  const { actions } = await sessionClient({ ...standalone, "GET /service/sessions/me": () => answers.shift() ?? {} });
  expect(await actions.useToken("token")).toBe("unreachable");
  expect(await actions.useToken("token")).toBe("unreachable");
  expect(await actions.useToken("token")).toBe("refused");
  expect(await actions.useToken("token")).toBe("signed-in");
});

test("a token that fails does not restore the session of a user who has signed out meanwhile", async () => {
  let meanwhile = (): void => undefined;
  const answers = [
    () => ({ json: anna }),
    () => {
      meanwhile();
      return { status: 401 };
    },
  ];
  const { store, actions } = await sessionClient({
    ...standalone,
    "GET /service/sessions/me": () => answers.shift()?.() ?? {},
  });
  expect(await actions.useToken("first")).toBe("signed-in");
  meanwhile = actions.ended;
  expect(await actions.useToken("second")).toBe("refused");
  expect(store.get()).toMatchObject({ phase: "signed-out", token: null });
});

/**
 * A client that is signed in as anna, and a running check whose answer (still anna) arrives when the test releases it.
 */
async function askedLate(more: Routes = {}) {
  const answers: (() => void)[] = [];
  const routes: Routes = { ...standalone, "GET /service/sessions/me": { json: anna }, ...more };
  const client = await sessionClient(routes);
  await client.actions.start();
  const json = client.http.json.bind(client.http);
  vi.spyOn(client.http, "json").mockImplementationOnce(async (call, schema) => {
    const answer = await json(call, schema);
    await new Promise<void>((resolve) => answers.push(resolve));
    return answer;
  });
  const checked = client.actions.recheck();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const answered = (): Promise<void> => {
    answers[0]?.();
    return checked;
  };
  return { ...client, routes, answered };
}

test("a user who signs in while the session before is being checked stays signed in", async () => {
  const { store, actions, answered } = await askedLate({
    "POST /service/sessions/user": { json: { ...anna, id: "other", userId: 6, name: "bert" } },
  });
  await actions.signIn(credentials, false);
  await answered();
  expect(store.get()).toMatchObject({ phase: "signed-in", user: { userId: "6", username: "bert" }, token: "other" });
});

test("of two requests the answer to the later one counts, also when it arrives first", async () => {
  const { store, actions, routes, answered } = await askedLate();
  routes["GET /service/sessions/me"] = { status: 401 };
  await actions.recheck();
  await answered();
  expect(store.get()).toMatchObject({ phase: "signed-out", user: null });
});
