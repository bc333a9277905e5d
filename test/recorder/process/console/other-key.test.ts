import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-other-key-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How often the report has said so, after one more start. */
async function told(): Promise<number> {
  const { recorder } = await TestHouse.open({}, folder);
  try {
    const rows = await recorder.services.store.selectFrom("server_events").selectAll().execute();
    return rows.filter((row) => JSON.stringify(row).includes("event/key-other")).length;
  } finally {
    await recorder.close();
  }
}

it("says once that the key of the secrets is another one, and nothing more when the old one is put back", async () => {
  const file = join(folder, "secret.key");
  expect(await told()).toBe(0);
  const own = readFileSync(file);
  expect(await told()).toBe(0);
  rmSync(file);
  expect(await told()).toBe(1);
  expect(await told()).toBe(1);
  writeFileSync(file, own);
  expect(await told()).toBe(1);
});
