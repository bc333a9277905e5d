/**
 * `npm run dev`: the recorder with demo cameras, rebuilt and restarted when its sources change, and Vite in front of it.
 * Data stays in .data/dev. Address and first password are printed by the recorder.
 */
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { buildRecorder } from "./build-recorder.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const port = process.env.PORT ?? "8080";
/** The output folder of the recorder's build: the same as for `npm start`, unless told otherwise. */
const built = process.env.PROSCENIUM_DEV_BUILD ?? join(root, "dist/recorder");
process.env.PROSCENIUM_DEV_RECORDER = `http://127.0.0.1:${port}`;

let recorder = null;
function startRecorder() {
  recorder = spawn(
    process.execPath,
    [join(built, "main.js"), "--data", join(root, ".data/dev"), "--port", port, ...process.argv.slice(2)],
    { cwd: root, stdio: "inherit" },
  );
}
async function stopRecorder() {
  const child = recorder;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

let rebuilding = Promise.resolve();
let timer;
function rebuild() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    rebuilding = rebuilding.then(async () => {
      try {
        await stopRecorder();
        await buildRecorder(built);
        if (!ending) startRecorder();
      } catch (error) {
        process.stderr.write(`${error.message}\n`);
      }
    });
  }, 200);
}

let vite = null;
let ending = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    if (ending) return;
    ending = true;
    await stopRecorder();
    await vite?.close();
    process.exit(0);
  });
}

await buildRecorder(built);
if (!ending) startRecorder();
for (const folder of ["recorder", "demo", "src/base", "src/domain", "src/protocol"]) {
  watch(join(root, folder), { recursive: true }, rebuild);
}
vite = await createServer({ root, mode: "development" });
await vite.listen();
vite.printUrls();
