import { mkdtempSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MatroskaWriter } from "#recorder/formats/containers/matroska.ts";

test("an export of days has more key frames than a call takes arguments", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
  const path = join(folder, "days.mkv");
  const writer = new MatroskaWriter(await open(path, "w"), {
    title: "Yard",
    comment: "Recorder",
    createdMs: Date.UTC(2026, 5, 1),
    video: { codec: "h264", width: 64, height: 48, description: Buffer.alloc(8) },
    audio: null,
  });
  const data = Buffer.alloc(8);
  const pictures = 200_000;
  for (let n = 0; n < pictures; n += 1) await writer.video(n * 1000, 1000, true, data);
  await writer.finish();
  expect(statSync(path).size).toBeGreaterThan(pictures * data.length);
  rmSync(folder, { recursive: true });
});
