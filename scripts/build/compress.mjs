/**
 * Compresses the built client's files by Brotli beside them, so that no recorder does it while somebody waits for the
 * first page. The recorder sends these bytes as they are (`recorder/http/files/client-files.ts`).
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);
/** The page itself gets a nonce at each answer. */
const KINDS = new Set([".js", ".mjs", ".css", ".svg", ".wasm"]);
/** Below that the recorder does not compress. */
const LEAST_BYTES = 1024;

export function compressFiles() {
  let folder = "";
  return {
    name: "compress-files",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    // The service worker is written when the bundle is closed.
    closeBundle: {
      sequential: true,
      order: "post",
      async handler() {
        const names = await readdir(folder, { recursive: true });
        await Promise.all(
          names.filter((name) => KINDS.has(extname(name))).map((name) => compressed(join(folder, name))),
        );
      },
    },
  };
}

async function compressed(path) {
  const content = await readFile(path);
  if (content.length < LEAST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await compress(content, { params }));
}
