import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeDataPrivate, makeRecordingsPrivate } from "#recorder/store/private-files.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const root = mkdtempSync(join(tmpdir(), "proscenium-private-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const mode = (...path: string[]): string => (statSync(join(root, ...path)).mode & 0o777).toString(8);

function open(path: string): void {
  writeFileSync(join(root, path), "");
  chmodSync(join(root, path), 0o666);
}
function openFolder(path: string): void {
  mkdirSync(join(root, path), { recursive: true });
  chmodSync(join(root, path), 0o777);
}

it.skipIf(process.platform === "win32")("what is ours is closed; what lies beside it stays as it is", () => {
  for (const folder of ["logs", "copies", "exports/one", "other"]) openFolder(folder);
  const ours = [
    "recorder.db",
    "recorder.db-wal",
    "recorder.db.damaged-1",
    "secret.key",
    "logs/recorder.log",
    "copies/a.db",
  ];
  for (const file of [...ours, "exports/one/a.mkv", "other/script", "notes.txt"]) open(file);
  symlinkSync(join(root, "other/script"), join(root, "logs/link"));
  chmodSync(root, 0o755);
  makeDataPrivate(root);
  expect([mode(), mode("logs"), mode("copies"), mode("exports"), mode("exports/one")]).toEqual(Array(5).fill("700"));
  for (const file of [...ours, "exports/one/a.mkv"]) expect(mode(file), file).toBe("600");
  expect([mode("other"), mode("other/script"), mode("notes.txt")]).toEqual(["777", "666", "666"]);
});

it.skipIf(process.platform === "win32")("so are recordings", async () => {
  openFolder("recordings/stream/2026-11-25/10");
  for (const file of ["recordings.db", "stream/2026-11-25/10/a.mp4", "readme.txt"]) open(`recordings/${file}`);
  await makeRecordingsPrivate(join(root, "recordings"), () => false);
  expect([mode("recordings"), mode("recordings/stream"), mode("recordings/stream/2026-11-25/10")]).toEqual(
    Array(3).fill("700"),
  );
  expect(mode("recordings/stream/2026-11-25/10/a.mp4")).toBe("600");
  expect([mode("recordings/recordings.db"), mode("recordings/readme.txt")]).toEqual(["600", "666"]);
});

it.skipIf(process.platform === "win32")("a start closes a folder that was open", async () => {
  openFolder("data");
  const house = await TestHouse.open({}, join(root, "data"));
  expect(mode("data")).toBe("700");
  await house.recorder.close();
  chmodSync(join(root, "data/recorder.db"), 0o644);
  const again = await TestHouse.open({}, join(root, "data"));
  expect(mode("data/recorder.db")).toBe("600");
  await again.close();
});
