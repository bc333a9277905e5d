import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}
type Manifest = Readonly<Record<string, Chunk>>;

/** The keys of a chunk and of all its static imports. */
function closure(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) closure(manifest, imported, seen);
  return seen;
}

/**
 * The gzipped JavaScript of a built client: what the page loads at once, and what lazy modules add. Workers are not
 * included.
 */
export class BundleSize {
  readonly #dir: string;
  readonly #manifest: Manifest;

  constructor(clientDir: string) {
    this.#dir = clientDir;
    this.#manifest = JSON.parse(readFileSync(join(clientDir, "manifest.json"), "utf8")) as Manifest;
  }

  /** KiB of the entry together with the named lazy modules (parts of their source paths). */
  initialKib(...lazy: string[]): number {
    const keys = closure(this.#manifest, this.#entry());
    for (const part of lazy) closure(this.#manifest, this.#find(part), keys);
    const files = new Set([...keys].map((key) => this.#manifest[key]?.file ?? ""));
    let bytes = 0;
    for (const file of files)
      if (file.endsWith(".js")) bytes += gzipSync(readFileSync(join(this.#dir, file)), { level: 9 }).length;
    return bytes / 1024;
  }

  #entry(): string {
    const found = Object.keys(this.#manifest).find((key) => this.#manifest[key]?.isEntry);
    if (!found) throw new Error("the manifest has no entry");
    return found;
  }

  #find(part: string): string {
    const found = Object.keys(this.#manifest).find((key) => key.endsWith(part));
    if (!found) throw new Error(`no chunk of ${part}`);
    return found;
  }
}
