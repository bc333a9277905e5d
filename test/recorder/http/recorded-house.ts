/** A recorder with a camera and one recording that lasts over midnight. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

export let house: TestHouse;
export let cameraId = "";
export let streamId = "";
export const MINUTE = 60_000;
export const START = Date.UTC(2026, 2, 1, 23, 58);
export const get = async (path: string, as = "admin") => {
  const answer = await house.ask("GET", path, { as });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};

export function withRecording(): void {
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
    mkdirSync(join(folder, "client/assets"), { recursive: true });
    mkdirSync(join(folder, "client/workers"));
    writeFileSync(join(folder, "client/index.html"), '<meta property="csp-nonce" nonce="" /><title>x</title>');
    writeFileSync(join(folder, "client/assets/app-abcdefgh.js"), `// ${"x".repeat(5000)}`);
    writeFileSync(join(folder, "client/assets/built-abcdefgh.js"), `// ${"y".repeat(5000)}`);
    writeFileSync(join(folder, "client/assets/built-abcdefgh.js.br"), "compressed by the build");
    writeFileSync(join(folder, "client/workers/stage.worker-abcdefgh.js"), "//");
    writeFileSync(join(folder, "client/manifest.json"), "{}");
    house = await TestHouse.open({}, folder);
    await house.addUser("manager", "Manager");
    const made = await house.addCamera("Gate");
    cameraId = made.camera.id;
    streamId = made.stream.id;
    const { index } = house.services;
    for (const minute of [0, 1, 2, 30]) {
      const startMs = START + minute * MINUTE;
      const row = { streamId, startMs, endMs: startMs + MINUTE, file: `${minute}.mp4`, bytes: 1000, frames: 900 };
      await index.insertClosed(row, new Uint8Array());
    }
    await index.putEvent({ streamId, startMs: START + 10_000, stopMs: START + 20_000, score: 1 });
  });
  afterAll(() => house.close());
}
