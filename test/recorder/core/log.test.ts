import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { loadConfig } from "#recorder/config/config.ts";
import { logFiles, logFolder, maskSecrets, openLog } from "#recorder/core/log.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open() {
  const config = loadConfig({
    file: null,
    environment: {},
    flags: new Map([
      ["data", folder],
      ["log.console", "none"],
    ]),
  });
  if (!config.ok) throw new Error("config");
  return openLog(config.value);
}

it("writes JSON lines without secrets, one per event whatever the text", () => {
  const { log, close } = open();
  log.info({ password: "canary", connection: { password: "canary", uri: "rtsp://u:canary@h/x" } }, "a\nb \u001b[31m");
  log.warn({ headers: { authorization: "Bearer canary", cookie: "canary" } }, "GET /service/log?sid=canary&x=1");
  close();
  const text = readFileSync(logFiles(logFolder(folder))[0] ?? "", "utf8");
  expect(text).not.toContain("canary");
  const lines = text.trim().split("\n");
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty("time");
});

it("rotates by size and keeps the order of its files", () => {
  const { log, close } = open();
  const big = "x".repeat(1024 * 1024);
  for (let count = 0; count < 20; count++) log.info({ count, big }, "line");
  close();
  const files = logFiles(logFolder(folder));
  expect(files.length).toBe(3);
  const counts = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { count?: number }).count),
  );
  expect(counts.filter((count) => count !== undefined)).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

it("masks credentials in addresses", () => {
  expect(maskSecrets("rtsp://root:p@ss@10.0.0.1/x and https://a:b@c")).toBe("rtsp://***@10.0.0.1/x and https://***@c");
  expect(maskSecrets("?ticket=abc&b=1")).toBe("?ticket=***&b=1");
});
