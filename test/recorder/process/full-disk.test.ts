import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { smallDisk } from "#test/support/machine/small-disk.ts";
import { afterAll, describe, expect, it, vi } from "vitest";
import { TestHouse } from "../support/test-house.ts";

const disk = smallDisk(8);
afterAll(() => disk?.remove());

function fill(dir: string): void {
  for (const bytes of [64 * 1024, 4096])
    for (let i = 0; i < 1000; i++)
      try {
        writeFileSync(join(dir, `filler-${bytes}-${i}`), Buffer.alloc(bytes));
      } catch {
        break;
      }
}

function empty(dir: string): void {
  for (const name of readdirSync(dir)) if (name.startsWith("filler-")) rmSync(join(dir, name));
}

describe.skipIf(!disk)("a recorder whose disk somebody has filled", () => {
  it("starts, answers who had signed in, and stops in order", async () => {
    const dir = disk?.dir ?? "";
    const before = await TestHouse.open({}, dir);
    const signedIn = await before.signIn("admin", before.adminPassword);
    const headers = { authorization: `Bearer ${signedIn.json<{ id: string }>().id}` };
    await before.recorder.close();

    fill(dir);
    const house = await TestHouse.open({}, dir);
    await house.recorder.listen();
    expect((await house.ask("GET", "/service/cameras", { headers })).statusCode).toBe(200);
    expect((await house.ask("GET", "/service/server/utilization/disk", { headers })).json()).toMatchObject({
      storage: { free: 0 },
    });
    // The journal has no room for its audit entry: the answer is given all the same.
    expect((await house.ask("GET", "/service/log?format=text", { headers })).statusCode).toBe(200);
    const signIn = () => house.signIn("admin", before.adminPassword);
    for (const answer of [await signIn(), await signIn()])
      expect([answer.statusCode, answer.json()]).toMatchObject([
        507,
        {
          code: "server/disk-full",
          reason: "The server's disk is full: nothing can be changed and nobody can sign in until there is room.",
        },
      ]);
    expect((await house.ask("GET", "/service/cameras", { headers })).statusCode).toBe(200);
    empty(dir);
    expect((await signIn()).statusCode).toBe(200);
    await house.recorder.close();
  });
});

/** The messages of SQLite and PostgreSQL themselves. */
it.each([
  ["SQLite", "SQLITE_FULL", "database or disk is full"],
  ["PostgreSQL", "53100", 'could not extend file "base/16384/2619": No space left on device'],
])("signing in says that the disk is full where %s does, and looks at no password", async (_name, code, message) => {
  const house = await TestHouse.open();
  const full = vi.spyOn(house.services.store, "insertInto").mockImplementation(() => {
    throw Object.assign(new Error(message), { code });
  });
  for (const password of [house.adminPassword, "guessed"]) {
    const answer = await house.signIn("admin", password);
    expect([answer.statusCode, answer.json()]).toMatchObject([507, { code: "server/disk-full" }]);
    const basic = await house.ask("GET", "/service/cameras", {
      headers: { authorization: house.basic("admin", password) },
    });
    expect(basic.statusCode).toBe(507);
  }
  full.mockRestore();
  expect((await house.signIn("admin", house.adminPassword)).statusCode).toBe(200);
  await house.close();
});
