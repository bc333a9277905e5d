/** Bundles the recorder's processes into dist/recorder/*.js: Node 20 does not read TypeScript. Packages stay outside. */
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { writeAcknowledgments } from "./acknowledgments.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** One entry per process: main forks the others from the same folder by these names. */
export const entries = {
  main: "recorder/main/main.ts",
  media: "recorder/media.ts",
  analysis: "recorder/analysis.ts",
  export: "recorder/export.ts",
  demo: "recorder/demo.ts",
};

export async function buildRecorder(outDir = join(root, "dist/recorder"), input = entries) {
  rmSync(outDir, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(input).map(([name, path]) => [name, join(root, path)])),
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("/") && !id.startsWith("#"),
    logLevel: "warn",
  });
  await bundle.write({
    dir: outDir,
    format: "esm",
    sourcemap: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
  });
  await bundle.close();
  writeAcknowledgments(outDir);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildRecorder();
