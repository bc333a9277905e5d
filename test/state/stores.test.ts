import { expect, test } from "vitest";
import { clockWarns, createHealthStore } from "#state/health-store.ts";
import { createStandingStore } from "#state/standing-store.ts";
import { createSessionStore, visitorOf } from "#state/session-store.ts";
import { factStore } from "#state/store.ts";

test("a change makes a new state, keeps what it did not touch, and tells listeners both", () => {
  const store = factStore({ a: { n: 1 }, b: { n: 2 } });
  const before = store.get();
  const heard: unknown[] = [];
  const forget = store.subscribe((now, was) => heard.push([now.a.n, was.a.n]));
  store.change((facts) => {
    facts.a.n = 5;
  });
  expect(before.a.n).toBe(1);
  expect(store.get().b).toBe(before.b);
  expect(heard).toEqual([[5, 1]]);
  store.change(() => undefined);
  expect(heard, "nothing changed, nobody is told").toHaveLength(1);
  forget();
  store.change((facts) => {
    facts.b.n = 3;
  });
  expect(heard).toHaveLength(1);
});

test.each([
  [null, false],
  [5_000, false],
  [-5_000, false],
  [5_001, true],
  [-5_001, true],
])("a clock difference of %s ms warns: %s", (skewMs, warns) => {
  const store = createHealthStore();
  store.change((facts) => {
    facts.skewMs = skewMs;
  });
  expect(clockWarns(store.get(), createStandingStore().get())).toBe(warns);
});

test("nobody is signed in until a user is known", () => {
  const store = createSessionStore(true);
  expect(visitorOf(store.get())).toMatchObject({ signedIn: false, singlePlayer: true, edition: "standalone" });
  store.change((facts) => {
    facts.phase = "signed-in";
  });
  expect(visitorOf(store.get()).signedIn).toBe(false);
});
