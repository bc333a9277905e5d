/**
 * Ends what the cases have begun when the runner is gone, however it ended: a process of its own that hears of each
 * beginning and end over a pipe, and acts when that pipe closes.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

let pipe = null;

function keeper() {
  if (pipe) return pipe;
  // A session of its own: what ends the runner's group does not reach it.
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.unref();
  child.stdin.unref?.();
  child.stdin.on("error", () => undefined);
  pipe = child.stdin;
  return pipe;
}

/** From now on this process, the group of which it is the first, or this folder goes with the runner. */
export const keep = (kind, value) => void keeper().write(`+ ${kind} ${value}\n`);
/** It has ended by itself: its number may belong to somebody else soon. */
export const letGo = (kind, value) => void keeper().write(`- ${kind} ${value}\n`);

/** What the keeper does: it reads until the runner is gone. */
async function watch(input) {
  const kept = { process: new Set(), group: new Set(), folder: new Set() };
  for await (const line of createInterface({ input })) {
    const [, sign, kind, value] = /^([+-]) (process|group|folder) (.+)$/.exec(line) ?? [];
    if (sign === "+") kept[kind].add(value);
    else if (sign === "-") kept[kind].delete(value);
  }
  for (const pid of [...kept.process, ...[...kept.group].map((first) => -first)]) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended.
    }
  }
  for (const folder of kept.folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await watch(process.stdin);
