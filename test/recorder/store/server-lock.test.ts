import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LOCK_FILE, lockFolder } from "#recorder/store/server-lock.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";

const NOW = Date.UTC(2026, 10, 28, 1, 2, 3);

describe("the folder of a server", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "proscenium-lock-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("a second server is told who has it, and gets it afterwards", () => {
    const unlock = lockFolder(folder, NOW);
    expect(() => lockFolder(folder, NOW + 1)).toThrow(StartRefused);
    expect(() => lockFolder(folder, NOW + 1)).toThrow(
      new RegExp(`is in use by another server \\(process ${process.pid} on .+, since 2026-11-28T01:02:03.000Z\\)`),
    );
    unlock();
    lockFolder(folder, NOW + 2)();
  });

  test("its file is for its user only", () => {
    lockFolder(folder, NOW)();
    expect(statSync(join(folder, LOCK_FILE)).mode & 0o777).toBe(0o600);
  });

  test("a file that is no lock is named", () => {
    rmSync(folder, { recursive: true });
    expect(() => lockFolder(folder, NOW)).toThrow(new RegExp(`${LOCK_FILE} cannot be used`));
  });
});
