import { randomBytes } from "node:crypto";
import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { withoutAddresses } from "#recorder/http/files/support-bundle.ts";
import { CANARY, TestHouse } from "#test/recorder/support/test-house.ts";
import { eventually } from "#test/support/eventually.ts";

const TOKEN = "canary-metrics-token-1234";
let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open({
    "metrics.token": TOKEN,
    "webrtc.ice": "turn:user:canary-turn@turn.example:3478",
    "log.level": "debug",
  });
  await house.addUser("mona", "Manager");
});
afterAll(() => house.close());

async function filesOf(zip: ZipFile): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>)
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString("utf8"));
  return files;
}

it("holds what a helper needs, and no secret of the recorder, its cameras or its users", async () => {
  await house.addCamera("Gate");
  const signedIn = await house.signIn("mona");
  const sid = signedIn.json<{ id: string }>().id;
  await house.ask("GET", `/service/log?format=text&sid=${sid}`);
  const painter = encodeURIComponent("WebGL 2, ANGLE (a card)");
  const answer = await house.ask("GET", `/service/support-bundle?painter=${painter}`, { as: "admin" });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/zip"]);
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="support-[\dTZ-]+\.zip"$/);

  const files = await filesOf(await fromBufferPromise(answer.rawPayload, { lazyEntries: true }));
  expect([...files.keys()].sort()).toEqual(
    [
      "README.txt",
      "browser.json",
      "cameras.json",
      "config.json",
      "events.json",
      "license.json",
      "log/recorder.log",
      "machine.json",
      "metrics.txt",
      "readiness.json",
      "settings.json",
      "version.json",
    ].sort(),
  );
  expect(files.get("cameras.json")).toContain("Gate");
  expect(JSON.parse(files.get("browser.json") ?? "")).toHaveProperty("painter", "WebGL 2, ANGLE (a card)");
  expect(JSON.parse(files.get("readiness.json") ?? "")).toHaveProperty("database");
  const whole = [...files.values()].join("\n");
  for (const secret of [CANARY, TOKEN, "canary-turn", sid, house.adminPassword, "correct horse battery"])
    expect(whole.includes(secret), secret).toBe(false);
  const besideLog = [...files].filter(([name]) => !name.startsWith("log/")).map(([, text]) => text);
  expect(besideLog.join("\n")).not.toContain("192.0.2.7");
});

it.skipIf(process.platform !== "linux")("leaves no file open when the visitor leaves in the middle", async () => {
  const logs = join(house.folder, "logs");
  const openLogs = (): number =>
    readdirSync("/proc/self/fd").filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(logs);
      } catch {
        return false;
      }
    }).length;
  // Incompressible bytes: more than any buffer on the way can hold.
  for (const age of [1, 2]) writeFileSync(join(logs, `recorder.${age}.log`), randomBytes(16 * 1024 * 1024));
  const usual = openLogs();
  await house.recorder.listen();
  const headers = { authorization: house.basic("admin") };
  await new Promise<void>((resolve, reject) => {
    const request = get(`${house.recorder.url}/service/support-bundle`, { headers }, (response) => {
      response.once("data", () => {
        response.pause();
        expect(openLogs()).toBeGreaterThan(usual);
        request.destroy();
        resolve();
      });
    });
    request.once("error", reject);
  });
  await eventually(() => openLogs() === usual, "the files are closed");
});

it("is for administrators, and the journal tells who took it", async () => {
  expect((await house.ask("GET", "/service/support-bundle", { as: "mona" })).statusCode).toBe(403);
  expect((await house.ask("GET", "/service/support-bundle")).statusCode).toBe(401);
});

it.each([
  ["rtsp://192.0.2.7:554/main", "rtsp://(host)/main"],
  ["turn:***@10.0.0.1:3478", "turn:***@(address):3478"],
  ["https://nvr.example/x https://b.example", "https://(host)/x https://(host)"],
  ["version 8.0.0, 50 % of 1.5", "version 8.0.0, 50 % of 1.5"],
])("%s becomes %s", (text, without) => expect(withoutAddresses(text)).toBe(without));
