/**
 * `npm start` from a fresh clone, with flags: builds client and recorder there, starts it, asks for the page and says how long
 * that took. Takes a minute or more: not part of the gate.
 *
 * node scripts/soak/npm-start.mjs [--ci]    --ci: `npm ci` in the clone instead of the packages that are installed here
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../machine/free-port.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const MOST_MS = 400_000;
const folder = mkdtempSync(join(tmpdir(), "proscenium-npm-start-"));
const clone = join(folder, "clone");
const data = join(folder, "data");
const fail = (why) => {
  throw new Error(why);
};
const run = (command, args, cwd) => {
  if (spawnSync(command, args, { cwd, stdio: "inherit" }).status !== 0) fail(`${command} ${args.join(" ")} failed`);
};

let recorder = null;
const signal = (name) => process.kill(-(recorder?.pid ?? fail("nothing was started")), name);
try {
  run("git", ["clone", "--quiet", root, clone], folder);
  if (process.argv.includes("--ci")) run("npm", ["ci"], clone);
  else symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const words = ["--no-demo", "--data", data, "--host", "127.0.0.1", "--port", String(port), "--rtsp-port", "0"];
  const startedMs = performance.now();
  recorder = spawn("npm", ["start", "--", ...words], {
    cwd: clone,
    stdio: ["ignore", "pipe", "inherit"],
    // a group of its own: npm does not always pass a signal on
    detached: true,
  });
  let said = "";
  recorder.stdout.on("data", (chunk) => (said += String(chunk)));
  const end = new Promise((resolve) => recorder.on("exit", resolve));
  const status = (path) =>
    fetch(`${url}${path}`).then(
      (answer) => answer.status,
      () => 0,
    );
  while ((await status("/readyz")) !== 200) {
    if (recorder.exitCode !== null) fail(`npm start ended with ${recorder.exitCode}:\n${said}`);
    if (performance.now() - startedMs > MOST_MS) fail(`not ready after ${MOST_MS / 1000} s:\n${said}`);
    await pause(250);
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const page = await (await fetch(url)).text();
  const [script] = /\/assets\/[\w.-]+\.js/.exec(page) ?? fail("the page names no script");
  if ((await status(script)) !== 200) fail(`${script} is not served`);
  if (!/password: \S+/.test(said)) fail(`no first password was printed:\n${said}`);
  if (!readdirSync(data).includes("recorder.db")) fail("the data folder was not used");
  if (readdirSync(data).includes("demo")) fail("--no-demo drew scenes");
  signal("SIGTERM");
  await end;
  while ((await status("/livez")) !== 0) await pause(100);
  process.stdout.write(`npm start: built, ready and serving its page after ${seconds} s; ended when it was told to\n`);
} finally {
  if (recorder?.exitCode === null && recorder.signalCode === null) signal("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}
