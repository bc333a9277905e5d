import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { freePort } from "../../../scripts/machine/free-port.mjs";

// `npm run dev` as a person starts and ends it in a terminal: Vite in front of a recorder of its own.
const root = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "proscenium-dev-"));
// Inside the repository, because the bundle searches for packages from its own location.
mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/dev-"));
let group = 0;

/** Whether a process of the terminal's group still exists. */
const anyoneLeft = (): boolean => {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
};

afterAll(() => {
  if (group > 0 && anyoneLeft()) process.kill(-group, "SIGKILL");
  for (const path of [built, folder]) rmSync(path, { recursive: true, force: true });
});

it("Vite serves the page and its modules, calls go through to the recorder, and Ctrl+C leaves no process behind", {
  timeout: 180_000,
}, async () => {
  const words = ["--no-demo", "--data", join(folder, "data"), "--host", "127.0.0.1", "--rtsp-port", "0"];
  const port = String(await freePort());
  const child = spawn(process.execPath, [join(root, "scripts/dev.mjs"), ...words], {
    cwd: root,
    // A process group of its own, as a shell creates it: Ctrl+C reaches all of it.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH ?? "", NO_COLOR: "1", PORT: port, PROSCENIUM_DEV_BUILD: built },
  });
  group = child.pid ?? 0;
  expect(group).toBeGreaterThan(0);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));

  await expect.poll(() => said, { timeout: 120_000 }).toMatch(/Local:\s+http:\/\/\S+/);
  const url = /Local:\s+(http:\/\/\S+?)\/?\s/.exec(said)?.[1] ?? "";
  const page = await fetch(`${url}/`, { headers: { accept: "text/html" } });
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("/@vite/client");
  const entry = /<script type="module" src="(\/src\/[^"]+)"/.exec(html)?.[1] ?? "";
  const script = await fetch(url + entry);
  expect(script.headers.get("content-type")).toContain("javascript");

  // The answer comes through Vite from the recorder and is not the page.
  const ping = (): Promise<number> =>
    fetch(`${url}/ping`).then(
      (answer) => (answer.headers.get("content-type")?.includes("html") ? 0 : answer.status),
      () => 0,
    );
  await expect.poll(ping, { timeout: 60_000 }).toBe(200);
  const about = await fetch(`${url}/service/about`);
  expect(about.status).toBe(200);
  expect(await about.json()).toEqual(await (await fetch(`http://127.0.0.1:${port}/service/about`)).json());
  expect(existsSync(join(folder, "data/recorder.db"))).toBe(true);

  process.kill(-group, "SIGINT");
  expect(await ended).toBe(0);
  await expect.poll(anyoneLeft, { timeout: 10_000 }).toBe(false);
});
