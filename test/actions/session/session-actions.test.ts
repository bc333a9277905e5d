/** Signing in: by name and password, at a recorder and an aggregator, and with Google. */
import { type Failure, failure, foreignFailure } from "#domain/failures/failure.ts";
import { expect, test } from "vitest";
import { visitorOf } from "#state/session-store.ts";
import type { Routes } from "#test/support/client/http-fake.ts";
import { aggregator, anna, credentials, sessionClient, standalone } from "#test/support/client/session-client.ts";

test("signing in posts what document 1 asks for; scopes of newer servers are dropped", async () => {
  const { store, actions, asked } = await sessionClient({
    ...standalone,
    "GET /service/sessions/me": { status: 401 },
    "POST /service/sessions/user": { json: anna },
  });
  await actions.start();
  expect(await actions.signIn(credentials, true)).toEqual({ ok: true, value: null });
  expect(JSON.parse(asked.at(-1)?.body ?? "")).toEqual(credentials);
  expect(store.get()).toMatchObject({ phase: "signed-in", token: "secret", lowBandwidth: true });
  expect(store.get().user).toMatchObject({ userId: "5", username: "anna", role: "Viewer" });
  expect(store.get().user?.scope?.baseScope).toEqual(["live", "playback"]);
});

test.each([
  { box: true, userId: 5, after: true },
  { box: false, userId: 5, after: false },
  { box: true, userId: 6, after: false },
])(
  "the low-bandwidth box ($box) outlives a reload of the same user's page ($userId)",
  async ({ box, userId, after }) => {
    const kept = new Map<string, string>();
    const routes = { ...standalone, "POST /service/sessions/user": { json: anna } };
    const first = await sessionClient({ ...routes, "GET /service/sessions/me": { status: 401 } }, kept);
    await first.actions.start();
    await first.actions.signIn(credentials, box);
    const again = await sessionClient({ ...routes, "GET /service/sessions/me": { json: { ...anna, userId } } }, kept);
    await again.actions.start();
    expect(again.store.get()).toMatchObject({ phase: "signed-in", lowBandwidth: after });
  },
);

test.each([
  { who: "somebody else", userId: 6, phases: ["signed-out", "signed-in"] },
  { who: "the same user", userId: 5, phases: [] },
])("$who who signs in over a session that stands: what the one before saw goes first", async ({ userId, phases }) => {
  const answers = [anna, { ...anna, userId, name: "bert" }];
  const { store, actions } = await sessionClient({
    ...standalone,
    "GET /service/sessions/me": { status: 401 },
    "POST /service/sessions/user": () => ({ json: answers.shift() }),
  });
  await actions.start();
  await actions.signIn(credentials, false);
  const seen: string[] = [];
  store.subscribe(({ phase }, before) => void (phase === before.phase || seen.push(phase)));
  await actions.signIn(credentials, true);
  expect(seen).toEqual(phases);
  expect(store.get()).toMatchObject({
    phase: "signed-in",
    user: { userId: String(userId), username: "bert" },
    token: "secret",
    lowBandwidth: true,
  });
});

test("coming back from Google without a token leaves its reason for the sign-in page", async () => {
  const { store, actions } = await sessionClient({ ...standalone, "GET /service/sessions/me": { status: 401 } });
  await actions.start();
  actions.googleRefused("access_denied");
  expect(store.get()).toMatchObject({
    phase: "signed-out",
    signInFailure: failure("session/google-refused", { reason: "access_denied" }),
  });
});

test("a refusal is told by its code and reason, without either as unexpected", async () => {
  const answers = [
    { status: 401, json: { code: "credentials", reason: "Wrong." } },
    { status: 500, text: "" },
    { broken: true },
  ];
  const { actions } = await sessionClient({
    ...standalone,
    "GET /service/sessions/me": { status: 401 },
    "POST /service/sessions/user": () => answers.shift() ?? {},
  });
  await actions.start();
  const failed = (why: Failure) => ({ ok: false, error: { failure: why, retryAfterS: 0 } });
  expect(await actions.signIn(credentials, false)).toEqual(
    failed({ ...foreignFailure("credentials", "Wrong."), status: 401 }),
  );
  expect(await actions.signIn(credentials, false)).toEqual(failed({ ...failure("network/unexpected"), status: 500 }));
  expect(await actions.signIn(credentials, false)).toEqual(failed(failure("network/no-response")));
});

test("the aggregator: login gives a token, users/me says who; admin is a flag and the role is empty", async () => {
  const { store, actions, asked } = await sessionClient({
    ...aggregator,
    "POST /fusion/users/login": { json: { token: "bearer" } },
    "GET /service/users/me": ({ headers }) =>
      headers.authorization === "Bearer bearer"
        ? { json: { id: 3, username: "root", admin: "true" } }
        : { status: 401 },
  });
  await actions.start();
  expect(store.get().phase).toBe("signed-out");
  expect((await actions.signIn(credentials, false)).ok).toBe(true);
  expect(asked.find((one) => one.method === "POST")?.headers.authorization).toBeUndefined();
  expect(visitorOf(store.get())).toMatchObject({ edition: "aggregator", role: null, admin: true, signedIn: true });
});

test("the aggregator with Google: users/me says who is an administrator; nobody enters before it answered", async () => {
  const routes: Routes = {
    ...aggregator,
    "POST /service/sessions/google": { json: anna },
    "GET /service/users/me": ({ headers }) =>
      headers.authorization === "Bearer secret"
        ? { json: { id: 5, username: "anna", admin: true } }
        : { status: 401, json: { code: "session/none", reason: "Sign in." } },
  };
  const { store, actions } = await sessionClient(routes);
  await actions.start();
  const token = {
    credential: "token",
    nonce: "0123456789abcdef",
    choices: { staySignedIn: false, lowBandwidth: false },
  };
  expect((await actions.signInWithGoogle(token)).ok).toBe(true);
  expect(visitorOf(store.get())).toMatchObject({ edition: "aggregator", role: null, admin: true, signedIn: true });

  await actions.signOut();
  routes["GET /service/users/me"] = { status: 503 };
  expect((await actions.signInWithGoogle(token)).ok).toBe(false);
  expect(store.get()).toMatchObject({ phase: "signed-out", user: null, token: null });
  expect(store.get().signInFailure).not.toBeNull();
});

test.each([{ status: 401 }, { status: 503 }, { broken: true }])(
  "a sign-in at the aggregator whose user is not told (%o) leaves no token behind",
  async (trouble) => {
    const routes: Routes = {
      ...aggregator,
      "POST /fusion/users/login": { json: { token: "bearer" } },
      "GET /service/users/me": { status: 401 },
    };
    const { store, actions, asked } = await sessionClient(routes);
    await actions.start();
    routes["GET /service/users/me"] = trouble;
    expect((await actions.signIn(credentials, false)).ok).toBe(false);
    expect(store.get()).toMatchObject({ phase: "signed-out", user: null, token: null });
    await actions.start();
    expect(asked.at(-1)?.headers.authorization).toBeUndefined();
  },
);

test.each([
  [true, "persistent"],
  [false, "session"],
])("with Google the boxes of the form count as well: staying signed in %s", async (staySignedIn, cookie) => {
  const { store, actions, asked } = await sessionClient({ "POST /service/sessions/google": { json: anna } });
  const choices = { staySignedIn, lowBandwidth: true };
  const done = await actions.signInWithGoogle({ credential: "token", nonce: "0123456789abcdef", choices });
  expect(done.ok).toBe(true);
  expect(JSON.parse(asked.at(-1)?.body ?? "")).toMatchObject({ credential: "token", cookie, expiresIn: 2_592_000 });
  expect(store.get()).toMatchObject({ phase: "signed-in", lowBandwidth: true });
});
