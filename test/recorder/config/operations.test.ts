/** The files that docs/operations.md contains name only things that exist. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseCommandLine } from "#recorder/config/cli.ts";
import { environmentName, options } from "#recorder/config/options.ts";

const read = (name: string): string => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");
const packages: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
const names = new Set(options.map(({ key }) => environmentName(key)));

it("the systemd unit starts the recorder with flags that it knows", () => {
  const unit = read("operations/proscenium.service");
  const commands = [...unit.matchAll(/^Exec\w+=\S+ \S+main\.js (.*)$/gm)].map(([, words]) => words ?? "");
  expect(commands).toHaveLength(2);
  for (const words of commands) expect(parseCommandLine(words.split(" ")), words).toMatchObject({ ok: true });
});

it.skipIf(spawnSync("systemd-analyze", ["--version"]).status !== 0)("systemd finds nothing wrong with the unit", () => {
  const folder = mkdtempSync(join(tmpdir(), "proscenium-unit-"));
  const unit = join(folder, "proscenium.service");
  // The path of node depends on the machine.
  writeFileSync(unit, read("operations/proscenium.service").replaceAll("/usr/bin/node", process.execPath));
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: "" });
});

it("the container file sets settings that exist and runs scripts that exist", () => {
  const file = read("operations/Containerfile");
  const set = [...file.matchAll(/\b(PROSCENIUM_\w+)=/g)].map(([, name]) => name ?? "");
  expect(set.filter((name) => !names.has(name))).toEqual([]);
  for (const [, script] of file.matchAll(/npm run (\S+)/g)) expect(packages).toHaveProperty(["scripts", script ?? ""]);
});

it("the recorder knows every flag of the manual's commands", () => {
  const commands = [...read("operations.md").matchAll(/main\.js ((?:--?[\w-]+(?: [^-`\s]\S*)?[ ]?)+)/g)];
  expect(commands.length).toBeGreaterThan(5);
  for (const [, words] of commands)
    expect(parseCommandLine((words ?? "").trim().split(" ")), words).toMatchObject({ ok: true });
});

it("the manual names settings that exist", () => {
  const keys = new Set<string>(options.map(({ key }) => key));
  const named = [
    ...read("operations.md").matchAll(
      /`((?:http|tls|metrics|log|webrtc|rtsp|servers|mail|database|cameras|login|processes)\.[a-z-]+)/g,
    ),
  ].map(([, key]) => key);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((key) => !keys.has(key ?? ""))).toEqual([]);
});
