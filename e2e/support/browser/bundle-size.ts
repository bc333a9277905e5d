import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
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

  /** KiB of the entry together with the named chunks. */
  initialKib(...chunks: string[]): number {
    let bytes = 0;
    for (const file of this.initialFiles(...chunks))
      if (file.endsWith(".js")) bytes += gzipSync(readFileSync(join(this.#dir, file)), { level: 9 }).length;
    return bytes / 1024;
  }

  /** The scripts and stylesheets of the entry together with the named chunks: each is a request. */
  initialFiles(...chunks: string[]): readonly string[] {
    const keys = closure(this.#manifest, this.#entry());
    for (const name of chunks) closure(this.#manifest, this.#named(name), keys);
    const files = [...keys].flatMap((key) => {
      const { file, css = [] } = this.#manifest[key] ?? { file: "" };
      return [file, ...css];
    });
    return [...new Set(files)];
  }

  #entry(): string {
    const found = Object.keys(this.#manifest).find((key) => this.#manifest[key]?.isEntry);
    if (!found) throw new Error("the manifest has no entry");
    return found;
  }

  #named(name: string): string {
    const found = Object.keys(this.#manifest).find((key) => {
      const chunk = this.#manifest[key];
      return chunk?.name === name && chunk.file.endsWith(".js");
    });
    if (!found) throw new Error(`no chunk ${name}`);
    return found;
  }
}
