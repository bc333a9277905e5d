import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { smallDisk } from "#test/support/small-disk.ts";
import { afterAll, describe, expect, it } from "vitest";
import { TestHouse } from "../http/test-house.ts";

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
    // The audit of it has no room in the journal: it is given out all the same.
    expect((await house.ask("GET", "/service/log?format=text", { headers })).statusCode).toBe(200);
    await house.recorder.close();
  });
});
