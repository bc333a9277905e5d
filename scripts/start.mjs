/**
 * `npm start` builds the parts that are missing or older than their sources, then runs the recorder with the given
 * arguments (`npm start -- --port 9000 --data DIR`, `npm start -- --help`).
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const CLIENT_SOURCES = ["src", "workers", "shaders", "index.html", "public", "vite.config.ts", "package-lock.json"];
const RECORDER_SOURCES = ["src", "recorder", "demo", "scripts/build-recorder.mjs", "package-lock.json"];

/** The newest change below the paths, ms; a missing path counts as never changed. */
function newest(paths) {
  let latest = 0;
  for (const path of paths) {
    const full = join(root, path);
    if (!existsSync(full)) continue;
    const stat = statSync(full);
    const at = stat.isDirectory() ? newest(readdirSync(full).map((name) => join(path, name))) : stat.mtimeMs;
    latest = Math.max(latest, at);
  }
  return latest;
}

const isStale = (product, sources) => {
  const path = join(root, product);
  return !existsSync(path) || statSync(path).mtimeMs < newest(sources);
};

const vite = join(root, "node_modules/vite/bin/vite.js");
const run = (script, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${script} exited with ${code}`))));
  });

if (!existsSync(join(root, "node_modules"))) {
  process.stderr.write("Run npm ci first.\n");
  process.exit(1);
}
if (isStale("dist/client/index.html", CLIENT_SOURCES)) await run(vite, ["build", "--logLevel", "warn"]);
if (isStale("dist/recorder/main.js", RECORDER_SOURCES)) await run(join(root, "scripts/build-recorder.mjs"), []);

const recorder = spawn(process.execPath, [join(root, "dist/recorder/main.js"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => recorder.kill(signal));
recorder.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
