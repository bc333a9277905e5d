import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { EXPORT_MIN_MS } from "#domain/limits/timeline.ts";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { SHOP } from "../../pages/fisheye.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { Api } from "../../support/api.ts";
import { Visibility } from "../../support/browser/visibility.ts";
import { recordedRange } from "../../support/playback/exports.ts";
import { storedFiles } from "../../support/playback/zip-files.ts";
import { shared } from "../../support/shared.ts";

test.setTimeout(360_000);

const CAMERA = SHOP.replaceAll("\\", "");
let api: Api;
const viewIds: string[] = [];
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: { id: string; name: string }[] }>("/service/cameras");
  const id = cameras.find(({ name }) => name === CAMERA)?.id;
  for (const [name, pan] of [
    ["Till", 0],
    ["Door", 120],
  ] as const) {
    const look = { mode: 1, view: { pan, tilt: 45, zoom: 1 }, shift: 0 };
    viewIds.push((await api.post<{ id: string }>("/service/views", { name, camera: { id }, look })).id);
  }
});
test.afterAll(async () => {
  for (const id of viewIds) await api.delete(`/service/views/${id}`);
});

async function videoOf(bytes: Uint8Array): Promise<{ widthPx: number; heightPx: number; durationS: number }> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("no video");
  const facts = {
    widthPx: track.displayWidth,
    heightPx: track.displayHeight,
    durationS: await track.computeDuration(),
  };
  input.dispose();
  return facts;
}

test("a zip of a fisheye's views is put together by hand: two named ones and what its tile shows, without the whole picture", async ({
  page,
}) => {
  const { startMs, stopMs } = await recordedRange([CAMERA], shared(), 15_000, EXPORT_MIN_MS);
  const visibility = await Visibility.of(page);
  const stage = await enterStage(page, shared());
  await stage.add(SHOP);
  await stage.playing(SHOP, 90_000);
  const dialog = new ExportDialog(page);
  await dialog.open();
  await dialog.setRange(startMs, stopMs);
  const inZip = dialog.dialog.getByRole("group", { name: `In the zip: ${CAMERA}` });
  const tick = (name: string) => inZip.getByRole("checkbox", { name, exact: true });
  await expect(tick("Whole picture")).toBeChecked();
  for (const name of ["Till", "Door", "As shown"]) {
    await expect(tick(name)).not.toBeChecked();
    await tick(name).check({ force: true });
  }
  await tick("Whole picture").uncheck({ force: true });
  const downloading = page.waitForEvent("download", { timeout: 240_000 });
  await dialog.zip().click();
  // It takes a minute, in which people look at something else: what nobody sees is not played.
  await visibility.hide();
  const download = await downloading;
  const files = storedFiles(readFileSync(await download.path()));
  const videos = [...files].filter(([name]) => name.endsWith(".mkv"));
  const names = videos.map(([name]) => name.replace(/ \d{4}-.*$/, "")).toSorted();
  expect(names).toEqual([`${CAMERA} · As shown`, `${CAMERA} · Door`, `${CAMERA} · Till`].toSorted());
  for (const [name, bytes] of videos) {
    const { widthPx, heightPx, durationS } = await videoOf(bytes);
    // A view is 16:9; the camera's own picture is square.
    expect([widthPx, heightPx], name).toEqual([1280, 720]);
    expect(Math.abs(durationS - EXPORT_MIN_MS / 1000), name).toBeLessThan(0.3);
  }
});
