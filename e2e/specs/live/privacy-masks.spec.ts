/** A mask holds in everything that leaves the recorder; without it only who may, who asks, and with an entry in the audit. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from "mediabunny";
import { PNG } from "pngjs";
import { firstPlane, VideoDecoder } from "#recorder/codec/av-video.ts";
import { EXPORT_MIN_MS } from "#domain/limits/timeline.ts";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import type { StagePage } from "../../pages/stage-page.ts";
import { keepCameras } from "../../support/kept-cameras.ts";
import { ownRecorder } from "../../support/own-recorder.ts";
import { recordedRange } from "../../support/playback/exports.ts";

test.describe.configure({ timeout: 360_000 });
test.use({ actionTimeout: 30_000 });
const own = ownRecorder([]);

const CAMERA = "Lobby";
test.beforeAll(async () => {
  test.setTimeout(240_000);
  await keepCameras(own.recorder, [CAMERA]);
});
/** The middle of the picture: shares of its sides. */
const [FROM, TO] = [0.25, 0.75];
const MASK = {
  points: [
    { x: FROM, y: FROM },
    { x: TO, y: FROM },
    { x: TO, y: TO },
    { x: FROM, y: TO },
  ],
};
/** An encoder rounds the one grey of a mask by a few steps; the pictures differ by more than a hundred. */
const GREY_SPREAD = 24;
const PICTURE_SPREAD = 60;

interface Plane {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => number;
}

/** Difference of the brightest and the darkest pixel of the middle, a little inside the mask's edge. */
function spreadOfMiddle({ width, height, at }: Plane): number {
  let [least, most] = [255, 0];
  const inset = 0.02;
  for (let y = Math.ceil((FROM + inset) * height); y < (TO - inset) * height; y += 2)
    for (let x = Math.ceil((FROM + inset) * width); x < (TO - inset) * width; x += 2) {
      least = Math.min(least, at(x, y));
      most = Math.max(most, at(x, y));
    }
  return most - least;
}
const ofPng = (file: Buffer): Plane => {
  const { width, height, data } = PNG.sync.read(file);
  return { width, height, at: (x, y) => data[(y * width + x) * 4 + 1] ?? 0 };
};

/** The picture that the tile shows, as "Save picture" gives it. */
async function saved(page: Page, stage: StagePage): Promise<number> {
  await stage.tile(CAMERA).hover();
  const header = page.getByRole("toolbar", { name: `Player ${CAMERA}` });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    header.getByRole("button", { name: "Save picture" }).click(),
  ]);
  return spreadOfMiddle(ofPng(readFileSync(await download.path())));
}

async function choose(page: Page, stage: StagePage, name: string): Promise<void> {
  await stage.tile(CAMERA).click({ button: "right" });
  await page.getByRole("menuitem", { name }).click();
}

/** A JPEG of the recorder, read by the browser. */
async function ofJpeg(page: Page, path: string): Promise<number> {
  const answer = await own.api.request("GET", path);
  expect(answer.status).toBe(200);
  const base64 = Buffer.from(await answer.arrayBuffer()).toString("base64");
  const png = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext("2d")?.drawImage(picture, 0, 0);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  }, base64);
  return spreadOfMiddle(ofPng(Buffer.from(png, "base64")));
}

/** The least and the greatest spread of the pictures of an exported file. */
async function ofExport(file: string): Promise<{ readonly least: number; readonly most: number }> {
  const input = new Input({ source: new FilePathSource(file), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const description = (await track?.getDecoderConfig())?.description;
  if (!track || !description) throw new Error("no video");
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  const decoder = new VideoDecoder("h264", { description: bytes });
  const spreads: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets())
    decoder.decode(packet.data, packet.timestamp * 90_000, (frame) => {
      const { data, strideBytes } = firstPlane(frame);
      const { width, height } = frame;
      spreads.push(spreadOfMiddle({ width, height, at: (x, y) => data[y * strideBytes + x] ?? 0 }));
    });
  decoder.close();
  input.dispose();
  expect(spreads.length).toBeGreaterThan(50);
  return { least: Math.min(...spreads), most: Math.max(...spreads) };
}

/** Hides the middle of the camera's picture; the id of its stream. */
async function hidden(): Promise<string> {
  const camera = (await own.cameras()).find(({ name }) => name === CAMERA);
  const set = await own.api.request("PUT", `/service/cameras/${camera?.id}/privacy-masks`, { masks: [MASK] });
  expect(set.status).toBe(204);
  return camera?.primaryStream?.id ?? "";
}

const actions = async (): Promise<string[]> =>
  (await own.api.get<{ entries: { action: string }[] }>("/service/audit?count=60")).entries.map(({ action }) => action);

test("no masked pixel live, in a smaller picture, a snapshot or an export; without masks only by asking", async ({
  page,
}) => {
  const { recorder } = own;
  const at = { url: recorder.url, password: recorder.password };
  const streamId = await hidden();
  const stage = await enterStage(page, at);
  await stage.add(CAMERA);
  const tile = await stage.playing(CAMERA, 120_000);
  expect(await saved(page, stage)).toBeLessThan(GREY_SPREAD);
  await choose(page, stage, "Mode: WebRTC");
  await expect(tile).toHaveAttribute("data-mode", "lowbandwidth");
  await stage.playing(CAMERA, 60_000);
  expect(await saved(page, stage)).toBeLessThan(GREY_SPREAD);
  expect(await ofJpeg(page, `/service/streams/${streamId}/frame`)).toBeLessThan(GREY_SPREAD);
  expect(await ofJpeg(page, `/service/streams/${streamId}/frame?width=320`)).toBeLessThan(GREY_SPREAD);
  expect(await actions()).not.toContain("view-unmasked");

  for (const mode of ["lowbandwidth", "webrtc"] as const) {
    await choose(page, stage, "Show without privacy masks (goes into the audit)");
    await expect(page.getByText("Without privacy masks", { exact: true })).toBeVisible();
    await stage.playing(CAMERA, 60_000);
    await expect.poll(() => saved(page, stage), { timeout: 60_000 }).toBeGreaterThan(PICTURE_SPREAD);
    expect((await actions()).filter((action) => action === "view-unmasked").length).toBeGreaterThan(0);
    await choose(page, stage, "Show with privacy masks");
    await stage.playing(CAMERA, 60_000);
    expect(await saved(page, stage), mode).toBeLessThan(GREY_SPREAD);
    if (mode === "lowbandwidth") {
      await choose(page, stage, "Mode: low bandwidth");
      await expect(tile).toHaveAttribute("data-mode", "webrtc");
      await stage.playing(CAMERA, 60_000);
    }
  }

  const { startMs, stopMs } = await recordedRange([CAMERA], at, 15_000, EXPORT_MIN_MS);
  const dialog = new ExportDialog(page);
  await dialog.open();
  await dialog.setRange(startMs, stopMs);
  const exported = async (): Promise<{ readonly least: number; readonly most: number }> => {
    const [download] = await Promise.all([
      page.waitForEvent("download", { timeout: 180_000 }),
      dialog.export(CAMERA, ".mkv").click(),
    ]);
    return ofExport(await download.path());
  };
  expect((await exported()).most).toBeLessThan(GREY_SPREAD);
  expect(await actions()).not.toContain("export-unmasked");
  await dialog.dialog.getByText("Without privacy masks (goes into the audit)").click();
  expect((await exported()).least).toBeGreaterThan(PICTURE_SPREAD);
  expect(await actions()).toContain("export-unmasked");
});

test("an account is given the right in its dialog; without it there is nothing to ask for", async ({ page }) => {
  const { recorder, api } = own;
  const password = "correct horse battery";
  await hidden();
  const made = await api.request("POST", "/service/users", { username: "uma", password, role: "Manager" });
  expect(made.status).toBe(201);
  const asUma = { url: recorder.url, password };
  const look = async (): Promise<StagePage> => {
    const stage = await enterStage(page, asUma, { username: "uma" });
    await stage.add(CAMERA);
    await stage.playing(CAMERA, 60_000);
    await stage.tile(CAMERA).click({ button: "right" });
    return stage;
  };
  const entry = page.getByRole("menuitem", { name: "Show without privacy masks (goes into the audit)" });
  await look();
  await expect(page.getByRole("menuitem", { name: "Save picture" })).toBeVisible();
  await expect(entry).toHaveCount(0);

  const admin = await page.context().browser()?.newPage();
  if (!admin) throw new Error("no browser");
  await enterStage(admin, { url: recorder.url, password: recorder.password });
  await admin.goto(`${recorder.url}/#/users`);
  await admin.getByRole("button", { name: "Edit user uma" }).click();
  await admin.getByText("See without privacy masks").click();
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(admin.getByRole("dialog")).toHaveCount(0);
  await admin.close();

  await look();
  await expect(entry).toBeVisible();
});
