/** A run of the cases that is killed leaves nothing behind. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it, vi } from "vitest";

const keeper = pathToFileURL(join(import.meta.dirname, "../../../scripts/abuse/ground/keeper.mjs")).href;
const folder = mkdtempSync(join(tmpdir(), "keeper-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Begins a group of two processes, one process and a folder, lets one of two folders go, and says their numbers. */
const runner = (own: string, given: string) => `
import { spawn } from "node:child_process";
import { keep, letGo } from ${JSON.stringify(keeper)};
const idle = "setInterval(() => {}, 1e6)";
const first = spawn(process.execPath, ["-e", "const c = require('node:child_process').spawn(process.execPath, ['-e', " + JSON.stringify(idle) + "]); console.log(c.pid); " + idle], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
const alone = spawn(process.execPath, ["-e", idle], { detached: true, stdio: "ignore" });
keep("group", first.pid);
keep("process", alone.pid);
keep("folder", ${JSON.stringify(own)});
keep("folder", ${JSON.stringify(given)});
letGo("folder", ${JSON.stringify(given)});
first.stdout.once("data", (second) => console.log([first.pid, Number(second), alone.pid].join(" ")));
setInterval(() => {}, 1e6);
`;

it("however the run ends, its processes and folders go, and what was let go stays", { timeout: 60_000 }, async () => {
  const own = mkdtempSync(join(folder, "own-"));
  const given = mkdtempSync(join(folder, "given-"));
  const script = join(folder, "runner.mjs");
  writeFileSync(script, runner(own, given));
  const run = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((resolve) => run.stdout.once("data", (chunk) => resolve(String(chunk))));
  const pids = line.trim().split(" ").map(Number);
  expect(pids).toHaveLength(3);
  expect(pids.every(lives)).toBe(true);
  run.kill("SIGKILL");
  await vi.waitFor(() => expect(pids.filter(lives)).toEqual([]), { timeout: 20_000 });
  await vi.waitFor(() => expect(existsSync(own)).toBe(false), { timeout: 20_000 });
  expect(existsSync(given)).toBe(true);
});
