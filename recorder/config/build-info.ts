/** What this build is, for the version page. The bundle carries no values of the machine that made it except these. */
import { existsSync, readFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { CLIENT_VERSION } from "#domain/limits/session.ts";

export interface BuildInfo {
  readonly version: string;
  readonly target: string;
  readonly hash: string;
  readonly user: string;
  readonly host: string;
  readonly date: string;
  readonly changelog: string;
  readonly eula: string;
  /** packages inside, with their licences */
  readonly acknowledgments: string;
  /** Ed25519 public keys (base64) of whoever may sign licences */
  readonly licenseKeys: readonly string[];
}

/** Reads `build.json` beside the script (written by the build, or by packagers) and CHANGELOG.md and LICENSE of the folders above it. */
export function readBuildInfo(scriptDir: string): BuildInfo {
  const written = readJson(join(scriptDir, "build.json"));
  const text = (name: string): string => (typeof written[name] === "string" ? written[name] : "");
  return {
    version: text("version") || CLIENT_VERSION,
    target: `${platform()}-${arch()}`,
    hash: text("hash"),
    user: text("user"),
    host: text("host"),
    date: text("date"),
    changelog: readUpwards(scriptDir, "CHANGELOG.md"),
    eula: readUpwards(scriptDir, "LICENSE"),
    acknowledgments: readUpwards(scriptDir, "ACKNOWLEDGMENTS.txt"),
    licenseKeys: Array.isArray(written.licenseKeys)
      ? written.licenseKeys.filter((key): key is string => typeof key === "string")
      : [],
  };
}

function readJson(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {};
  const value: unknown = JSON.parse(readFileSync(file, "utf8"));
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function readUpwards(from: string, name: string): string {
  let folder = from;
  for (let level = 0; level < 4; level++) {
    const file = join(folder, name);
    if (existsSync(file)) return readFileSync(file, "utf8");
    folder = dirname(folder);
  }
  return "";
}
