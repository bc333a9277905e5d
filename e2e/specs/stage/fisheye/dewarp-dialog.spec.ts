import { chromium, expect, type Locator, type Page, test } from "@playwright/test";
import { chromiumArguments, findChromium } from "../../../../scripts/machine/chromium.mjs";
import { openPanel, openScreen } from "../../../pages/admin-pages.ts";
import { Api, eventually } from "../../../support/api.ts";
import { Gateway } from "../../../support/network/gateway.ts";
import { secondCamera, type SecondCamera } from "../../../support/second-camera.ts";
import { shared } from "../../../support/shared.ts";

// The six messages of the dewarp dialog, each with its real cause: nothing is mocked.
const NAME = "e2e fisheye";

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

let api: Api;
let camera: SecondCamera;
const path = (): string => `/service/cameras/${camera.id}/streams/${camera.streams[0]?.id}`;
const all = async (): Promise<readonly SecondCamera[]> =>
  (await api.get<{ cameras: SecondCamera[] }>("/service/cameras")).cameras;

/** The demo's ceiling fisheye registered a second time, so that changes to it disturb no other spec. */
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
  camera = await secondCamera(api, shared().dataDir, { name: NAME, demo: "Shop", path: "main" });
});
test.afterAll(async () => {
  for (const each of await all()) if (each.name === NAME) await api.delete(`/service/cameras/${each.id}`);
});

async function runs(): Promise<void> {
  await eventually(
    "the second fisheye runs",
    async () => (await all()).find(({ id }) => id === camera.id)?.streams[0]?.status?.streamState,
    (state) => state === "running",
    60_000,
  );
}

async function openDialog(page: Page, url = shared().url): Promise<Locator> {
  await openScreen(page, "cameras", { url, password: shared().password });
  const panel = await openPanel(page, NAME);
  await panel.getByRole("button", { name: "Fisheye dewarping" }).click();
  const dialog = page.getByRole("dialog", { name: `Dewarp settings of ${NAME}` });
  await expect(dialog).toBeVisible();
  return dialog;
}
const circle = (dialog: Locator): Locator => dialog.getByRole("button", { name: "Circle of the lens" });

test("proxy-only: no preview, and the settings can still be changed", async ({ page }) => {
  const { recordingConfiguration } = await api.get<{ recordingConfiguration: Record<string, unknown> }>(path());
  await api.patch(path(), { recordingConfiguration: { mode: "PROXY_ONLY_MODE" } });
  try {
    const dialog = await openDialog(page);
    await expect(dialog.getByRole("alert")).toHaveText("No preview: the stream is in proxy-only mode.");
    await expect(circle(dialog)).toHaveCount(0);
    await dialog.getByRole("spinbutton", { name: "Pan (°)" }).fill("33");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    const saved = await api.get<{ dewarpConfiguration: { defaultPerspectiveView: { pan: number } } }>(path());
    expect(saved.dewarpConfiguration.defaultPerspectiveView.pan).toBe(33);
  } finally {
    const { mode } = recordingConfiguration as { mode: string };
    await api.patch(path(), { recordingConfiguration: { mode } });
  }
});

test("not running: no preview, until the stream runs again", async ({ page }) => {
  await api.patch(path(), { active: false });
  try {
    const dialog = await openDialog(page);
    await expect(dialog.getByRole("alert")).toHaveText("No preview: the stream is not running.");
    await api.patch(path(), { active: true });
    await expect(circle(dialog)).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByRole("alert")).toHaveCount(0);
  } finally {
    await api.patch(path(), { active: true });
    await runs();
  }
});

test("a failed preview is reported; so is a failed save, and the settings stay", async ({ page }) => {
  const gateway = await Gateway.to(shared().url);
  try {
    gateway.refused = /\/frame\?/;
    const dialog = await openDialog(page, gateway.url);
    await expect(dialog.getByRole("alert")).toHaveText("The preview failed.");
    // The picture is requested again, and appears as soon as it can.
    gateway.restore();
    await expect(circle(dialog)).toBeVisible();

    const tilt = dialog.getByRole("spinbutton", { name: "Tilt (°)" });
    await tilt.fill("61");
    gateway.refused = /\/service\/cameras\/[^/]+\/streams\//;
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("The dewarp settings could not be saved.");
    await expect(tilt).toHaveValue("61");
    gateway.restore();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    const saved = await api.get<{ dewarpConfiguration: { defaultPerspectiveView: { tilt: number } } }>(path());
    expect(saved.dewarpConfiguration.defaultPerspectiveView.tilt).toBe(61);
  } finally {
    await gateway.close();
  }
});

test("a browser without WebGL says that the dewarper failed to initialize, and still saves by figures", async () => {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: [...chromiumArguments, "--disable-3d-apis"],
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const dialog = await openDialog(page);
    await expect(circle(dialog)).toContainText("dewarper failed to initialize");
    await expect(dialog.getByRole("alert")).toHaveText("dewarper failed to initialize");
    await dialog.getByRole("spinbutton", { name: "Pan (°)" }).fill("12");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
  } finally {
    await browser.close();
  }
});

test("no primary stream: no preview, and nothing to save", async ({ page }) => {
  await api.delete(path());
  const dialog = await openDialog(page);
  await expect(dialog.getByRole("alert")).toHaveText("No preview: the camera has no primary stream.");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
});
