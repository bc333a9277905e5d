import { expect, type Locator, type Page, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { Api, type CameraAnswer } from "../../support/api.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { shared } from "../../support/shared.ts";

const SQUARE = "Square \\(PTZ\\)";
const PASSWORD = "correct horse battery";

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

let api: Api;
let camera = "";
let annaId = "";
const tokens: string[] = [];

test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  camera = `/service/cameras/${cameras.find(({ name }) => name === "Square (PTZ)")?.id}`;
  for (const [name, pan] of [
    ["Fountain", -0.3],
    ["Arcade", 0.3],
  ] as const) {
    await api.post(`${camera}/position`, { type: "absolute", pan, tilt: 0, zoom: 0 });
    tokens.push((await api.post<{ token: string }>(`${camera}/position/presets`, { name })).token);
  }
  await api.delete(`${camera}/position/hold`);
  const anna = { username: "annatour", password: PASSWORD, role: "Manager" };
  annaId = (await api.post<{ id: string }>("/service/users", anna)).id;
});
test.afterAll(async () => {
  await api.patch(`${camera}/tour`, { enabled: false });
  await api.post(`${camera}/position/hold`, { takeOver: true });
  for (const token of tokens) await api.delete(`${camera}/position/presets/${token}`);
  await api.delete(`${camera}/position/hold`);
  await api.delete(`/service/users/${annaId}`);
});

async function openPane(page: Page, username: string, password: string): Promise<Locator> {
  const stage = await enterStage(page, { url: shared().url, password }, { lowBandwidth: true, username });
  await stage.add(SQUARE);
  const tile = await stage.playing(SQUARE, 90_000);
  await tile.hover();
  await page.getByRole("button", { name: "PTZ", exact: true }).click();
  const pane = page.getByRole("region", { name: /PTZ presets of Square/ });
  await expect(pane.getByRole("button", { name: "Go to Fountain" })).toBeVisible();
  return pane;
}

test("a tour is made and runs for everybody, waits for who takes the camera, and an administrator takes it over", async ({
  page,
  browser,
}) => {
  const pane = await openPane(page, "admin", shared().password);
  await pane.getByRole("button", { name: "New tour…" }).click();
  const dialog = page.getByRole("dialog", { name: "Tour of presets" });
  // All presets of the camera are there at first.
  const { presets } = await api.get<{ presets: { name: string }[] }>(`${camera}/position/presets`);
  await expect(dialog.getByRole("listitem")).toHaveCount(presets.length);
  for (const { name } of presets.filter((preset) => !["Fountain", "Arcade"].includes(preset.name)))
    await dialog.getByRole("button", { name: `Remove ${name} from the list` }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  for (const name of ["Fountain", "Arcade"])
    await dialog.getByRole("textbox", { name: `Seconds at ${name}`, exact: true }).fill("3");
  expect(await axeFindings(page, "[role=dialog]")).toEqual([]);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(pane.getByText("Tour: Fountain")).toBeVisible({ timeout: 30_000 });
  await expect(pane.getByText("Tour: Arcade")).toBeVisible({ timeout: 30_000 });

  const other = await (await browser.newContext()).newPage();
  const annas = await openPane(other, "annatour", PASSWORD);
  await expect(annas.locator("[data-tour=runs]")).toBeVisible();
  await expect(annas.getByRole("button", { name: "Edit the tour" })).toHaveCount(0);

  // Anna takes the camera in hand: the tour waits, and everybody reads whose it is.
  await annas.getByRole("button", { name: "Go to Fountain" }).click();
  await expect(annas.getByText(/^You hold it, 0:\d\d$/)).toBeVisible();
  await expect(pane.getByText(/^Held by annatour, (?:0:\d\d|1:00)$/)).toBeVisible();
  await expect(pane.locator("[data-tour=waits]")).toBeVisible();
  await pane.getByRole("button", { name: "Go to Arcade" }).click();
  await expect(pane.getByRole("alert").filter({ hasText: /Held by annatour, \d+ s more/ })).toBeVisible();
  expect(await axeFindings(page, "section[data-pane]")).toEqual([]);

  // Only the administrator may take it out of her hand.
  await expect(annas.getByRole("button", { name: "Take over" })).toHaveCount(0);
  await pane.getByRole("button", { name: "Take over" }).click();
  await expect(pane.getByText(/^You hold it/)).toBeVisible();
  await expect(annas.getByText(/^Held by admin/)).toBeVisible();
  await annas.getByRole("button", { name: "Go to Arcade" }).click();
  await expect(annas.getByRole("alert").filter({ hasText: /Held by admin/ })).toBeVisible();

  // Let go: the tour goes on for both.
  await pane.getByRole("button", { name: "Let go" }).click();
  await expect(pane.locator("[data-tour=runs]")).toBeVisible();
  await expect(annas.locator("[data-tour=runs]")).toBeVisible();
  await other.context().close();
});
