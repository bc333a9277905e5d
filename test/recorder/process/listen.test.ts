import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadConfig } from "#recorder/config/config.ts";
import { createRecorder } from "#recorder/process/recorder.ts";

it("starts no process when it cannot listen, so that none is left behind", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const marker = join(folder, "started");
  for (const name of ["media", "analysis"]) {
    const text = `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "x"); setInterval(() => {}, 1000);`;
    writeFileSync(join(folder, `${name}.js`), text);
  }
  const config = loadConfig({
    file: null,
    environment: {},
    flags: new Map([
      ["data", folder],
      ["host", "127.0.0.1"],
      ["port", String((other.address() as AddressInfo).port)],
      ["demo", "false"],
      ["log.console", "none"],
    ]),
  });
  if (!config.ok) throw new Error(config.error.join());
  const recorder = await createRecorder({
    config: config.value,
    scriptDir: folder,
    clientDir: join(folder, "client"),
    say: () => undefined,
  });
  await expect(recorder.listen()).rejects.toThrow(/EADDRINUSE/);
  await recorder.close();
  expect(existsSync(marker)).toBe(false);
  other.close();
  rmSync(folder, { recursive: true, force: true });
});
