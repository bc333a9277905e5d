/** Dialogs in which the picture of a camera is drawn on: motion detection and fisheye. */
import { expect, type Locator, test } from "@playwright/test";
import { openPanel, openScreen } from "../../pages/admin-pages.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import type { StagePage } from "../../pages/stage-page.ts";
import { Api, eventually } from "../../support/api.ts";
import { mainStreamOf } from "../../support/main-stream.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

let api: Api;
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
});

const mainOf = (name: string) => mainStreamOf(api, name);

interface Motion {
  readonly start: number;
  readonly stop: number;
}
const motionSince = async (streamId: string, fromMs: number): Promise<Motion[]> =>
  (
    await api.get<{ events: Motion[] }>(
      `/service/events/camera-stream?id=${streamId}&start=${fromMs}&stop=${fromMs + 3_600_000}`,
    )
  ).events.filter(({ start }) => start >= fromMs);

test("the mask that is painted in the motion dialog is saved, and the recorder's motion analysis uses it", async ({
  page,
}) => {
  const { camera, stream, path } = await mainOf("Corridor");
  const small = camera.streams.find(({ id }) => id !== stream.id);
  if (!small) throw new Error("no second stream");
  const smallPath = `/service/cameras/${camera.id}/streams/${small.id}`;
  const mask = await api.request("GET", `${path}/motion/mask`);
  const before = Buffer.from(await mask.arrayBuffer());
  // The same scene is watched as before: motion is detected.
  await api.patch(smallPath, { recordWhenSecondary: true });
  const everyPicture = (is: boolean) => api.patch(path, { recordingConfiguration: { decode: { keyFramesOnly: !is } } });
  await everyPicture(true);
  try {
    await openScreen(page, "cameras");
    const panel = await openPanel(page, "Corridor");
    await panel.getByRole("button", { name: "Motion detection" }).click();
    const dialog = page.getByRole("dialog", { name: /^Motion detection of/ });
    // While the picture loads, the spinner is a status, too, without words.
    const place = dialog.getByRole("status").filter({ hasText: /ignored|watched/ });
    await expect(dialog.getByRole("application")).toBeVisible();
    await expect(dialog.getByRole("slider", { name: "Brush size" })).toHaveValue("40");
    await expect(dialog.getByRole("slider", { name: "Object size" })).toHaveValue("5");
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    await dialog.getByRole("button", { name: "Ignore everything" }).click();
    await expect(place).toContainText("ignored");
    const size = dialog.getByRole("spinbutton", { name: "Object size" });
    await size.fill("400");
    await size.blur();
    await expect(size).toHaveValue("100");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    const sinceMs = Number(await (await api.request("GET", "/service/time")).text()) + 2000;
    expect((await mainOf("Corridor")).stream.recordingConfiguration.bgseg.boxArea).toBe(100);

    await eventually(
      "the small stream sees a whole movement",
      () => motionSince(small.id, sinceMs),
      (events) => events.some(({ stop }) => stop > 0),
      120_000,
    );
    expect(await motionSince(stream.id, sinceMs)).toEqual([]);

    // With keys only: unmask a place, and it is watched again.
    await panel.getByRole("button", { name: "Motion detection" }).click();
    await dialog.getByRole("button", { name: "Motion mask" }).focus();
    await expect(place).toContainText("Brush at 50%, 50%: ignored");
    await page.keyboard.press("e");
    await expect(dialog.getByRole("radio", { name: "Erase" })).toBeChecked();
    await page.keyboard.press("Shift+ArrowRight");
    await expect(place).toContainText("watched");
    await dialog.getByRole("button", { name: "Watch everything" }).click();
    const five = dialog.getByRole("spinbutton", { name: "Object size" });
    await five.fill("5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    expect((await api.request("GET", `${path}/motion/mask`)).status).toBe(404);
    await eventually(
      "the main stream sees movements again",
      () => motionSince(stream.id, sinceMs),
      (events) => events.length > 0,
      120_000,
    );
  } finally {
    await api.patch(smallPath, { recordWhenSecondary: false });
    await api.patch(path, { recordingConfiguration: { bgseg: { boxArea: 5 } } });
    await everyPicture(false);
    await api.upload(`${path}/motion/mask`, "image/png", before);
  }
});

/** The number of pixels in a tile that have a marker's colour. */
async function count(
  stage: StagePage,
  tile: Locator,
  is: (r: number, g: number, b: number) => boolean,
): Promise<number> {
  const { rgba } = await stage.pixels(tile);
  let found = 0;
  for (let at = 0; at < rgba.length; at += 4) if (is(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0)) found += 1;
  return found;
}
const red = (r: number, g: number, b: number): boolean => r > 190 && g < 85 && b < 75;
const green = (r: number, g: number, b: number): boolean => g > 150 && r < 90 && b < 110;

test("dewarp settings: the circle is found, the view is set, and every open player follows", async ({ page }) => {
  const { stream, path } = await mainOf("Shop");
  const { lens: _lens, ...withoutLens } = stream.dewarpConfiguration;
  await api.patch(path, { dewarpConfiguration: withoutLens });
  try {
    const stage = await enterStage(page, shared(), { lowBandwidth: true });
    await stage.add("Shop \\(ceiling fisheye\\)");
    await stage.playing("Shop \\(ceiling fisheye\\)", 90_000);
    await stage.panel.getByRole("searchbox").fill("Shop");
    await stage.addAgain("Shop \\(ceiling fisheye\\)");
    await expect(stage.tile("Shop \\(ceiling fisheye\\)")).toHaveCount(2);
    const tiles = [0, 1].map((at) => stage.tile("Shop \\(ceiling fisheye\\)").nth(at));
    for (const tile of tiles) {
      await expect.poll(() => count(stage, tile, red), { timeout: 60_000 }).toBeGreaterThan(100);
      expect(await count(stage, tile, green)).toBeLessThan(60);
    }

    const other = await page.context().newPage();
    await other.goto(`${shared().url}/#/cameras`);
    const panel = await openPanel(other, "Shop (ceiling fisheye)");
    await panel.getByRole("button", { name: "Fisheye dewarping" }).click();
    const dialog = other.getByRole("dialog", { name: /^Dewarp settings of/ });
    await expect(dialog.getByText("The circle was found in the picture.")).toBeVisible({ timeout: 30_000 });
    await expect(dialog.getByRole("slider", { name: "Pan" })).toHaveAttribute("max", "360");
    await expect(dialog.getByRole("slider", { name: "Tilt" })).toHaveAttribute("max", "90");
    await expect(dialog.getByRole("slider", { name: "Zoom" })).toHaveAttribute("step", "0.1");
    const pan = dialog.getByRole("spinbutton", { name: "Pan (°)" });
    await pan.fill("90");
    await dialog.getByRole("tab", { name: "Panorama" }).click();
    await expect(dialog.getByRole("slider", { name: "Shift" })).toHaveAttribute("min", "-180");
    const aspect = dialog.getByRole("spinbutton", { name: "Aspect ratio" });
    await aspect.fill("99");
    await aspect.blur();
    await expect(aspect).toHaveValue("10.0");
    // A wall-mounted camera sees to both sides: the limits follow the mount, and return with it.
    await dialog.getByRole("tab", { name: "Perspective" }).click();
    await dialog.getByRole("button", { name: /Orientation/ }).click();
    await other.getByRole("option", { name: "Wall" }).click();
    await expect(dialog.getByRole("slider", { name: "Pan" })).toHaveAttribute("min", "-90");
    await dialog.getByRole("button", { name: /Orientation/ }).click();
    await other.getByRole("option", { name: "Ceiling" }).click();
    await expect(pan).toHaveValue("90");
    // The circle is moved with keys and then detected again.
    await dialog.getByRole("button", { name: "Circle of the lens" }).focus();
    await other.keyboard.press("Shift+ArrowRight");
    await expect(dialog.getByText("The circle was set by hand.")).toBeVisible();
    await dialog.getByRole("button", { name: "Find the circle" }).click();
    await expect(dialog.getByText("The circle was found in the picture.")).toBeVisible({ timeout: 30_000 });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);

    const saved = (await mainOf("Shop")).stream.dewarpConfiguration as {
      defaultPerspectiveView: unknown;
      panoramaAspectRatio: number;
      lens: { centerX: number; centerY: number; radius: number };
    };
    expect(saved.defaultPerspectiveView).toEqual({ pan: 90, tilt: 45, zoom: 0.5 });
    expect(saved.panoramaAspectRatio).toBe(10);
    for (const share of [saved.lens.centerX, saved.lens.centerY, saved.lens.radius])
      expect(Math.abs(share - 0.5)).toBeLessThan(0.005);
    // The players on the other page look in the direction of the green marker.
    for (const tile of tiles) {
      await expect.poll(() => count(stage, tile, green), { timeout: 30_000 }).toBeGreaterThan(100);
      expect(await count(stage, tile, red)).toBeLessThan(60);
    }
  } finally {
    await api.patch(path, { dewarpConfiguration: stream.dewarpConfiguration });
  }
});
