import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Lockouts } from "#recorder/accounts/lockouts.ts";
import { openStore, type Store } from "#recorder/store/store.ts";

let folder: string;
let store: Store;
let nowMs = 1_000_000;
const open = () => openStore({ file: join(folder, "recorder.db"), url: "" });
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
  store = await open();
});
afterEach(async () => {
  await store.destroy();
  rmSync(folder, { recursive: true, force: true });
});
const fail = async (lockouts: Lockouts, name: string, address: string): Promise<number> => {
  const attempt = await lockouts.begin(name, address);
  return attempt.ok ? 0 : attempt.waitMs;
};

describe("brakes on guessing", () => {
  it("let five tries pass, then wait 1, 2, 4 ... 900 s", async () => {
    const lockouts = new Lockouts(store, () => nowMs);
    for (let count = 0; count < 5; count++) expect(await fail(lockouts, "admin", "a")).toBe(0);
    const waits: number[] = [];
    for (let count = 0; count < 12; count++) {
      const waitMs = await fail(lockouts, "admin", "a");
      waits.push(waitMs / 1000);
      nowMs += waitMs;
      expect(await fail(lockouts, "admin", "a")).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  it("survive a restart", async () => {
    const lockouts = new Lockouts(store, () => nowMs);
    for (let count = 0; count < 5; count++) await fail(lockouts, "admin", "a");
    await store.destroy();
    store = await open();
    expect(await fail(new Lockouts(store, () => nowMs), "admin", "b")).toBeGreaterThan(0);
  });

  it("count parallel guesses as they come", async () => {
    const lockouts = new Lockouts(store, () => nowMs);
    const tries = await Promise.all(Array.from({ length: 50 }, () => lockouts.begin("admin", "a")));
    expect(tries.filter(({ ok }) => ok)).toHaveLength(5);
  });

  it("hold an address that tries many names, even when one name succeeds in between", async () => {
    const lockouts = new Lockouts(store, () => nowMs);
    for (let count = 0; count < 4; count++) await fail(lockouts, `user${count}`, "a");
    const own = await lockouts.begin("mine", "a");
    if (own.ok) await own.commit();
    await fail(lockouts, "user9", "a");
    expect(await fail(lockouts, "user10", "a")).toBeGreaterThan(0);
    expect(await fail(lockouts, "user10", "b")).toBe(0);
  });

  it("forget honest mistakes after signing in", async () => {
    const lockouts = new Lockouts(store, () => nowMs);
    for (let round = 0; round < 5; round++) {
      for (let count = 0; count < 3; count++) expect(await fail(lockouts, "mine", "a")).toBe(0);
      const right = await lockouts.begin("mine", "a");
      expect(right.ok).toBe(true);
      if (right.ok) await right.commit();
    }
  });

  it("last no longer when the clock is set back", async () => {
    const lockouts = new Lockouts(store, () => nowMs);
    for (let count = 0; count < 8; count++) {
      nowMs += await fail(lockouts, "admin", "a");
      await fail(lockouts, "admin", "a");
    }
    const waitMs = await fail(lockouts, "admin", "a");
    expect(waitMs).toBeGreaterThan(0);
    nowMs -= 365 * 86_400_000;
    expect(await fail(lockouts, "admin", "a")).toBe(waitMs);
    nowMs += waitMs;
    expect(await fail(lockouts, "admin", "a")).toBe(0);
  });

  it("admit at most 30 checks an hour to 10,000 guesses", async () => {
    const lockouts = new Lockouts(store, () => nowMs);
    let admitted = 0;
    for (let guess = 0; guess < 10_000; guess++) {
      nowMs += 360;
      if ((await lockouts.begin("admin", "a")).ok) admitted += 1;
    }
    expect(admitted).toBeLessThanOrEqual(30);
  });
});
