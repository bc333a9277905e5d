import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { keepWatchdog } from "#recorder/process/watch/watchdog.ts";
import { eventually } from "#test/support/eventually.ts";

const folder = mkdtempSync(join(tmpdir(), "watchdog-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const said = join(folder, "said");
writeFileSync(join(folder, "systemd-notify"), `#!/bin/sh\necho "$NOTIFY_SOCKET $1" >> ${said}\n`);
chmodSync(join(folder, "systemd-notify"), 0o755);
const log = { warn: () => undefined };
const systemd = {
  PATH: `${folder}${delimiter}${process.env.PATH}`,
  NOTIFY_SOCKET: "/run/notify",
  WATCHDOG_USEC: "300000",
  WATCHDOG_PID: String(process.pid),
};
const beats = (): string[] => (existsSync(said) ? readFileSync(said, "utf8").trim().split("\n") : []);

it("main's own heartbeats go to systemd, and end with it", async () => {
  const end = keepWatchdog(systemd, log);
  await eventually(() => beats().length >= 3, "three heartbeats");
  expect(new Set(beats())).toEqual(new Set(["/run/notify WATCHDOG=1"]));
  end();
});

it("without a watchdog of its own it tells nobody", () => {
  rmSync(said, { force: true });
  for (const missing of [{ NOTIFY_SOCKET: "" }, { WATCHDOG_USEC: "" }, { WATCHDOG_PID: "1" }])
    keepWatchdog({ ...systemd, ...missing }, log)();
  expect(beats()).toEqual([]);
});
