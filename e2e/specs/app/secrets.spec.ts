import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { openPanel } from "../../pages/admin-pages.ts";
import { signInByForm } from "../../pages/sign-in-page.ts";
import { Api, type CameraAnswer, eventually } from "../../support/api.ts";
import { demoPasswordFile } from "../../support/demo-password.ts";
import { TestRecorder } from "../../support/test-recorder.ts";
import { watchByKeyFrames } from "../../support/watched-cameras.ts";

/**
 * Abuse case A6 on a whole recorder: the password of cameras appears in no answer, page, log or database, and in no
 * process's arguments or environment. The recorder is this spec's own, because the demo cameras' password is in a file
 * that a test may read.
 */
let recorder: TestRecorder;
let api: Api;
let secrets: string[] = [];

test.describe.configure({ timeout: 240_000 });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  recorder = await TestRecorder.fresh();
  api = await Api.signedIn(recorder.url, "admin", recorder.password);
  await watchByKeyFrames(api);
  // The password is made when the demo cameras are first started.
  const file = demoPasswordFile(recorder.dataDir);
  const ofCameras = await eventually(
    "the demo cameras' password",
    () => Promise.resolve(existsSync(file) ? readFileSync(file, "utf8").trim() : ""),
    (text) => text !== "",
    120_000,
  );
  secrets = [
    ofCameras,
    recorder.password,
    encodeURIComponent(ofCameras),
    Buffer.from(`admin:${ofCameras}`).toString("base64"),
  ];
});
test.afterAll(async () => {
  await recorder.stop();
  recorder.remove();
});

const cameras = async (): Promise<readonly CameraAnswer[]> =>
  (await api.get<{ cameras: CameraAnswer[] }>("/service/cameras")).cameras;
/** The texts among these that contain a secret, with the secret removed. */
const leaking = (texts: readonly (readonly [where: string, text: string])[]): string[] =>
  texts.filter(([, text]) => secrets.some((secret) => text.includes(secret))).map(([where]) => where);

/** The recorder's process and the processes that it started. */
function processes(): { readonly pid: string; readonly files: readonly string[] }[] {
  const parents = new Map<string, string>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      parents.set(pid, /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "");
    } catch {
      // The process has just ended.
    }
  const own = String(recorder.pid);
  return [...parents.keys()]
    .filter((pid) => pid === own || parents.get(pid) === own)
    .map((pid) => ({ pid, files: ["cmdline", "environ"].map((name) => `/proc/${pid}/${name}`) }));
}

test("the password of cameras and of the administrator is nowhere to be read", async ({ page }) => {
  await expect.poll(async () => (await cameras()).length, { timeout: 120_000 }).toBeGreaterThan(3);
  expect(secrets[0]?.length).toBeGreaterThan(8);
  const list = await cameras();
  const ids = list.flatMap((camera) => [`cameras/${camera.id}`, `streams/${camera.primaryStream?.id}`]);

  const paths = [
    "cameras",
    "streams?live=true",
    "streams/status?live=true",
    "users",
    "sessions",
    "settings",
    "about",
    "version?all=true",
    "servers",
    "license-session",
    "log?format=text",
    "support-bundle",
    `server/report?start=0&stop=${Date.now()}`,
    "discoverable/cameras",
    ...ids,
    ...list.map(({ id }) => `cameras/${id}/verify`),
  ];
  const answers: [string, string][] = [];
  for (const path of paths) {
    const answer = await api.request("GET", `/service/${path}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    answers.push([path, `${JSON.stringify([...answer.headers])}\n${bytes.toString("latin1")}`]);
  }
  expect(leaking(answers)).toEqual([]);

  // The page: its content, its storage, and its requests.
  const asked: [string, string][] = [];
  page.on("request", (request) => asked.push(["address", request.url()]));
  await signInByForm(page, recorder);
  await page.goto(`${recorder.url}/#/cameras`);
  await openPanel(page, "Yard");
  await expect(page.getByText("Camera RTSP URL")).toBeVisible();
  await page.getByRole("button", { name: "Recover camera" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  const fields = await page
    .locator("input")
    .evaluateAll((inputs: HTMLInputElement[]) => inputs.map((one) => one.value));
  expect(leaking([["page", await page.content()], ["storage", kept], ["fields", fields.join("\n")], ...asked])).toEqual(
    [],
  );

  const running = processes();
  expect(running.length).toBeGreaterThan(2);
  const told = running.flatMap(({ files }) =>
    files.map((file): [string, string] => [file, readFileSync(file, "latin1")]),
  );
  expect(leaking(told)).toEqual([]);

  const logs = join(recorder.dataDir, "logs");
  const stored = [
    ...readdirSync(logs).map((name) => join(logs, name)),
    ...readdirSync(recorder.dataDir)
      .filter((name) => name.startsWith("recorder.db"))
      .map((name) => join(recorder.dataDir, name)),
  ];
  expect(leaking(stored.map((file) => [file, readFileSync(file, "latin1")]))).toEqual([]);
});
