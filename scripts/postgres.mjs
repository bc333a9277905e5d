/**
 * Runs a command with a PostgreSQL server of its own, in a folder that goes with it:
 *   node scripts/postgres.mjs npx vitest run --project node test/recorder/store
 * The command finds the server's address in PROSCENIUM_TEST_POSTGRES. Needs Debian's package postgresql (or initdb and
 * postgres on the path); as root the server runs as the user postgres, because it refuses to run as root.
 */
import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresPlace } from "./machine/postgres-place.mjs";

const [command, ...words] = process.argv.slice(2);
if (command === undefined) fail("What shall be run?");

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}

const place = postgresPlace();
if (place === null) fail("PostgreSQL is not installed (Debian: apt-get install postgresql).");
const { bin, owner } = place;
const folder = mkdtempSync(join(tmpdir(), "proscenium-postgres-"));
if (owner.uid) chownSync(folder, owner.uid, owner.gid);
const data = join(folder, "data");
const made = spawnSync(
  join(bin, "initdb"),
  ["-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"],
  {
    ...owner,
    cwd: folder,
    encoding: "utf8",
  },
);
if (made.status !== 0) fail(`initdb: ${made.stderr}`);
const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port: free } = probe.address();
    probe.close(() => resolve(free));
  });
});
const settings = ["listen_addresses=127.0.0.1", `port=${port}`, `unix_socket_directories=${folder}`, "fsync=off"];
const server = spawn(join(bin, "postgres"), ["-D", data, ...settings.flatMap((one) => ["-c", one])], {
  ...owner,
  cwd: folder,
  stdio: ["ignore", "ignore", "pipe"],
});
let log = "";
await new Promise((resolve) => {
  server.stderr.on("data", (chunk) => {
    log += chunk;
    if (log.includes("ready to accept connections")) resolve();
  });
  server.once("exit", () => fail(`postgres: ${log}`));
});
server.removeAllListeners("exit");
const child = spawn(command, words, {
  stdio: "inherit",
  env: { ...process.env, PROSCENIUM_TEST_POSTGRES: `postgres://test@127.0.0.1:${port}/postgres` },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
const status = await new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
const ended = new Promise((resolve) => server.once("exit", resolve));
server.kill("SIGINT");
await ended;
// Processes of the server may still be removing their files.
rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
process.exit(status);
