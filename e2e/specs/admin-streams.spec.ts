import { expect, type Page, test } from "@playwright/test";
import { openPanel, openScreen, told } from "../pages/admin-pages.ts";
import { Api, eventually } from "../support/api.ts";
import { Gateway } from "../support/gateway.ts";
import { secondCamera, type SecondCamera } from "../support/second-camera.ts";
import { shared } from "../support/shared.ts";

/** Addresses that are copied, and streams from being added to being deleted. */
const NAME = "e2e streams";
let api: Api;
let gateway: Gateway;
let camera: SecondCamera;

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000, permissions: ["clipboard-read", "clipboard-write"] });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  api = await Api.signedIn(shared().url, "admin", shared().password);
  gateway = await Gateway.to(shared().url);
  camera = await secondCamera(api, shared().dataDir, { name: NAME, demo: "Lobby", path: "small" });
});
test.afterAll(async () => {
  await gateway.close();
  await api.delete(`/service/cameras/${camera.id}`).catch(() => undefined);
});
test.afterEach(() => gateway.restore());

const now = (): Promise<SecondCamera> => api.get<SecondCamera>(`/service/cameras/${camera.id}`);

const open = (page: Page, path: string): Promise<void> =>
  openScreen(page, path, { url: gateway.url, password: shared().password });

test("addresses are copied; streams are added up to the camera's limit, made primary and deleted", async ({ page }) => {
  await open(page, "cameras");
  const panel = await openPanel(page, NAME);
  for (const label of ["Address", "Camera RTSP URL", "Proxy RTSP URL"]) {
    await panel.getByRole("button", { name: `Copy ${label}` }).click();
    await expect(page.getByText("Copied", { exact: true }).first()).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^rtsps?:\/\//);
    expect(copied.includes(`/service/streams/${camera.streams[0]?.id}/live`)).toBe(label === "Proxy RTSP URL");
  }

  const dialog = page.getByRole("dialog", { name: "Add stream" });
  const save = dialog.getByRole("button", { name: "Save" });
  await panel.getByRole("button", { name: "Add stream" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("large");
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Path").fill("/lobby/nowhere");
  await save.click();
  await expect(dialog.getByRole("alert")).toContainText("camera/", { timeout: 60_000 });
  await expect(dialog.getByLabel("Path")).toHaveValue("/lobby/nowhere");
  await dialog.getByLabel("Path").fill("/lobby/main");
  await save.click();
  await expect(dialog).toHaveCount(0, { timeout: 60_000 });

  await panel.getByRole("button", { name: "Make large the primary stream" }).click();
  await expect(panel.getByRole("button", { name: "Make Stream 1 the primary stream" })).toBeVisible();
  const large = (await now()).streams.find(({ name }) => name === "large");
  await eventually("large is the primary stream", now, ({ primaryStream }) => primaryStream?.id === large?.id, 15_000);

  const asked = told(page).filter({ hasText: "Delete the stream large?" });
  await panel.getByRole("button", { name: "Delete stream large" }).click();
  await asked.getByRole("button", { name: "Cancel" }).click();
  gateway.refusedCalls = /^DELETE /;
  await panel.getByRole("button", { name: "Delete stream large" }).click();
  await asked.getByRole("button", { name: "Delete" }).click();
  await expect(told(page)).toContainText("no response from server");
  await expect(told(page)).toContainText("Failed to delete stream large.");
  await page.getByRole("button", { name: "OK" }).click();
  gateway.restore();
  await panel.getByRole("button", { name: "Delete stream large" }).click();
  await asked.getByRole("button", { name: "Delete" }).click();
  await expect(panel.getByRole("button", { name: "Delete stream large" })).toHaveCount(0);
  // What is left is the primary one again.
  await eventually(
    "the first one again",
    now,
    ({ primaryStream }) => primaryStream?.id === camera.streams[0]?.id,
    15_000,
  );

  // An ONVIF camera has no more streams than it says: both are there.
  const yard = await openPanel(page, "Yard");
  await yard.getByRole("button", { name: "Add stream" }).click();
  await expect(told(page)).toContainText("The maximum number of streams has been reached for this camera.");
  await page.getByRole("button", { name: "OK" }).click();
  for (const name of ["main", "small"])
    await expect(yard.getByRole("button", { name: `Delete stream ${name}` })).toBeDisabled();
});
