/**
 * Runs a command with a PostgreSQL server of its own, in a folder that goes with it:
 *   node scripts/postgres.mjs npx vitest run --project node test/recorder/store
 * The command finds the server's address in PROSCENIUM_TEST_POSTGRES. Needs Debian's package postgresql (or initdb and
 * postgres on the path); as root the server runs as the user postgres, because it refuses to run as root.
 */
import { spawn } from "node:child_process";
import { PostgresServer } from "./machine/postgres-server.mjs";

const [command, ...words] = process.argv.slice(2);
if (command === undefined) fail("What shall be run?");

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}

const server = await PostgresServer.start().catch((error) => fail(error.message));
const env = { ...process.env, PROSCENIUM_TEST_POSTGRES: server.url };
const child = spawn(command, words, { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
const status = await new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
await server.stop();
process.exit(status);
