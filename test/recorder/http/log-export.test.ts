import { readdirSync, readlinkSync, renameSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { eventually } from "#test/support/eventually.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let logs: string;
const line = (time: number, text: string): string => `${JSON.stringify({ level: 30, time, msg: text })}\n`;
beforeAll(async () => {
  house = await TestHouse.open();
  logs = join(house.folder, "logs");
  writeFileSync(join(logs, "recorder.2.log"), line(1000, "first") + line(2000, "second"));
  writeFileSync(join(logs, "recorder.1.log"), line(3000, "third, whose end is mi").trimEnd());
});
afterAll(() => house.close());

const ask = async (query: string) => house.ask("GET", `/service/log${query}`, { as: "admin" });

/** Log files that this process holds open; the log that is being written is always open. */
const openLogs = (): number =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(logs);
    } catch {
      return false;
    }
  }).length;

describe("the log as a download", () => {
  it("is for nobody who may see only some cameras", async () => {
    const gate = await house.addCamera("Gate");
    const wide = [{ id: gate.camera.id, scope: ["live", "stats"] }];
    const narrow = [{ id: gate.camera.id, scope: [] }];
    for (const [name, cameraScopes, status] of [
      ["wide", wide, 200],
      ["narrow", narrow, 403],
    ] as const) {
      const added = await house.addUser(name, "Manager");
      await house.services.store
        .updateTable("users")
        .set({ camera_scopes: JSON.stringify(cameraScopes) })
        .where("id", "=", added)
        .execute();
      const answer = await house.ask("GET", "/service/log?format=text", {
        headers: { authorization: house.basic(name) },
      });
      expect(answer.statusCode, name).toBe(status);
      if (status === 403) expect(answer.json()).toMatchObject({ cause: { code: "access/all-cameras" } });
    }
  });

  it("holds the lines of a time, oldest first, as text and gzipped", async () => {
    const text = await ask("?format=text&from=1500&to=3000");
    expect(text.headers["content-type"]).toContain("text/plain");
    expect(text.body).toBe(line(2000, "second") + line(3000, "third, whose end is mi"));
    const zipped = await ask("?from=1000&to=1000");
    expect(gunzipSync(zipped.rawPayload).toString("utf8")).toBe(line(1000, "first"));
    expect(zipped.headers["content-disposition"]).toMatch(/^attachment; filename="recorder-[\dTZ-]+\.log\.gz"$/);
    expect((await ask("?from=2&to=1")).statusCode).toBe(400);
  });

  it.skipIf(process.platform !== "linux").each(["text", "gzip"])(
    "as %s leaves no file open when the visitor leaves in the middle",
    async (format) => {
      // Incompressible text: more than any buffer on the way can hold.
      const noise = Array.from({ length: 60_000 }, (_, i) => line(4000, (i * 2654435761).toString(36).repeat(12)));
      writeFileSync(join(logs, "recorder.3.log"), noise.join(""));
      const usual = openLogs();
      if (house.recorder.url === "") await house.recorder.listen();
      const url = `${house.recorder.url}/service/log?format=${format}`;
      await new Promise<void>((resolve, reject) => {
        const request = get(url, { headers: { authorization: house.basic("admin") } }, (response) => {
          response.once("data", () => {
            response.pause();
            expect(openLogs()).toBeGreaterThan(usual);
            // A rotation happens meanwhile.
            renameSync(join(logs, "recorder.3.log"), join(logs, "recorder.4.log"));
            request.destroy();
            resolve();
          });
        });
        request.once("error", reject);
      });
      await eventually(() => openLogs() === usual, "the files are closed");
    },
  );
});
