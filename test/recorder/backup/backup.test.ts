import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { runCommand } from "#recorder/process/command.ts";
import { CANARY, PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";

const root = mkdtempSync(join(tmpdir(), "proscenium-backup-"));
const file = join(root, "backup.zip");
const MASK = {
  points: [
    { x: 0, y: 0 },
    { x: 0.5, y: 0 },
    { x: 0, y: 0.5 },
  ],
};
let house: TestHouse;
let out = "";
let err = "";

beforeAll(async () => {
  house = await TestHouse.open({}, mkdtempSync(join(root, "data-")));
  await house.addUser("uma", "Viewer");
  const { camera } = await house.addCamera("Gate");
  const masks = { as: "admin", body: { masks: [MASK] } };
  await house.ask("PUT", `/service/cameras/${camera.id}/privacy-masks`, masks);
  await house.ask("POST", "/service/stages", { as: "uma", body: { name: "Yard", stageMatrix: [] } });
  await house.ask("PATCH", "/service/settings", { as: "admin", body: { greeting: "Hello" } });
});
afterAll(async () => {
  await house.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  [out, err] = ["", ""];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => ((out += String(text)), true));
  vi.spyOn(process.stderr, "write").mockImplementation((text) => ((err += String(text)), true));
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const command = (data: string, ...words: string[]) => runCommand(join(root, "no-scripts"), ["--data", data, ...words]);
const freshFolder = () => mkdtempSync(join(root, "fresh-"));
const refused = async (work: Promise<unknown>): Promise<string> => {
  await expect(work).rejects.toThrow("exit 2");
  expect(err.trim().split("\n")).toHaveLength(1);
  return err.trim();
};

it("backs up a recorder that runs into one file for its owner only, and replaces an older backup", async () => {
  await command(house.folder, "--backup", file);
  expect(out).toMatch(/^Written: \S+backup\.zip \(\d+ bytes\) with recorder\.db, recordings\.db, secret\.key, export-/);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  await command(house.folder, `--backup=${file}`);
  expect(readdirSync(root).filter((name) => name.startsWith("."))).toEqual([]);
  expect((await house.ask("GET", "/service/cameras", { as: "admin" })).statusCode).toBe(200);
});

it("restores accounts, stages, settings and keys into an empty folder, and the recorder starts with them", async () => {
  const data = join(root, "not-yet", "there");
  const beganMs = Date.now();
  await command(data, "--restore", file);
  expect(out).toMatch(/Everybody signs in again\. Start the server now\./);
  if (process.platform !== "win32") {
    expect(statSync(data).mode & 0o777).toBe(0o700);
    for (const name of ["recorder.db", "secret.key", "recordings/recordings.db"])
      expect(statSync(join(data, name)).mode & 0o777, name).toBe(0o600);
  }
  expect(readdirSync(data).sort()).toEqual(["export-signing.pem", "recorder.db", "recordings", "secret.key"]);
  const again = await TestHouse.open({}, data);
  expect(Date.now() - beganMs).toBeLessThan(60_000);
  expect(again.recorder.firstPassword).toBeNull();
  expect((await again.signIn("admin", house.adminPassword)).statusCode).toBe(200);
  expect((await again.signIn("uma")).statusCode).toBe(200);
  const as = { headers: { authorization: again.basic("uma") } };
  expect((await again.ask("GET", "/service/stages", as)).json()).toMatchObject({ stages: [{ name: "Yard" }] });
  expect((await again.services.settings.get()).greeting).toBe("Hello");
  const [camera] = again.services.cameras.all();
  expect(camera && again.services.cameras.credentials(camera)).toMatchObject({ password: CANARY });
  // Nothing that was hidden can be seen there.
  const hidden = `/service/cameras/${camera?.id}/privacy-masks`;
  const admin = { headers: { authorization: again.basic("admin", house.adminPassword) } };
  expect((await again.ask("GET", hidden, admin)).json()).toMatchObject({ masks: [MASK] });
  // The storage there is another one, and belongs to it now.
  expect(again.services.licensing.degraded).toBe(false);
  await again.recorder.close();
  await command(data, "--verify-audit");
  expect(out).toMatch(/The audit is whole: \d+ entries, from number 1 on\./);
});

it("what was written since is not in it, and nobody is signed in", async () => {
  const before = (await house.signIn("uma")).json<{ id: string }>().id;
  const later = join(root, "later.zip");
  await command(house.folder, "--backup", later);
  await house.addUser("otto", "Viewer");
  const data = freshFolder();
  await command(data, "--restore", later);
  const again = await TestHouse.open({}, data);
  const headers = { authorization: `Bearer ${before}` };
  expect((await again.ask("GET", "/service/cameras", { headers })).statusCode).toBe(401);
  expect((await again.signIn("otto", PASSWORD)).statusCode).toBe(401);
  await again.close();
});

it("refuses a folder with something in it, unless told to put that aside", async () => {
  const data = freshFolder();
  writeFileSync(join(data, "recorder.db"), "damaged");
  writeFileSync(join(data, "secret.key"), "old");
  const said = await refused(command(data, "--restore", file));
  expect(said).toBe(
    `${data} is not empty (recorder.db, secret.key). Name an empty folder with --data, or add --replace: what is there is put aside.`,
  );
  expect(readFileSync(join(data, "recorder.db"), "utf8")).toBe("damaged");
  await command(data, "--restore", file, "--replace");
  const aside = /What was there before is in (\S+)\.\n/.exec(out)?.[1] ?? "";
  expect(readFileSync(join(aside, "recorder.db"), "utf8")).toBe("damaged");
  expect(readFileSync(join(aside, "secret.key"), "utf8")).toBe("old");
  expect(readFileSync(join(data, "secret.key"))).toEqual(readFileSync(join(house.folder, "secret.key")));
});

it("keeps an index of recordings that can be read, and recordings without one do not make a folder full", async () => {
  const data = freshFolder();
  mkdirSync(join(data, "recordings/stream"), { recursive: true });
  await command(data, "--restore", file);
  expect(out).not.toContain("was kept");
  const index = join(data, "recordings/recordings.db");
  const ino = statSync(index).ino;
  rmSync(join(data, "recorder.db"));
  await command(data, "--restore", file, "--replace");
  expect(out).toContain("was kept: it is newer than the backup");
  expect(statSync(index).ino).toBe(ino);
});

it("takes the settings along, and by them knows where recordings belong", async () => {
  const elsewhere = freshFolder();
  const own = mkdtempSync(join(root, "own-"));
  await command(own, "--restore", file);
  writeFileSync(join(own, "config.json"), JSON.stringify({ recordings: join(elsewhere, "video"), name: "North" }));
  const data = freshFolder();
  await command(own, "--backup", join(root, "settings.zip"));
  await command(data, "--restore", join(root, "settings.zip"));
  expect(readFileSync(join(data, "config.json"), "utf8")).toContain("North");
  expect(existsSync(join(data, "recordings"))).toBe(false);
});

it("does nothing to a recorder that runs", async () => {
  expect(await refused(command(house.folder, "--restore", file, "--replace"))).toMatch(
    /^A server is running with \S+\. Stop it, then try again\.$/,
  );
  expect((await house.ask("GET", "/service/cameras", { as: "admin" })).statusCode).toBe(200);
});

it("says in a sentence what is wrong with a backup, and leaves the folder as it was", async () => {
  const data = freshFolder();
  const bad = (content: Buffer | string): string => {
    const name = join(mkdtempSync(join(root, "bad-")), "backup.zip");
    writeFileSync(name, content);
    return name;
  };
  const whole = readFileSync(file);
  const flipped = Buffer.from(whole);
  const middle = Math.floor(whole.length / 2);
  flipped[middle] = (flipped[middle] ?? 0) ^ 255;
  const cases: [string, RegExp][] = [
    [join(root, "none.zip"), /There is no backup \S+none\.zip: check its name\./],
    [bad("no zip"), /is no backup that this release can read/],
    [bad(whole.subarray(0, whole.length - 5000)), /only a part of one, .* Use another backup/],
    [bad(flipped), /damaged/],
  ];
  for (const [name, expected] of cases) {
    err = "";
    expect(await refused(command(data, "--restore", name))).toMatch(expected);
    expect(readdirSync(data)).toEqual([]);
  }
  err = "";
  expect(await refused(command(data, "--edition", "aggregator", "--restore", file))).toMatch(/leave --edition/);
});

it("names PostgreSQL's own tools where the tables are there, and what a backup needs", async () => {
  const postgres = ["--database-url", "postgres://nobody@127.0.0.1:9/none"];
  expect(await refused(command(house.folder, ...postgres, "--backup", file))).toMatch(/pg_dump and pg_restore/);
  err = "";
  expect(await refused(command(freshFolder(), "--backup", file))).toMatch(
    /^There is no \S+recorder\.db: name the data/,
  );
  err = "";
  expect(await refused(command(house.folder, "--backup", join(root, "no/such/folder/b.zip")))).toMatch(
    /cannot be written \(ENOENT[^)]*\)\. Create it, or name another folder for the backup\.$/,
  );
  err = "";
  expect(await refused(command(house.folder, "--backup"))).toBe("--backup needs the name of a file");
  err = "";
  expect(await refused(command(house.folder, "--replace"))).toBe("--replace belongs to --restore FILE");
});

it("replaces nothing but an older backup, whatever name is given", async () => {
  const precious = join(root, "precious.txt");
  writeFileSync(precious, "mine");
  for (const name of [precious, join(house.folder, "recorder.db")]) {
    const before = readFileSync(name);
    err = "";
    expect(await refused(command(house.folder, "--backup", name))).toBe(
      `${name} is there and is no backup of ours: name another file, or move it away.`,
    );
    expect(readFileSync(name).subarray(0, 16)).toEqual(before.subarray(0, 16));
  }
  err = "";
  const folder = freshFolder();
  expect(await refused(command(house.folder, "--backup", folder))).toBe(
    `${folder} is a folder: name a file in it, as ${join(folder, "proscenium.zip")}.`,
  );
});

it("says that a backup without the key of the passwords is one, and makes no other key", async () => {
  const data = freshFolder();
  await command(data, "--restore", file);
  rmSync(join(data, "secret.key"));
  out = "";
  await command(data, "--backup", join(root, "keyless.zip"));
  expect(out).toMatch(/There is no secret\.key in \S+: the passwords of cameras cannot be read again/);
  expect(existsSync(join(data, "secret.key"))).toBe(false);
});

it("--reset-password makes no new server in a folder that was mistyped", async () => {
  const data = join(root, "mistyped");
  expect(await refused(command(data, "--reset-password"))).toBe(
    `There is no server in ${data}: name its data folder with --data.`,
  );
  expect(existsSync(data)).toBe(false);
});

it("takes away what a command that was killed has left, once it is a day old", async () => {
  const old = mkdtempSync(join(root, ".proscenium-backup-"));
  const young = mkdtempSync(join(root, ".proscenium-backup-"));
  writeFileSync(join(old, "secret.key"), "x");
  const yesterday = Date.now() / 1000 - 25 * 3600;
  utimesSync(old, yesterday, yesterday);
  await command(house.folder, "--backup", join(root, "again.zip"));
  expect([old, young].map((folder) => existsSync(folder))).toEqual([false, true]);
});

it("--verify-audit ends with status 1 where an entry was changed", async () => {
  const data = freshFolder();
  await command(data, "--restore", file);
  const { DatabaseSync } = await import("@photostructure/sqlite");
  const db = new DatabaseSync(join(data, "recorder.db"));
  db.exec("update audit set username = 'nobody' where seq = 1");
  db.close();
  await command(data, "--verify-audit");
  expect(process.exitCode).toBe(1);
  expect(out).toMatch(/The audit is NOT whole: 1 places in \d+ entries/);
  expect(out).toMatch(/number 1 \(\d{4}-.*\) is not what was written/);
});
