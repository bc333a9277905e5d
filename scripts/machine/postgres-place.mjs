/** Finds a PostgreSQL server on this machine that we can start. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const DEBIAN = "/usr/lib/postgresql";

/**
 * `bin`: folder of initdb and postgres (Debian's package, or the path). `owner`: the user that must run them; empty =
 * the caller, but the server refuses to run as root. Null: not installed, or the caller is root and there is no user
 * postgres.
 */
export function postgresPlace() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(DEBIAN, version, "bin")), ...(process.env.PATH ?? "").split(":")];
  const bin = folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
  if (bin === undefined) return null;
  if (process.getuid?.() !== 0) return { bin, owner: {} };
  const numberOf = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout || Number.NaN);
  const owner = { uid: numberOf("-u"), gid: numberOf("-g") };
  return Number.isInteger(owner.uid) && owner.uid > 0 ? { bin, owner } : null;
}
