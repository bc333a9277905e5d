import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPromise } from "yauzl";
import { MANIFEST_NAME } from "#recorder/export/manifest.ts";
import { codedFrames } from "../export/coded-camera.ts";
import { type Exports, exportsOf } from "../export/exports-of.ts";

/** What leaves the product as files, with names that some interpreter would run, or that break a line or a path. */
const HOSTILE_NAMES = JSON.parse(
  readFileSync(new URL("../../fixtures/hostile-names.json", import.meta.url), "utf8"),
) as readonly string[];
const START = Date.UTC(2026, 2, 29, 10, 0, 0);

let exports: Exports;
beforeAll(async () => {
  const streams = HOSTILE_NAMES.map((cameraName) => ({ streamId: "yard", cameraName }));
  exports = await exportsOf({ streams, startMs: START, stopMs: START + 1000 });
  const yard = await exports.recordings.recorder("yard", "1", "continuous");
  yard.begin({ codec: "h264", audio: null });
  for (const unit of codedFrames({ count: 45, startMs: START, gopFrames: 15 })) yard.push(unit);
  await exports.recordings.flush();
});
afterAll(() => exports.close());

it("a zip of cameras with such names unpacks into its own folder, each file under a name of its own", {
  timeout: 120_000,
}, async () => {
  const signingKey = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const outFile = join(exports.dir, "hostile.zip");
  const { answer } = await exports.run({ outFile, signingKey });
  if (!answer.ok) throw new Error(answer.error.code);
  const zip = await openPromise(outFile, { lazyEntries: true, strictFileNames: true });
  const names: string[] = [];
  let manifest = "";
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName);
    if (entry.fileName !== MANIFEST_NAME) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    manifest = Buffer.concat(chunks).toString();
  }
  expect(names).toHaveLength(HOSTILE_NAMES.length + 3);
  for (const name of names) {
    expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|^[.\s]/u);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  }
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  // The name as it was typed stands in the signed manifest, where it is data.
  const { files } = JSON.parse(manifest) as { files: { name: string; cameraName: string }[] };
  expect(files.map(({ name }) => name)).toEqual(names.slice(0, HOSTILE_NAMES.length));
  expect(files.map(({ cameraName }) => cameraName)).toEqual(HOSTILE_NAMES);
});
