import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { Api, eventually } from "../../support/api.ts";
import { type RecordedRange, recordedRange } from "../../support/playback/exports.ts";
import { Gateway } from "../../support/network/gateway.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

// Every process of the recorder is killed at once in the middle of an export: no incomplete file may look like a
// complete one.
test.setTimeout(300_000);
const NAMES = ["Yard", "Corridor"] as const;

let recorder: TestRecorder;
/**
 * This recording exists before the first kill, which does not remove any of it, so the second test need not wait for
 * another one.
 */
let known: RecordedRange | null = null;
const recorded = async (): Promise<RecordedRange> => (known ??= await recordedRange(NAMES, recorder, 2000));
test.beforeAll(async () => {
  test.setTimeout(240_000);
  recorder = await TestRecorder.fresh();
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

/** The recorder's process that makes stills of recordings. */
function analysisOf(pid: number | undefined): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return Number(children.find((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes("/analysis.js")));
}

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
  let stopped = 0;
  const still = /\/frame\?time=[1-9]/;
  // It answers nothing any more: the recorder ends it, and starts another one.
  await page.route(
    still,
    (route) => {
      stopped = analysisOf(recorder.pid);
      process.kill(stopped, "SIGSTOP");
      return route.continue();
    },
    { times: 1 },
  );
  const refused = page.waitForResponse((answer) => still.test(answer.url()) && !answer.ok(), { timeout: 90_000 });
  const dialog = await openDialog(page, recorder.url, range);
  await refused;
  const rows = dialog.dialog.getByRole("list", { name: "Cameras" }).getByRole("listitem");
  await expect(rows.first().locator("img")).toBeVisible({ timeout: 60_000 });
  expect(analysisOf(recorder.pid)).not.toBe(stopped);
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
