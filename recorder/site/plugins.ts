/**
 * Plugins: folders with a manifest.json. Only well-formed ones are listed; their files are served by no other route.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { app, type App } from "#protocol/rest/server/app.ts";
import type { Log } from "#recorder/core/log.ts";

const MAX_MANIFEST_BYTES = 256 * 1024;

/** A plugin's page is static and of moderate size. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;
const DAY_MS = 86_400_000;

/**
 * Opens a plugin's files to its own page. That page runs in a sandbox without an origin, so browsers send no cookie
 * with its requests: its address contains this key instead. A key is valid for one plugin, until the day after it was
 * issued or the recorder's next start.
 */
export class PluginKeys {
  readonly #secret = randomBytes(32);
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  issue(rootpath: string): string {
    return this.#of(rootpath, 0);
  }

  accepts(key: string, rootpath: string): boolean {
    const given = Buffer.from(key);
    return [0, -1].some((days) => {
      const good = Buffer.from(this.#of(rootpath, days));
      return good.length === given.length && timingSafeEqual(good, given);
    });
  }

  #of(rootpath: string, days: number): string {
    const day = Math.floor(this.#now() / DAY_MS) + days;
    return createHmac("sha256", this.#secret).update(`${day}:${rootpath}`).digest("base64url");
  }
}

/**
 * The content of a plugin's file; null where there is none. Nothing outside the plugin's folder is read, not even
 * through a link inside it, and nothing hidden.
 */
export function readPluginFile(plugin: PluginFolder, path: string): Buffer | null {
  if (path.split("/").some((part) => part === "" || part.startsWith(".")) || /[\\\0]/.test(path)) return null;
  try {
    const root = realpathSync(plugin.folder);
    const file = realpathSync(join(root, path));
    if (!file.startsWith(root + sep)) return null;
    const { size } = statSync(file);
    return size > MAX_FILE_BYTES ? null : readFileSync(file);
  } catch {
    return null;
  }
}

interface PluginFolder {
  readonly app: App;
  /** the folder of its manifest */
  readonly folder: string;
}

export function readPlugins(folder: string, log: Log): PluginFolder[] {
  if (!existsSync(folder)) return [];
  const found: PluginFolder[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name, "manifest.json");
    if (!entry.isDirectory() || !existsSync(file)) continue;
    const one = read(file);
    if (one === null || found.some(({ app: { rootpath } }) => rootpath === one.rootpath))
      log.warn({ plugin: entry.name }, "plugin left out: its manifest is wrong");
    else found.push({ app: one, folder: join(folder, entry.name) });
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
