import { expect, test } from "@playwright/test";
import { openPanel, told } from "../../pages/admin-pages.ts";
import { eventually } from "../../support/api.ts";
import { ownCamera } from "../../support/own-camera.ts";
import type { SecondCamera } from "../../support/second-camera.ts";

/** Copied addresses, and the life of a stream from its addition to its deletion. */
const NAME = "e2e streams";

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000, permissions: ["clipboard-read", "clipboard-write"] });
const own = ownCamera(NAME);

const now = (): Promise<SecondCamera> => own.api.get<SecondCamera>(`/service/cameras/${own.camera.id}`);

test("addresses are copied; streams are added up to the camera's limit, made primary and deleted", async ({ page }) => {
  await own.open(page, "cameras");
  const panel = await openPanel(page, NAME);
  for (const label of ["Address", "Camera RTSP URL", "Proxy RTSP URL"]) {
    await panel.getByRole("button", { name: `Copy ${label}` }).click();
    await expect(page.getByText("Copied", { exact: true }).first()).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^rtsps?:\/\//);
    expect(copied.includes(`/service/streams/${own.camera.streams[0]?.id}/live`)).toBe(label === "Proxy RTSP URL");
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
  await told(page).getByRole("button", { name: "Make primary" }).click();
  await expect(panel.getByRole("button", { name: "Make Stream 1 the primary stream" })).toBeVisible();
  const large = (await now()).streams.find(({ name }) => name === "large");
  await eventually("large is the primary stream", now, ({ primaryStream }) => primaryStream?.id === large?.id, 15_000);

  const asked = told(page).filter({ hasText: "Delete the stream large?" });
  await panel.getByRole("button", { name: "Delete stream large" }).click();
  await asked.getByRole("button", { name: "Cancel" }).click();
  own.gateway.refusedCalls = /^DELETE /;
  await panel.getByRole("button", { name: "Delete stream large" }).click();
  await asked.getByRole("button", { name: "Delete" }).click();
  await expect(told(page)).toContainText("no response from server");
  await expect(told(page)).toContainText("Failed to delete stream large.");
  await page.getByRole("button", { name: "OK" }).click();
  own.gateway.restore();
  await panel.getByRole("button", { name: "Delete stream large" }).click();
  await asked.getByRole("button", { name: "Delete" }).click();
  await expect(panel.getByRole("button", { name: "Delete stream large" })).toHaveCount(0);
  // The remaining stream becomes the primary one again.
  await eventually(
    "the first one again",
    now,
    ({ primaryStream }) => primaryStream?.id === own.camera.streams[0]?.id,
    15_000,
  );

  // An ONVIF camera offers no more streams than it reports, and both are registered.
  const yard = await openPanel(page, "Yard");
  await yard.getByRole("button", { name: "Add stream" }).click();
  await expect(told(page)).toContainText("The maximum number of streams has been reached for this camera.");
  await page.getByRole("button", { name: "OK" }).click();
  for (const name of ["main", "small"])
    await expect(yard.getByRole("button", { name: `Delete stream ${name}` })).toBeDisabled();
});
