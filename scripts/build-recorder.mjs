/**
 * Bundles the recorder's processes into dist/recorder/*.js, because Node 20 does not read TypeScript, and a thousand
 * small files of packages take seconds to find and read on a busy machine. Only packages with native code stay outside.
 */
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import glsl from "vite-plugin-glsl";
import { writeAcknowledgments } from "./build/acknowledgments.mjs";
import { kernels } from "./build/kernels.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** One entry per process: main forks the others from the same folder by these names. */
export const entries = {
  main: "recorder/process/main.ts",
  media: "recorder/process/media.ts",
  analysis: "recorder/process/analysis.ts",
  export: "recorder/process/export.ts",
  demo: "demo/main.ts",
  drawing: "demo/drawing-main.ts",
};

/** With the cameras and tools of the tests of whole recorders. */
export const testEntries = {
  ...entries,
  cameras: "bench/recorder/cameras.ts",
  index: "recorder/recording/index/sqlite-index.ts",
};

/** Node finds and loads these packages where they are installed, because each contains a library for its platform. */
const NATIVE = ["node-av", "node-datachannel", "@photostructure/sqlite", "@node-rs/argon2", "koffi", "pg-native"];
const isOutside = (id) => id.startsWith("node:") || NATIVE.some((name) => id === name || id.startsWith(`${name}/`));

export async function buildRecorder(outDir = join(root, "dist/recorder"), input = entries) {
  rmSync(outDir, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(input).map(([name, path]) => [name, join(root, path)])),
    platform: "node",
    external: isOutside,
    logLevel: "warn",
    plugins: [kernels()],
  });
  await bundle.write({
    dir: outDir,
    format: "esm",
    sourcemap: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
  });
  await bundle.close();
  await buildDewarpPlayer(outDir);
  writeAcknowledgments(outDir);
  writeFileSync(join(outDir, "build.json"), JSON.stringify(buildFacts()));
}

/**
 * The facts of a build for the version page. SOURCE_DATE_EPOCH (seconds) replaces the clock for reproducible builds.
 */
function buildFacts() {
  const git = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: root, encoding: "utf8" });
  const epochS = Number(process.env.SOURCE_DATE_EPOCH ?? Number.NaN);
  const date = new Date(Number.isFinite(epochS) ? epochS * 1000 : Date.now());
  return {
    hash: git.status === 0 ? git.stdout.trim() : "",
    date: date.toISOString().replace("T", " ").slice(0, 19),
    user: userInfo().username,
    host: hostname(),
  };
}

/** The script of exported dewarp pages: a single file without dependencies. */
async function buildDewarpPlayer(outDir) {
  const bundle = await rolldown({
    cwd: root,
    input: join(root, "src/app/dewarp-player/main.ts"),
    platform: "browser",
    logLevel: "warn",
    plugins: [glsl({ include: ["**/*.glsl", "**/*.vert", "**/*.frag"], minify: true, warnDuplicatedImports: false })],
  });
  await bundle.write({ file: join(outDir, "dewarp-player.js"), format: "iife", minify: true });
  await bundle.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildRecorder();
