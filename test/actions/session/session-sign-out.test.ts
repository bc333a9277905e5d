/** Signing out: always in this page, and at the server. */
import { failure } from "#domain/failures/failure.ts";
import { expect, test } from "vitest";
import { anna, credentials, sessionClient, standalone } from "#test/support/client/session-client.ts";

test.each([false, true])(
  "signing out puts the low-bandwidth box back to where this browser begins (%s); the choice stays its user's own",
  async (first) => {
    const routes = {
      ...standalone,
      "GET /service/sessions/me": { status: 401 },
      "POST /service/sessions/user": { json: anna },
    };
    const { store, actions } = await sessionClient(routes, new Map(), first);
    await actions.start();
    for (const leave of [actions.signOut, async () => actions.ended(), actions.recheck]) {
      await actions.signIn(credentials, !first);
      expect(store.get().lowBandwidth).toBe(!first);
      await leave();
      expect(store.get()).toMatchObject({ phase: "signed-out", lowBandwidth: first, server: null });
    }
  },
);

test("signing out ends the session on the server and here", async () => {
  const { store, actions, asked } = await sessionClient({
    ...standalone,
    "GET /service/sessions/me": { json: anna },
    "DELETE /service/sessions/me": { status: 204 },
  });
  await actions.start();
  await actions.signOut();
  expect(asked.at(-1)?.method).toBe("DELETE");
  expect(store.get()).toMatchObject({ phase: "signed-out", user: null, token: null, signOutFailure: null });
});

test("a sign-out that the server did not carry out leaves the session here, says so and can be tried again", async () => {
  const answers = [{ broken: true }, { status: 503 }, { status: 204 }];
  const { store, actions, asked } = await sessionClient({
    ...standalone,
    "GET /service/sessions/me": { status: 401 },
    "POST /service/sessions/user": { json: anna },
    "DELETE /service/sessions/me": () => answers.shift() ?? {},
  });
  await actions.start();
  await actions.signIn(credentials, false);
  for (const signOutFailure of [failure("network/no-response"), failure("network/unexpected"), null]) {
    await actions.signOut();
    expect(asked.at(-1)).toMatchObject({ method: "DELETE", headers: { authorization: "Bearer secret" } });
    expect(store.get()).toMatchObject({ phase: "signed-out", user: null, token: null, signOutFailure });
  }
});

test("a session that the server has ended already is signed out; a new sign-in takes the message away", async () => {
  const answers = [{ status: 401 }, { broken: true }];
  const { store, actions } = await sessionClient({
    ...standalone,
    "GET /service/sessions/me": { json: anna },
    "POST /service/sessions/user": { json: anna },
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
