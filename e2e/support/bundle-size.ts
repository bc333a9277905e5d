import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Gzipped size of files of a built client. */
export class BundleSize {
  readonly #dir: string;

  constructor(clientDir: string) {
    this.#dir = clientDir;
  }

  /** KiB of these paths together, each counted once. */
  gzippedKib(paths: Iterable<string>): number {
    let bytes = 0;
    for (const path of new Set(paths)) bytes += gzipSync(readFileSync(join(this.#dir, path)), { level: 9 }).length;
    return bytes / 1024;
  }
}
