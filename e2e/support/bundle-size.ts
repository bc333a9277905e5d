import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}
type Manifest = Readonly<Record<string, Chunk>>;

/** Keys of a chunk and of everything that it imports statically. */
function closure(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) closure(manifest, imported, seen);
  return seen;
}

/** Gzipped JavaScript of a built client: what the page loads at once, and what one lazy module adds. Workers apart. */
export class BundleSize {
  readonly #dir: string;
  readonly #manifest: Manifest;

  constructor(clientDir: string) {
    this.#dir = clientDir;
    this.#manifest = JSON.parse(readFileSync(join(clientDir, "manifest.json"), "utf8")) as Manifest;
  }

  #bytes(keys: Iterable<string>): number {
    const files = new Set(
      [...keys].map((key) => this.#manifest[key]?.file ?? "").filter((file) => file.endsWith(".js")),
    );
    return [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(this.#dir, file)), { level: 9 }).length,
      0,
    );
  }

  #entry(): string {
    const found = Object.keys(this.#manifest).find((key) => this.#manifest[key]?.isEntry);
    if (!found) throw new Error("the manifest has no entry");
    return found;
  }

  /** KiB of the entry together with the lazy modules named (parts of their source paths). */
  initialKib(...lazy: string[]): number {
    const keys = closure(this.#manifest, this.#entry());
    for (const part of lazy) for (const key of closure(this.#manifest, this.#find(part))) keys.add(key);
    return this.#bytes(keys) / 1024;
  }

  #find(part: string): string {
    const found = Object.keys(this.#manifest).find((key) => key.includes(part));
    if (!found) throw new Error(`no chunk of ${part}`);
    return found;
  }
}
