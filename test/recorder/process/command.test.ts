import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runCommand } from "#recorder/process/command.ts";

let folder: string;
let out: string;
let err: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "proscenium-command-"));
  out = "";
  err = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => ((out += String(text)), true));
  vi.spyOn(process.stderr, "write").mockImplementation((text) => ((err += String(text)), true));
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});
const check = (...words: string[]) => runCommand(folder, ["--data", folder, ...words, "--check-config"]);

it("--check-config says that the settings are right, starts nothing and leaves nothing behind", async () => {
  await check("--port", "8123");
  expect(out).toBe("The configuration is right.\n");
  expect(readdirSync(folder)).toEqual([]);
});

it("--check-config ends with status 2 and a line for each mistake", async () => {
  await expect(check("--port", "99999", "--log-level", "loud")).rejects.toThrow("exit 2");
  expect(out).toBe("");
  expect(err.trim().split("\n")).toHaveLength(2);
  expect(err).toMatch(/port/);
  expect(err).toMatch(/log\.level/);
});

it("--check-config reads the config file in the data folder, and the one that is named", async () => {
  writeFileSync(join(folder, "config.json"), JSON.stringify({ port: "many" }));
  await expect(check()).rejects.toThrow("exit 2");
  expect(err).toMatch(/port/);
  await expect(check("--config", join(folder, "no-such.json"))).rejects.toThrow("exit 2");
  expect(err).toMatch(/no such config file/);
});

it("--check-config knows the editions", async () => {
  await check("--edition", "aggregator");
  expect(out).toBe("The configuration is right.\n");
  await expect(check("--edition", "parent")).rejects.toThrow("exit 2");
  expect(err).toBe("edition: standalone, aggregator or relay\n");
});

it("a relay keeps nothing that could be saved, restored or reset", async () => {
  const words = [
    "--edition",
    "relay",
    "--relay-recorder",
    "http://nvr.example",
    "--relay-token",
    "a-secret-of-20-characters",
  ];
  await check(...words);
  expect(out).toBe("The configuration is right.\n");
  for (const action of [["--reset-password"], ["--backup", join(folder, "b.zip")], ["--verify-audit"]])
    await expect(runCommand(folder, ["--data", folder, ...words, ...action])).rejects.toThrow("exit 2");
  expect(err).toMatch(/^A relay keeps nothing/);
  expect(readdirSync(folder)).toEqual([]);
});

it("what is no flag ends with status 2 as well", async () => {
  await expect(check("--prot", "80")).rejects.toThrow("exit 2");
  expect(err).toMatch(/prot/);
});

it("a config file that cannot be read is a line, not a stack", async () => {
  mkdirSync(join(folder, "config.json"));
  await expect(check()).rejects.toThrow("exit 2");
  expect(err.trim().split("\n")).toEqual([expect.stringMatching(/^cannot read the config file: EISDIR/)]);
});

it("a folder that it cannot have ends the recorder with a line that names the setting", async () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  const start = (...words: string[]) => runCommand(folder, [...words, "--port", "0"]);
  await expect(start("--data", folder, "--recordings", join(file, "recordings"))).rejects.toThrow("exit 2");
  expect(err).toMatch(/^cannot write the folder of "recordings": ENOTDIR[^\n]+\n$/);
  err = "";
  await expect(start("--data", join(file, "data"))).rejects.toThrow("exit 2");
  expect(err).toMatch(/^cannot write the folder of "data": ENOTDIR/);
});

it("--restore-archive needs a file that describes an archive, and says what is wrong with it", async () => {
  const file = join(folder, "archive.json");
  const take = () => runCommand(folder, ["--data", folder, "--restore-archive", file]);
  await expect(take()).rejects.toThrow("exit 2");
  expect(err).toContain(`cannot read ${file}`);
  err = "";
  writeFileSync(file, JSON.stringify({ endpoint: "s3.example.com", region: "eu", bucket: "archive" }));
  await expect(take()).rejects.toThrow("exit 2");
  expect(err).toContain("does not describe an archive");
  expect(err).toContain("endpoint");
  expect(err).toContain("accessKeyId");
});
