import { expect, type Locator, type Page, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { StagePage } from "../../pages/stage-page.ts";
import { Api, type CameraAnswer, eventually } from "../../support/api.ts";
import { Gamepad } from "../../support/browser/gamepad.ts";
import { shared } from "../../support/shared.ts";

const SQUARE = "Square \\(PTZ\\)";
const START_MS = 90_000;

interface Position {
  readonly pan: number;
  readonly tilt: number;
  readonly zoom: number;
  readonly moving: boolean;
}

test.describe.configure({ timeout: 240_000, mode: "serial" });

let api: Api;
let path = "";

test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  path = `/service/cameras/${cameras.find(({ name }) => name === "Square (PTZ)")?.id}/position`;
});
test.beforeEach(async () => {
  await api.post(path, { type: "absolute", pan: 0, tilt: 0, zoom: 0 });
  await settled();
});
test.afterAll(async () => {
  await api.post(path, { type: "absolute", pan: 0, tilt: 0, zoom: 0 });
});

const position = (): Promise<Position> => api.get<Position>(path);
/** The camera's position once it has stopped. */
async function settled(): Promise<Position> {
  let before = await position();
  return eventually(
    "the camera stands",
    async () => {
      const now = await position();
      const still = Math.hypot(now.pan - before.pan, now.tilt - before.tilt, now.zoom - before.zoom) < 1e-4;
      before = now;
      return { now, still };
    },
    ({ still }) => still,
  ).then(({ now }) => now);
}

async function openSquare(page: Page): Promise<{ stage: StagePage; tile: Locator }> {
  const stage = await enterStage(page, shared(), { lowBandwidth: true });
  await stage.add(SQUARE);
  const tile = await stage.playing(SQUARE, START_MS);
  await tile.hover();
  await page.getByRole("button", { name: "PTZ", exact: true }).click();
  return { stage, tile };
}

/** The mean difference of the pixels of two pictures, 0..255. */
function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 4) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum / (a.length / 4);
}

test("keys, drag, wheel and click move the camera, and its picture; letting go stops it", async ({ page }) => {
  const { stage, tile } = await openSquare(page);
  const box = await tile.boundingBox();
  if (!box) throw new Error("the tile is not shown");
  const still = await stage.pixels(tile);

  await tile.focus();
  await page.keyboard.down("ArrowRight");
  await eventually("the camera turns right", position, ({ pan }) => pan > 0.3);
  await page.keyboard.up("ArrowRight");
  const turned = await settled();
  expect(turned.pan).toBeGreaterThan(0.3);
  // Noise and cars alone give about 4.
  await expect
    .poll(async () => difference(still.rgba, (await stage.pixels(tile)).rgba), { timeout: 60_000 })
    .toBeGreaterThan(9);

  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x - box.width / 3, middle.y, { steps: 4 });
  await eventually("the camera turns back", position, ({ pan }) => pan < turned.pan - 0.05);
  await page.mouse.up();
  const back = await settled();

  await page.mouse.wheel(0, -100);
  await eventually("the camera zooms in", position, ({ zoom }) => zoom > back.zoom + 0.005);
  const near = await settled();

  await page.mouse.click(box.x + box.width * 0.75, middle.y);
  await eventually("the camera centres the point", position, ({ pan }) => pan > near.pan + 0.005);
  await settled();
});

test("a pointer that rests turns the camera towards it after 200 ms, until it is let go", async ({ page }) => {
  const { tile } = await openSquare(page);
  const box = await tile.boundingBox();
  if (!box) throw new Error("the tile is not shown");
  // There is no move: a drag is not meant here.
  await page.mouse.move(box.x + box.width * 0.85, box.y + box.height / 2);
  await page.mouse.down();
  await eventually("the camera turns right", position, ({ pan }) => pan > 0.1);
  await page.mouse.up();
  const stopped = await settled();
  expect(stopped.pan).toBeGreaterThan(0.1);
  expect(Math.abs(stopped.tilt)).toBeLessThan(0.02);
});

test("a gamepad steers the camera under its cursor: nothing inside the dead zone of 0.1 per axis", async ({ page }) => {
  const pad = await Gamepad.plugged(page);
  const { tile } = await openSquare(page);
  await expect(tile).toBeVisible();
  await pad.release();
  // Pan is inside its dead zone while the trigger zooms.
  await pad.hold([0.09, 0.09, 0, 0], [7]);
  await eventually("the camera zooms in", position, ({ zoom }) => zoom > 0.1);
  await pad.release();
  const near = await settled();
  expect(Math.abs(near.pan)).toBeLessThan(1e-3);
  expect(Math.abs(near.tilt)).toBeLessThan(1e-3);
  await pad.hold([-0.4, 0, 0, 0]);
  await eventually("the camera turns left", position, ({ pan }) => pan < -0.05);
  // A gamepad that is disconnected stops the movement that it caused.
  await pad.unplug();
  const still = await settled();
  expect(still.pan).toBeLessThan(-0.05);
});

test("presets: named by the rules, saved, gone to, deleted", async ({ page }) => {
  await openSquare(page);
  const name = `E2E ${Date.now() % 100000}`;
  const pane = page.getByRole("region", { name: "PTZ presets of Square (PTZ)" });
  await expect(pane).toBeVisible();
  await pane.getByRole("button", { name: "Add preset" }).click();
  const dialog = page.getByRole("dialog", { name: "PTZ preset name" });
  const field = dialog.getByLabel("Preset name");
  await expect(field).toHaveValue("");
  const save = dialog.getByRole("button", { name: "Save" });
  await save.click();
  await expect(dialog).toContainText("Preset name is required.");
  await field.fill("a".repeat(33));
  await save.click();
  await expect(dialog).toContainText("Preset name must be 32 characters or fewer.");
  await field.fill("Door!");
  await save.click();
  await expect(dialog).toContainText("Invalid user name (alphanumeric characters only).");
  await field.fill(name);
  await save.click();
  await expect(dialog).toBeHidden();

  await api.post(path, { type: "absolute", pan: 0.3, tilt: 0, zoom: 0 });
  await eventually("the camera turned away", position, ({ pan }) => pan > 0.25);
  const go = pane.getByRole("button", { name: `Go to ${name}` });
  await go.click();
  await expect(go).toBeDisabled();
  await eventually("the preset is reached", position, ({ pan }) => Math.abs(pan) < 0.02);
  await expect(go).toBeEnabled();
  await pane.getByRole("button", { name: `Delete preset ${name}` }).click();
  const question = page.getByRole("alertdialog", { name: "Delete the preset" });
  await expect(question).toContainText(name);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(go).toBeVisible();
  await pane.getByRole("button", { name: `Delete preset ${name}` }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(go).toBeHidden();
  const { presets } = await api.get<{ presets: { name: string }[] }>(`${path}/presets`);
  expect(presets.map((preset) => preset.name)).not.toContain(name);
});
