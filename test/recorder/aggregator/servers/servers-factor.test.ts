import { afterAll, beforeAll, expect, it } from "vitest";
import { AppPasswords } from "#recorder/accounts/factors/app-passwords.ts";
import type { TestHouse } from "#test/recorder/support/test-house.ts";
import { Fleet, refusal } from "#test/recorder/aggregator/support/fleet.ts";

let fleet: Fleet;
let recorder: TestHouse;
beforeAll(async () => {
  fleet = await Fleet.open({ name: "Head office" });
  recorder = await fleet.recorder({ name: "North" });
  await recorder.services.settings.patch({ secondFactor: "administrators" });
});
afterAll(() => fleet.close());

it("a recorder whose administrators need a second factor is registered by an app password, and keeps no session", async () => {
  const uri = recorder.recorder.url;
  const refused = await fleet.register({ uri, password: recorder.adminPassword });
  expect(refusal(refused)).toEqual({ status: 422, code: "orchid/unauthorized" });
  expect(refused.json).toMatchObject({ cause: { code: "orchid/app-password" } });
  const { store, users, now } = recorder.services;
  const admin = (await users.list()).find(({ superUser }) => superUser);
  const { secret } = await new AppPasswords(store, now).make(admin?.id ?? "", "Head office");
  expect(refusal(await fleet.register({ uri, password: `${secret.slice(0, -1)}-` }))).toMatchObject({
    code: "orchid/unauthorized",
  });
  const made = await fleet.register({ uri, password: secret });
  expect([made.status, made.json]).toMatchObject([201, { name: "North", isAvailable: true }]);
  expect(await recorder.services.sessions.open.list(null)).toEqual([]);
  // It was used once: withdrawn, the server stays registered.
  await store.deleteFrom("app_passwords").execute();
  const id = recorder.services.uuid;
  expect((await fleet.ask("POST", `/service/orchids/${id}/cache`)).json).toMatchObject({ isAvailable: true });
});
