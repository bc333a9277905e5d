/** Work folders of commands that were killed: secrets lie in them. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Longer than any of these commands takes: one that works beside this one is left alone. */
const ABANDONED_MS = 24 * 3_600_000;

export function removeLeftBehind(folder: string, prefix: string, nowMs = Date.now()): void {
  try {
    for (const name of readdirSync(folder).filter((one) => one.startsWith(prefix))) {
      const path = join(folder, name);
      if (nowMs - statSync(path).mtimeMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
    }
  } catch {
    // Whatever keeps this folder from being read is said by the command itself.
    return;
  }
}
