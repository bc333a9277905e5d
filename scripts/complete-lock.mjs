/**
 * Adds to package-lock.json the optional packages of other platforms that the
 * registry in use does not carry.
 *
 *   node scripts/complete-lock.mjs
 *
 * A mirror that holds only Linux packages makes `npm install` drop the others
 * from the lock, and `npm ci` then refuses that lock everywhere. Run this after
 * each `npm install`. An entry that is added has no integrity: npm verifies it
 * by the registry's own when it is installed on its platform.
 */
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
const packages = lock.packages;

const systems = ["android", "darwin", "linux", "win32", "freebsd", "openbsd", "netbsd", "openharmony", "sunos", "aix"];
const processors = ["arm64", "arm", "x64", "ia32", "s390x", "riscv64", "ppc64", "loong64", "mips64el", "wasm32"];

const wordsOf = (name) => name.split(/[/_-]/);
const found = (list, words) => list.filter((item) => words.includes(item));

function isLocked(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    if (packages[`${at}${at === "" ? "" : "/"}node_modules/${name}`] !== undefined) return true;
    if (at === "") return false;
    if (!at.includes("/node_modules/")) at = `/node_modules/${at}`;
  }
}

let added = 0;
for (const [at, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(at, name)) continue;
    if (!/^\d/u.test(version)) throw new Error(`${at}: ${name} ${version} is no exact version`);
    const words = wordsOf(name);
    const os = found(systems, words);
    const cpu = found(processors, words);
    const libc = words.includes("musl") ? ["musl"] : os[0] === "linux" ? ["glibc"] : [];
    if (os.length + cpu.length === 0) throw new Error(`${name}: no platform in its name`);
    packages[`node_modules/${name}`] = {
      version,
      ...(cpu.length > 0 && { cpu }),
      ...(entry.dev === true && { dev: true }),
      ...(libc.length > 0 && { libc }),
      optional: true,
      ...(os.length > 0 && { os }),
    };
    added += 1;
  }
}

const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(sorted);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} added`);
