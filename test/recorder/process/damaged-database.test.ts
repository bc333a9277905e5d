import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { DatabaseCopies } from "#recorder/store/database-copies.ts";
import { TestHouse } from "../support/test-house.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-damaged-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a recorder whose database was damaged starts with the copy, and report and audit say so", async () => {
  const before = await TestHouse.open({}, folder);
  await before.addCamera("Gate");
  await new DatabaseCopies(join(folder, "recorder.db")).make();
  await before.addUser("late", "Viewer");
  await before.recorder.close();
  writeFileSync(join(folder, "recorder.db"), "damaged");

  const house = await TestHouse.open({}, folder);
  expect(house.recorder.firstPassword).toBeNull();
  const headers = { authorization: house.basic("admin", before.adminPassword) };
  expect((await house.ask("GET", "/service/cameras", { headers })).json()).toMatchObject({
    cameras: [{ name: "Gate" }],
  });
  expect((await house.signIn("late")).statusCode).toBe(401);
  const report = await house.ask("GET", "/service/events/server?eventType=Database%20Replaced", { headers });
  expect(report.json()).toMatchObject({
    events: [
      {
        code: "event/database-replaced",
        params: { file: expect.stringMatching(/^recorder\.db\.damaged-\d+$/), time: expect.any(Number) },
        message: expect.stringMatching(
          /^The database was damaged and is put aside \(recorder\.db\.damaged-\d+\)\. The copy of /,
        ),
      },
    ],
  });
  const { entries } = (await house.ask("GET", "/service/audit?action=database-replaced", { headers })).json<{
    entries: unknown[];
  }>();
  expect(entries).toHaveLength(1);
  expect((await house.services.journal.trail.verify()).faults).toEqual([]);
  await house.close();
});
