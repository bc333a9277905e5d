import { afterEach, expect, test } from "vitest";
import { createSessionActions } from "#actions/session-actions.ts";
import { createSessionStore, visitorOf } from "#state/session-store.ts";
import { HttpClient } from "#transport/http.ts";
import { type FakeServer, fakeServer, type Routes } from "#test/support/http-fake.ts";

let server: FakeServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const session = {
  id: "secret",
  name: "anna",
  role: "Viewer",
  scope: { baseScope: ["live", "playback", "from-the-future"], cameraScopes: [] },
  expiresIn: 10,
  userId: 5,
};
const credentials = { username: "anna", password: "pw", expiresIn: 2_592_000, cookie: "persistent" as const };

async function setUp(routes: Routes, kept = new Map<string, string>(), lowBandwidth = false) {
  server = await fakeServer(routes);
  const store = createSessionStore(false);
  store.change((facts) => void (facts.lowBandwidth = lowBandwidth));
  const http = new HttpClient({
    origin: server.origin,
    token: () => store.get().token,
    onUnauthorized: () => undefined,
  });
  const storage = {
    read: (key: string) => kept.get(key) ?? null,
    write: (key: string, value: string) => Boolean(kept.set(key, value)),
  };
  return { store, actions: createSessionActions({ http, store, storage }), asked: server.asked };
}
const standalone: Routes = { "GET /service/about": { json: { edition: "standalone", version: "8.0.0" } } };
const aggregator: Routes = { "GET /service/about": { json: { edition: "aggregator", version: "8.0.0" } } };

test("at start nobody is signed in, or the cookie says who", async () => {
  const nobody = await setUp({ ...standalone, "GET /service/sessions/me": { status: 401 } });
  await nobody.actions.start();
  expect(nobody.store.get()).toMatchObject({ phase: "signed-out", user: null });
  await server?.close();

  const { store, actions } = await setUp({ ...standalone, "GET /service/sessions/me": { json: session } });
  await actions.start();
  expect(store.get().phase).toBe("signed-in");
  expect(store.get().token, "only the cookie: the answer names no bearer to use").toBeNull();
  expect(visitorOf(store.get())).toMatchObject({ signedIn: true, role: "Viewer", edition: "standalone" });
});

test("a server that does not answer: the reason stays in the store, nothing is decided", async () => {
  const { store, actions } = await setUp({ "GET /service/about": { broken: true } });
  await actions.start();
  expect(store.get()).toMatchObject({ phase: "unknown", aboutFailure: "no response from server" });
});

test("signing in posts what document 1 asks for; scopes of newer servers are dropped", async () => {
  const { store, actions, asked } = await setUp({
    ...standalone,
    "GET /service/sessions/me": { status: 401 },
    "POST /service/sessions/user": { json: session },
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
    const routes = { ...standalone, "POST /service/sessions/user": { json: session } };
    const first = await setUp({ ...routes, "GET /service/sessions/me": { status: 401 } }, kept);
    await first.actions.start();
    await first.actions.signIn(credentials, box);
    await server?.close();

    const again = await setUp({ ...routes, "GET /service/sessions/me": { json: { ...session, userId } } }, kept);
    await again.actions.start();
    expect(again.store.get()).toMatchObject({ phase: "signed-in", lowBandwidth: after });
  },
);

test.each([false, true])(
  "signing out puts the low-bandwidth box back to where this browser begins (%s); the choice stays its user's own",
  async (first) => {
    const routes = {
      ...standalone,
      "GET /service/sessions/me": { status: 401 },
      "POST /service/sessions/user": { json: session },
    };
    const { store, actions } = await setUp(routes, new Map(), first);
    await actions.start();
    for (const leave of [actions.signOut, async () => actions.ended(), actions.recheck]) {
      await actions.signIn(credentials, !first);
      expect(store.get().lowBandwidth).toBe(!first);
      await leave();
      expect(store.get()).toMatchObject({ phase: "signed-out", lowBandwidth: first, server: null });
    }
  },
);

test.each([
  { who: "somebody else", userId: 6, phases: ["signed-out", "signed-in"] },
  { who: "the same user", userId: 5, phases: [] },
])("$who who signs in over a session that stands: what the one before saw goes first", async ({ userId, phases }) => {
  const answers = [session, { ...session, userId, name: "bert" }];
  const { store, actions } = await setUp({
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

test("a refusal is told as '{code}: {reason}', without either as in the catalogue", async () => {
  const answers = [
    { status: 401, json: { code: "credentials", reason: "Wrong." } },
    { status: 500, text: "" },
    { broken: true },
  ];
  const { actions } = await setUp({
    ...standalone,
    "GET /service/sessions/me": { status: 401 },
    "POST /service/sessions/user": () => answers.shift() ?? {},
  });
  await actions.start();
  const failed = (text: string) => ({ ok: false, error: { text, retryAfterS: 0 } });
  expect(await actions.signIn(credentials, false)).toEqual(failed("credentials: Wrong."));
  expect(await actions.signIn(credentials, false)).toEqual(failed("unexpected error occurred"));
  expect(await actions.signIn(credentials, false)).toEqual(failed("no response from server"));
});

test("signing out ends the session on the server and here", async () => {
  const { store, actions, asked } = await setUp({
    ...standalone,
    "GET /service/sessions/me": { json: session },
    "DELETE /service/sessions/me": { status: 204 },
  });
  await actions.start();
  await actions.signOut();
  expect(asked.at(-1)?.method).toBe("DELETE");
  expect(store.get()).toMatchObject({ phase: "signed-out", user: null, token: null, signOutFailure: null });
});

test("a sign-out that the server did not carry out leaves the session here, says so and can be tried again", async () => {
  const answers = [{ broken: true }, { status: 503 }, { status: 204 }];
  const { store, actions, asked } = await setUp({
    ...standalone,
    "GET /service/sessions/me": { status: 401 },
    "POST /service/sessions/user": { json: session },
    "DELETE /service/sessions/me": () => answers.shift() ?? {},
  });
  await actions.start();
  await actions.signIn(credentials, false);
  for (const signOutFailure of ["no response from server", "unexpected error occurred", null]) {
    await actions.signOut();
    expect(asked.at(-1)).toMatchObject({ method: "DELETE", headers: { authorization: "Bearer secret" } });
    expect(store.get()).toMatchObject({ phase: "signed-out", user: null, token: null, signOutFailure });
  }
});

test("a session that the server has ended already is signed out; a new sign-in takes the message away", async () => {
  const answers = [{ status: 401 }, { broken: true }];
  const { store, actions } = await setUp({
    ...standalone,
    "GET /service/sessions/me": { json: session },
    "POST /service/sessions/user": { json: session },
    "DELETE /service/sessions/me": () => answers.shift() ?? {},
  });
  await actions.start();
  await actions.signOut();
  expect(store.get()).toMatchObject({ phase: "signed-out", signOutFailure: null });
  await actions.signOut();
  expect(store.get().signOutFailure).not.toBeNull();
  await actions.signIn(credentials, false);
  expect(store.get()).toMatchObject({ phase: "signed-in", signOutFailure: null });
});

test.each([{ broken: true }, { status: 429 }, { status: 500 }, { status: 502, text: "<html>" }, { status: 503 }])(
  "a recheck that is answered with %o signs nobody out",
  async (trouble) => {
    const answers = [{ json: session }, trouble, { status: 401 }];
    const { store, actions } = await setUp({
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
  const { store, actions } = await setUp({
    ...standalone,
    "GET /service/sessions/me": () => {
      meanwhile();
      return { json: session };
    },
  });
  await actions.start();
  meanwhile = actions.ended;
  await actions.recheck();
  expect(store.get()).toMatchObject({ phase: "signed-out", user: null });
});

test("an aggregator that is too busy signs nobody out", async () => {
  const answers = [{ json: { id: 3, username: "root", admin: true } }, { status: 503 }, { status: 403 }];
  const { store, actions } = await setUp({ ...aggregator, "GET /service/users/me": () => answers.shift() ?? {} });
  await actions.start();
  await actions.recheck();
  expect(store.get().phase).toBe("signed-in");
  await actions.recheck();
  expect(store.get().phase).toBe("signed-out");
});

test.each([{ broken: true }, { status: 503 }])(
  "a server that answers at start but does not say who is signed in (%o): the reason stays, nothing is decided",
  async (trouble) => {
    const answers = [trouble, { json: session }];
    const { store, actions } = await setUp({
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
  const answers = [{ status: 503 }, { status: 429 }, { status: 401 }, { json: session }];
  const { actions } = await setUp({ ...standalone, "GET /service/sessions/me": () => answers.shift() ?? {} });
  expect(await actions.useToken("token")).toBe("unreachable");
  expect(await actions.useToken("token")).toBe("unreachable");
  expect(await actions.useToken("token")).toBe("refused");
  expect(await actions.useToken("token")).toBe("signed-in");
});

test("the aggregator: login gives a token, users/me says who; admin is a flag and the role is empty", async () => {
  const { store, actions, asked } = await setUp({
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
    "POST /service/sessions/google": { json: session },
    "GET /service/users/me": ({ headers }) =>
      headers.authorization === "Bearer secret"
        ? { json: { id: 5, username: "anna", admin: true } }
        : { status: 401, json: { code: "session/none", reason: "Sign in." } },
  };
  const { store, actions } = await setUp(routes);
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
    const { store, actions, asked } = await setUp(routes);
    await actions.start();
    routes["GET /service/users/me"] = trouble;
    expect((await actions.signIn(credentials, false)).ok).toBe(false);
    expect(store.get()).toMatchObject({ phase: "signed-out", user: null, token: null });
    await actions.start();
    expect(asked.at(-1)?.headers.authorization).toBeUndefined();
  },
);

test("a token that comes to nothing brings none back for whoever has signed out meanwhile", async () => {
  let meanwhile = (): void => undefined;
  const answers = [
    () => ({ json: session }),
    () => {
      meanwhile();
      return { status: 401 };
    },
  ];
  const { store, actions } = await setUp({
    ...standalone,
    "GET /service/sessions/me": () => answers.shift()?.() ?? {},
  });
  expect(await actions.useToken("first")).toBe("signed-in");
  meanwhile = actions.ended;
  expect(await actions.useToken("second")).toBe("refused");
  expect(store.get()).toMatchObject({ phase: "signed-out", token: null });
});

test.each([
  [true, "persistent"],
  [false, "session"],
])("with Google the boxes of the form count as well: staying signed in %s", async (staySignedIn, cookie) => {
  const { store, actions, asked } = await setUp({ "POST /service/sessions/google": { json: session } });
  const choices = { staySignedIn, lowBandwidth: true };
  const done = await actions.signInWithGoogle({ credential: "token", nonce: "0123456789abcdef", choices });
  expect(done.ok).toBe(true);
  expect(JSON.parse(asked.at(-1)?.body ?? "")).toMatchObject({ credential: "token", cookie, expiresIn: 2_592_000 });
  expect(store.get()).toMatchObject({ phase: "signed-in", lowBandwidth: true });
});
