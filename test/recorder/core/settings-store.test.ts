import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { EventHub } from "#recorder/core/event-hub.ts";
import { SettingsStore } from "#recorder/core/settings-store.ts";
import { openStore, type Store } from "#recorder/store/store.ts";

let store: Store;
beforeAll(async () => {
  store = await openStore({ file: ":memory:", url: "" });
});
afterAll(() => store.destroy());

test("several settings are changed together or not at all", async () => {
  const settings = new SettingsStore(store, new EventHub());
  await sql`CREATE TRIGGER full BEFORE INSERT ON settings WHEN NEW.key = 'greeting'
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`.execute(store);
  await expect(settings.patch({ agreement: "Be kind.", greeting: "Good morning" })).rejects.toThrow("full");
  await sql`DROP TRIGGER full`.execute(store);
  expect(await settings.patch({ maxPlayerCount: 4 })).toMatchObject({ agreement: "", greeting: "", maxPlayerCount: 4 });
});

test("what was read before a change is not taken for what is set now", async () => {
  const settings = new SettingsStore(store, new EventHub());
  const read = vi.spyOn(store, "selectFrom");
  let release = (): void => undefined;
  const late = new Promise<void>((resolve) => (release = resolve));
  const rows = await store.selectFrom("settings").selectAll().execute();
  const slow = { selectAll: () => slow, where: () => slow, execute: () => late.then(() => rows) };
  read.mockReturnValueOnce(slow as never);
  const before = settings.get();
  const changing = settings.patch({ greeting: "Good evening" });
  expect(await changing).toMatchObject({ greeting: "Good evening" });
  release();
  await before;
  expect(await settings.get()).toMatchObject({ greeting: "Good evening" });
});
