import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from "mediabunny";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { Api, type CameraAnswer, eventually } from "../../support/api.ts";
import { EXPORT_LENGTH_MS as LENGTH_MS, recordedRange } from "../../support/playback/exports.ts";
import { hasFfmpeg } from "../../../scripts/machine/foreign-tools.mjs";
import { FRAME_MS, phaseDifference } from "../../support/playback/playback.ts";
import { codesOf } from "../../support/playback/recorded-codes.ts";
import { shared } from "../../support/shared.ts";
import { storedFiles } from "../../support/playback/zip-files.ts";

test.setTimeout(360_000);

/**
 * The pictures of a file and their durations, read with our own demuxer and, where FFmpeg is installed, decoded by it.
 */
async function videoOf(file: string) {
  const input = new Input({ source: new FilePathSource(file), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("no video");
  let frames = 0;
  let firstIsKey = false;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (frames === 0) firstIsKey = packet.type === "key";
    frames += 1;
  }
  const durationS = await track.computeDuration();
  input.dispose();
  return { frames, firstIsKey, durationS, decoded: decodedFrames(file) };
}

/** null: FFmpeg is not installed here. Throws when FFmpeg complains about the file. */
function decodedFrames(file: string): number | null {
  if (!hasFfmpeg()) return null;
  const count = ["-select_streams", "v:0", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0"];
  const said = execFileSync("ffprobe", ["-v", "error", ...count, file], { encoding: "utf8" });
  return Number(said.trim().replace(/,$/, ""));
}

test("twelve seconds as mkv: the file decodes, its length is right, no session stands in an address", async ({
  page,
}) => {
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  const { startMs, stopMs } = await recordedRange(["Yard"]);
  const dialog = new ExportDialog(page);
  await dialog.open();
  await dialog.setRange(startMs, stopMs);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    dialog.export("Yard", ".mkv").click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Yard .*\.mkv$/);
  expect(download.url()).toContain("ticket=");
  for (const address of [...addresses, download.url()]) expect(address).not.toMatch(/[?&](sid|jwt|fsid)=/);
  const video = await videoOf(await download.path());
  expect(video.firstIsKey).toBe(true);
  expect(Math.abs(video.durationS - LENGTH_MS / 1000)).toBeLessThan(0.2);
  expect(video.frames).toBeGreaterThan(LENGTH_MS / 1000);
  if (video.decoded !== null) expect(video.decoded).toBe(video.frames);
  // The first and last picture, decoded: they contain the camera's own clock.
  const codes = await codesOf(await download.path());
  expect(codes).toHaveLength(video.frames);
  const [first, last] = [codes[0], codes.at(-1)];
  if (!first || !last) throw new Error("no codes");
  expect(first.wallMs - startMs).toBeGreaterThanOrEqual(-1);
  expect(first.wallMs - startMs).toBeLessThan(2 * FRAME_MS);
  expect(stopMs - last.wallMs).toBeGreaterThan(0);
  expect(stopMs - last.wallMs).toBeLessThan(2 * FRAME_MS);
  for (const { wallMs, phaseMs } of [first, last])
    expect(Math.abs(phaseDifference(wallMs, phaseMs))).toBeLessThan(2000);
  const between = phaseDifference(last.phaseMs, first.phaseMs) - phaseDifference(last.wallMs, first.wallMs);
  expect(Math.abs(between)).toBeLessThan(FRAME_MS);
  await expect(dialog.dialog.getByText(/^Download started/)).toBeVisible();
  await dialog.dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog.dialog).toBeHidden();
});

test.describe("in Japan", () => {
  test.use({ timezoneId: "Asia/Tokyo" });
  test("a zip of two cameras checks out on its own page, and a changed file does not", async ({ page, browser }) => {
    const { startMs, stopMs } = await recordedRange(["Yard", "Corridor"]);
    const stage = await enterStage(page, shared());
    await stage.add("Yard");
    const dialog = new ExportDialog(page);
    await dialog.open();
    await dialog.setRange(startMs, stopMs);
    await dialog.choose("Yard");
    await dialog.choose("Corridor");
    await expect(dialog.zip()).toHaveText("Export 2 cameras as zip (MKV, 0:12)");
    const [download] = await Promise.all([page.waitForEvent("download", { timeout: 120_000 }), dialog.zip().click()]);
    expect(download.suggestedFilename()).toMatch(/^2 cameras .*\.zip$/);
    const files = storedFiles(readFileSync(await download.path()));
    expect([...files.keys()].filter((name) => name.endsWith(".mkv"))).toHaveLength(2);
    // In the time zone that the timeline shows, which is the browser's.
    for (const name of [...files.keys()].filter((each) => each.endsWith(".mkv"))) expect(name).toContain(" +0900.mkv");

    // Opened as a person opens it: from the unpacked folder. (A page without an origin has no WebCrypto.)
    const folder = mkdtempSync(join(tmpdir(), "proscenium-verify-"));
    const verification = join(folder, "verify.html");
    writeFileSync(verification, files.get("verify.html") ?? "");
    await page.goto(pathToFileURL(verification).href);
    const give = (changed: string | null) =>
      page.locator("#files").setInputFiles(
        [...files].map(([name, bytes]) => ({
          name,
          mimeType: "application/octet-stream",
          buffer: name === changed ? Buffer.concat([bytes, Buffer.from("x")]) : bytes,
        })),
      );
    const verdict = page.getByRole("status");
    await give(null);
    await expect(verdict).toHaveText("All 2 files are unchanged, and the signature is valid.");
    await give([...files.keys()].find((name) => name.endsWith(".mkv")) ?? null);
    await expect(verdict).toHaveText("1 of 2 files are missing or changed.");
    const japanese = await browser.newContext({ locale: "ja-JP" });
    const theirs = await japanese.newPage();
    await theirs.goto(pathToFileURL(verification).href);
    await expect(theirs.locator("html")).toHaveAttribute("lang", "ja");
    await expect(theirs).toHaveTitle("エクスポートの検証");
    await theirs
      .locator("#files")
      .setInputFiles(
        [...files].map(([name, bytes]) => ({ name, mimeType: "application/octet-stream", buffer: bytes })),
      );
    await expect(theirs.getByRole("status")).toHaveText("2 個のファイルはすべて変更されておらず、署名は有効です。");
    await theirs.screenshot({ path: test.info().outputPath("verify-ja.png") });
    await japanese.close();
    await give("manifest.json");
    await expect(verdict).toHaveText(/^(The signature is not valid|The manifest cannot be read)/);
    rmSync(folder, { recursive: true });
  });
});

test("a fisheye's dewarp page plays without a network, looks around and shows the panorama", async ({ browser }) => {
  const name = "Shop (ceiling fisheye)";
  const { startMs, stopMs, api } = await recordedRange([name]);
  const { cameras } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  const streamId = cameras.find((camera) => camera.name === name)?.primaryStream?.id ?? "";
  const { id } = await api.post<{ id: string }>("/service/exports", {
    streams: [streamId],
    start: startMs,
    stop: stopMs,
    format: "dewarp",
  });
  const job = await eventually(
    "the page",
    () => api.get<{ state: string; href?: string; name: string; reason?: string }>(`/service/exports/${id}`),
    ({ state }) => state === "ready" || state === "failed",
    120_000,
  );
  expect(job).toMatchObject({ state: "ready" });
  expect(job.name).toMatch(/\.html$/);
  const folder = mkdtempSync(join(tmpdir(), "proscenium-dewarp-"));
  const file = join(folder, "shop.html");
  writeFileSync(file, Buffer.from(await (await api.request("GET", job.href ?? "")).arrayBuffer()));
  await api.delete(`/service/exports/${id}`);

  const context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const asked: string[] = [];
  const troubles: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("pageerror", (error) => troubles.push(error.message));
  await page.goto(pathToFileURL(file).href);
  const view = page.getByRole("img", { name: new RegExp("Shop") });
  const drawn = async () => Number(await view.getAttribute("data-drawn"));
  await expect.poll(drawn).toBeGreaterThan(1);
  // It is a real picture and not a plain area: a PNG of one colour is tiny.
  const look = async () => view.screenshot();
  await expect.poll(async () => (await look()).length).toBeGreaterThan(40_000);
  const first = await look();
  const box = await view.boundingBox();
  if (!box) throw new Error("no view");
  await page.mouse.move(box.x + 640, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + 340, box.y + 380, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await look()).equals(first)).toBe(false);
  await page.getByRole("button", { name: "Panorama" }).click();
  await expect(page.getByRole("button", { name: "Panorama" })).toHaveAttribute("aria-pressed", "true");
  await page.screenshot({ path: test.info().outputPath("panorama.png") });
  const time = page.getByRole("slider", { name: "Time" });
  const before = await drawn();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(async () => Number(await time.inputValue())).toBeGreaterThan(1);
  expect(await drawn()).toBeGreaterThan(before);
  expect(Number(await time.getAttribute("max"))).toBeGreaterThan(LENGTH_MS / 1000 - 0.5);
  expect(troubles).toEqual([]);
  expect(asked.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
  await context.close();

  const german = await browser.newContext({ offline: true, locale: "de-DE", viewport: { width: 1280, height: 800 } });
  const theirs = await german.newPage();
  await theirs.goto(pathToFileURL(file).href);
  await expect(theirs.locator("html")).toHaveAttribute("lang", "de");
  await expect(theirs).toHaveTitle(/^Shop \(ceiling fisheye\) \d\d\.\d\d\.20\d\d, \d\d:\d\d:\d\d$/);
  await expect(theirs.getByRole("img", { name: "Shop (ceiling fisheye): zum Umsehen ziehen" })).toBeVisible();
  await expect(theirs.getByRole("slider", { name: "Zeit" })).toBeVisible();
  await theirs.getByRole("button", { name: "Abspielen" }).click();
  await expect(theirs.getByRole("button", { name: "Pause" })).toBeVisible();
  await theirs.screenshot({ path: test.info().outputPath("dewarp-de.png") });
  await german.close();
  rmSync(folder, { recursive: true });
});

test("viewers may not export: no button works, and the recorder refuses", async ({ page }) => {
  const admin = await Api.signedIn(shared().url, "admin", shared().password);
  const username = `export_viewer_${Date.now()}`;
  const password = "correct horse battery";
  const { id } = await admin.post<{ id: string }>("/service/users", { username, password, role: "Viewer" });
  try {
    const stage = await enterStage(page, { url: shared().url, password }, { username });
    await stage.add("Yard");
    await expect(new ExportDialog(page).button()).toBeDisabled();
    const viewer = await Api.signedIn(shared().url, username, password);
    const { cameras } = await viewer.get<{ cameras: CameraAnswer[] }>("/service/cameras");
    const streamId = cameras.find(({ name }) => name === "Yard")?.primaryStream?.id ?? "";
    const range = `start=${Date.now() - 60_000}&stop=${Date.now() - 40_000}`;
    expect((await viewer.request("HEAD", `/service/streams/${streamId}/export?${range}`)).status).toBe(403);
    const job = { streams: [streamId], start: Date.now() - 60_000, stop: Date.now() - 40_000, format: "mkv" };
    expect((await viewer.request("POST", "/service/exports", job)).status).toBe(403);
  } finally {
    await admin.delete(`/service/users/${id}`);
  }
});
