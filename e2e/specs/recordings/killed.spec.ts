import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { Api, type CameraAnswer, eventually } from "../../support/api.ts";
import { type RecordedRange, recordedRange } from "../../support/playback/exports.ts";
import { Gateway } from "../../support/network/gateway.ts";
import { processesOf, streamsWrittenBy } from "../../support/processes.ts";
import { becomes, statesOf, staysIn } from "../../support/browser/tile-states.ts";
import { TestRecorder } from "../../support/test-recorder.ts";
import { watchByKeyFrames } from "../../support/watched-cameras.ts";

// A recorder with two media processes; its processes hang or are killed, one by one or all at once. What the others do goes
// on, what broke mends itself, and no incomplete file may look like a complete one.
test.describe.configure({ timeout: 300_000 });
test.use({ actionTimeout: 30_000 });
const NAMES = ["Yard", "Corridor"] as const;
/** How long tiles may wait for a process that was killed: its start, the camera's, a key frame, on a busy machine. */
const BACK_MS = 20_000;
/**
 * A tile without pictures is said to play for another 2.5 s, and cameras that come back may have a second connection that takes the
 * place of the first after 3 s.
 */
const STEADY_MS = 6_000;

let recorder: TestRecorder;
/**
 * This recording exists before the first kill, which does not remove any of it, so the second test need not wait for
 * another one.
 */
let known: RecordedRange | null = null;
const recorded = async (): Promise<RecordedRange> => (known ??= await recordedRange(NAMES, recorder, 2000));
test.beforeAll(async () => {
  test.setTimeout(240_000);
  recorder = await TestRecorder.fresh(["--media-workers", "2"]);
  await watchByKeyFrames(await Api.signedIn(recorder.url, "admin", recorder.password));
});
test.afterAll(async () => {
  await recorder.stop("SIGKILL");
  recorder.remove();
});

/** The files in the recorder's folder of exports. */
const exported = (): string[] =>
  readdirSync(join(recorder.dataDir, "exports"), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? entry.name : [],
  );

async function openDialog(page: Page, url: string, range: { startMs: number; stopMs: number }): Promise<ExportDialog> {
  const stage = await enterStage(page, { url, password: recorder.password });
  // This spec's own recorder draws on the same cores: the stage may take a while to appear.
  await expect(stage.panel.getByRole("searchbox")).toBeVisible({ timeout: 60_000 });
  await stage.add("Yard");
  const dialog = new ExportDialog(page);
  await dialog.open();
  await dialog.setRange(range.startMs, range.stopMs);
  return dialog;
}

test("the process that makes stills hangs while it makes one: the still is there a moment later, without anybody asking", async ({
  page,
}) => {
  const range = await recorded();
  const stopped: number[] = [];
  const still = /\/frame\?time=[1-9]/;
  // It answers nothing any more: the recorder ends it, and starts another one. Each media process has one of its own.
  await page.route(
    still,
    (route) => {
      stopped.push(...processesOf(recorder.pid, "analysis"));
      for (const pid of stopped) process.kill(pid, "SIGSTOP");
      return route.continue();
    },
    { times: 1 },
  );
  const refused = page.waitForResponse((answer) => still.test(answer.url()) && !answer.ok(), { timeout: 90_000 });
  const dialog = await openDialog(page, recorder.url, range);
  await refused;
  const rows = dialog.dialog.getByRole("list", { name: "Cameras" }).getByRole("listitem");
  await expect(rows.first().locator("img")).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(() => processesOf(recorder.pid, "analysis").filter((pid) => !stopped.includes(pid)))
    .toHaveLength(stopped.length);
});

/** Two names of cameras for each media process, in the order of the processes. */
async function namesByProcess(api: Api): Promise<string[][]> {
  const { cameras } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  // The others move by themselves or are fisheyes. What is exported here comes first.
  const isExported = ({ name }: CameraAnswer): boolean => NAMES.some((one) => one === name);
  const still = cameras
    .filter(({ name }) => !name.includes("("))
    .sort((a, b) => Number(isExported(b)) - Number(isExported(a)));
  const written = processesOf(recorder.pid, "media").map((pid) =>
    streamsWrittenBy(pid, join(recorder.dataDir, "recordings")),
  );
  return (await Promise.all(written)).map((streams) =>
    still.flatMap(({ name, primaryStream }) => (streams.includes(primaryStream?.id ?? "") ? name : [])).slice(0, 2),
  );
}

test("cameras stall, and one of two media processes is killed, while a wall watches: its tiles play again by themselves, those of the other go on; what both have recorded is played", async ({
  page,
}) => {
  const range = await recorded();
  const [kept, own] = await namesByProcess(range.api);
  const names = [...(kept ?? []), ...(own ?? [])];
  expect(names).toHaveLength(4);
  // What is exported here comes from both processes.
  expect(new Set([kept?.[0], own?.[0]])).toEqual(new Set(NAMES));
  const stage = await enterStage(page, recorder);
  for (const name of names) await stage.add(name);
  for (const name of names) await stage.playing(name, 60_000);
  const modes = names.map((_, at) => (at % 2 === 0 ? "webrtc" : "lowbandwidth"));
  const inTheirModes = async (timeout: number): Promise<void> => {
    for (const [at, name] of names.entries()) {
      await expect(stage.tile(name)).toHaveAttribute("data-mode", modes[at] ?? "", { timeout });
      await stage.playing(name, timeout);
    }
  };
  for (const name of names.filter((_, at) => at % 2 === 1)) {
    await stage.tile(name).hover();
    await page
      .getByRole("toolbar", { name: `Player ${name}` })
      .getByRole("button", { name: "Mode: WebRTC" })
      .click();
  }
  await inTheirModes(60_000);

  const [cameras] = processesOf(recorder.pid, "demo");
  const stalled = names.map((name) => becomes(stage.tile(name), ["connecting", "error"]));
  process.kill(cameras ?? 0, "SIGSTOP");
  try {
    await Promise.all(stalled);
    // Pictures that the recorder still has from before the cameras stopped must not count as live.
    for (const name of names) expect(await becomes(stage.tile(name), ["playing", "error"])).toBe("error");
  } finally {
    process.kill(cameras ?? 0, "SIGCONT");
  }
  await inTheirModes(60_000);
  await Promise.all(names.map((name) => staysIn(stage.tile(name), "playing", STEADY_MS)));

  const others = await Promise.all((kept ?? []).map((name) => statesOf(stage.tile(name))));
  const broken = (own ?? []).map((name) => becomes(stage.tile(name), ["connecting", "error"]));
  process.kill(processesOf(recorder.pid, "media")[1] ?? 0, "SIGKILL");
  await Promise.all(broken);
  const brokenMs = performance.now();
  await inTheirModes(BACK_MS);
  test.info().annotations.push({ type: "tiles play again after, ms", description: `${performance.now() - brokenMs}` });
  for (const told of others) {
    const states = await told();
    expect(
      states.map(({ state }) => state),
      JSON.stringify(states),
    ).toEqual(["playing"]);
  }

  const wall = new TimelinePage(page);
  await wall.seekTo(range.startMs + 3000, names);
  for (const name of names) await stage.playing(name, 60_000);
});

test("killed while it writes: only parts are left and nothing is offered; the next start takes them away and exports again", async ({
  page,
}) => {
  const range = await recorded();
  const dialog = await openDialog(page, recorder.url, range);
  const downloads: string[] = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  for (const name of NAMES) await dialog.choose(name);
  await dialog.zip().click();
  // The zip itself is made last: while the file of a camera is being written, there is no complete one.
  await expect.poll(exported, { intervals: [5], timeout: 60_000 }).not.toEqual([]);
  await recorder.killAll();
  const left = exported();
  expect(left).not.toEqual([]);
  for (const name of left) expect(name).toMatch(/\.part$/);

  await expect(page.getByRole("button", { name: "Reload", exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^Download started/)).toHaveCount(0);
  await recorder.start();
  expect(exported()).toEqual([]);
  const api = await Api.signedIn(recorder.url, "admin", recorder.password);
  expect(await api.get("/service/exports")).toMatchObject({ exports: [] });
  expect(downloads).toEqual([]);
  const { streamIds: streams, startMs: start, stopMs: stop } = range;
  const { id } = await api.post<{ id: string }>("/service/exports", { streams, start, stop, format: "mkv" });
  const job = await eventually(
    "the same export once more",
    () => api.get<{ state: string }>(`/service/exports/${id}`),
    ({ state }) => state === "ready" || state === "failed",
    60_000,
  );
  expect(job.state).toBe("ready");
});

test("killed while the file is fetched: the browser keeps no file", async ({ page }) => {
  const gateway = await Gateway.to(recorder.url);
  try {
    const range = await recorded();
    const dialog = await openDialog(page, gateway.url, range);
    gateway.held = { path: /\/service\/exports\/[^/]+\/file/, afterBytes: 50_000 };
    const [download] = await Promise.all([
      page.waitForEvent("download", { timeout: 60_000 }),
      dialog.export("Yard", ".mkv").click(),
    ]);
    await recorder.killAll();
    gateway.cut();
    expect(await download.failure()).not.toBeNull();
    await expect(download.path()).rejects.toThrow();
  } finally {
    await gateway.close();
  }
});
