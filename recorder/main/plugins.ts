/** Plugins: folders with a manifest.json. Only well-formed ones are listed; their files have no other way out. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type App, app } from "#protocol/rest/about.ts";
import type { Log } from "./log.ts";

const MAX_MANIFEST_BYTES = 256 * 1024;

export function readPlugins(folder: string, log: Log): App[] {
  if (!existsSync(folder)) return [];
  const found: App[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name, "manifest.json");
    if (!entry.isDirectory() || !existsSync(file)) continue;
    const one = read(file);
    if (one === null || found.some(({ rootpath }) => rootpath === one.rootpath))
      log.warn({ plugin: entry.name }, "plugin left out: its manifest is wrong");
    else found.push(one);
  }
  return found;
}

function read(file: string): App | null {
  try {
    const text = readFileSync(file, "utf8");
    const parsed = text.length > MAX_MANIFEST_BYTES ? null : app.safeParse(JSON.parse(text));
    return parsed?.success ? parsed.data : null;
  } catch {
    return null;
  }
}
