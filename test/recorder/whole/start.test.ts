import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { buildRecorder } from "../../../scripts/build-recorder.mjs";
import { freePort } from "../../../scripts/machine/free-port.mjs";

// The program as a person starts it: `node main.js --no-demo --data DIR --port N`, which is what `npm start -- ...`
// runs.
const cache = join(import.meta.dirname, "../../../.cache");
const folder = mkdtempSync(join(tmpdir(), "proscenium-start-"));
const children = new Set<ChildProcess>();
let built = "";

beforeAll(async () => {
  // Inside the repository, because the bundle searches for packages from its own location.
  mkdirSync(cache, { recursive: true });
  built = mkdtempSync(join(cache, "start-"));
  await buildRecorder(built);
}, 120_000);
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});
afterAll(() => {
  rmSync(built, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Starts it in a folder of its own, in which no unrequested files may appear. */
function start(...words: string[]) {
  const child = spawn(process.execPath, [join(built, "main.js"), "--rtsp-port", "0", ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH ?? "", NO_COLOR: "1" },
  });
  children.add(child);
  const said = { text: "" };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said.text += String(chunk)));
  const ended = new Promise<number | null>((resolve) =>
    child.on("exit", (code) => {
      children.delete(child);
      resolve(code);
    }),
  );
  return { child, said, ended };
}
const answers = (url: string) =>
  expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          (answer) => answer.status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200);

it("--no-demo, --data and --port do what they say; the second start knows the first", {
  timeout: 150_000,
}, async () => {
  const data = join(folder, "here");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const words = ["--no-demo", "--data", data, "--host", "127.0.0.1", "--port", String(port)];
  const first = start(...words);
  await answers(url);
  await expect.poll(() => first.said.text).toMatch(/password: \S+/);
  const password = /password: (\S+)/.exec(first.said.text)?.[1] ?? "";
  expect(first.said.text).toContain(`is at ${url}`);
  const signedIn = await fetch(`${url}/service/sessions/user`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ username: "admin", password, cookie: "none" }),
  });
  expect(signedIn.ok).toBe(true);
  const { id } = (await signedIn.json()) as { id: string };
  const cameras = await fetch(`${url}/service/cameras`, { headers: { authorization: `Bearer ${id}` } });
  expect(await cameras.json()).toMatchObject({ cameras: [] });
  // All files are in the data folder, and no demo scene was drawn.
  expect(existsSync(join(data, "recorder.db"))).toBe(true);
  expect(existsSync(join(data, "demo"))).toBe(false);
  expect(existsSync(join(folder, ".data"))).toBe(false);

  const taken = start(...words.map((word) => (word === data ? join(folder, "other") : word)));
  expect(await taken.ended).toBe(2);
  expect(taken.said.text).toContain(`Cannot listen on 127.0.0.1:${port}`);

  const twin = start(...words.map((word) => (word === String(port) ? "0" : word)));
  expect(await twin.ended).toBe(2);
  expect(twin.said.text).toContain(`${data} is in use by another server (process ${first.child.pid} on `);
  const thief = start("--no-demo", "--data", join(folder, "thief"), "--recordings", join(data, "recordings"));
  expect(await thief.ended).toBe(2);
  expect(thief.said.text).toContain(`${join(data, "recordings")} is in use by another server`);

  // However it ends, its folder is free for the next one.
  first.child.kill("SIGKILL");
  await first.ended;
  const second = start(...words);
  await answers(url);
  expect(second.said.text).not.toContain("password");
  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
});

it.each(["SIGINT", "SIGHUP"] as const)(
  "%s to all of its processes, as a terminal sends it, is an orderly end",
  {
    timeout: 90_000,
  },
  async (signal) => {
    const port = await freePort();
    const words = ["--no-demo", "--data", join(folder, signal), "--host", "127.0.0.1", "--port", String(port)];
    const { child, said, ended } = start(...words);
    await answers(`http://127.0.0.1:${port}`);
    const pid = child.pid ?? 0;
    const children = execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
    expect(children.length).toBeGreaterThan(1);
    for (const each of [...children, pid]) process.kill(each, signal);
    expect(await ended).toBe(0);
    expect(said.text).not.toContain("the process ended");
  },
);

it("--check-config ends with a status that a script can ask for", { timeout: 60_000 }, async () => {
  const right = start("--data", join(folder, "none"), "--check-config");
  expect(await right.ended).toBe(0);
  const wrong = start("--data", join(folder, "none"), "--port", "many", "--check-config");
  expect(await wrong.ended).toBe(2);
  expect(existsSync(join(folder, "none"))).toBe(false);
});
