import { expect, test } from "@playwright/test";
import { probeStream } from "#recorder/ingest/stream-probe.ts";
import { openPanel, openScreen, told } from "../../pages/admin-pages.ts";
import { Api, type CameraAnswer, eventually } from "../../support/api.ts";
import { demoConnection } from "../../support/second-camera.ts";
import { shared } from "../../support/shared.ts";

const name = "e2e registered camera";
interface Full extends CameraAnswer {
  readonly driver: string;
  readonly streams: { readonly id: string; readonly rtsp?: string }[];
}

async function removeCamera(): Promise<void> {
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: Full[] }>("/service/cameras");
  for (const camera of cameras) if (camera.name.startsWith(name)) await api.delete(`/service/cameras/${camera.id}`);
}
test.beforeEach(removeCamera);
test.afterEach(removeCamera);

test("an administrator registers a camera by hand, renames it, sees it run and deletes it", async ({ page }) => {
  test.setTimeout(240_000);
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const connection = await demoConnection(api, shared().dataDir, { demo: "Yard", path: "small" });

  await openScreen(page, "cameras");
  await page.getByRole("button", { name: "Add camera" }).click();
  await page.getByRole("tab", { name: "Manual" }).click();
  const dialog = page.getByRole("dialog");
  const uri = dialog.getByLabel("Connection URI");
  await expect(uri).toHaveValue("{ip}/onvif/device_service");
  await dialog.getByRole("button", { name: /Driver/ }).click();
  await page.getByRole("option", { name: "Generic RTSP" }).click();
  await expect(uri).toHaveValue("{address}");
  await expect(dialog.getByRole("button", { name: "Register" })).toBeDisabled();

  // A camera that does not answer is refused, and the typed values stay.
  await uri.fill("rtsp://127.0.0.1:9/none");
  await dialog.getByLabel("Camera name").fill(name);
  await dialog.getByRole("button", { name: "Register" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible({ timeout: 60_000 });
  await expect(uri).toHaveValue("rtsp://127.0.0.1:9/none");

  // A camera that answers but rejects the login is refused with another message.
  await uri.fill(connection.uri);
  await dialog.getByRole("button", { name: "Register" }).click();
  await expect(dialog.getByRole("alert")).toContainText("camera/auth: ", { timeout: 60_000 });
  await dialog.getByLabel("Username").fill(connection.username);
  await dialog.getByLabel("Password").fill(connection.password);
  await dialog.getByRole("button", { name: "Register" }).click();
  await expect(dialog).toHaveCount(0, { timeout: 60_000 });
  await openPanel(page, name);
  await expect(page.getByText("Camera RTSP URL")).toBeVisible();
  await page.getByRole("button", { name: "Edit camera name" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("");
  await expect(page.getByText("Camera name is required.")).toBeVisible();
  await page.getByRole("dialog").getByLabel("Name").fill(`${name} 2`);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("checkbox", { name: `Select ${name} 2` })).toBeAttached();
  await eventually(
    "the camera runs",
    async () =>
      (await api.get<{ cameras: Full[] }>("/service/cameras")).cameras.find((each) => each.name === `${name} 2`),
    (camera) => camera?.primaryStream?.status?.streamState === "running",
    60_000,
  );

  // A player can use the proxy's address in the panel with the password of one of our accounts.
  const proxyUrl = page.getByText(/^rtsp:\/\/127\.0\.0\.1:\d+\/service\/streams\/[\w-]+\/live$/);
  await expect(proxyUrl).toBeVisible();
  const player = { url: (await proxyUrl.textContent()) ?? "", username: "admin", transport: "tcp" } as const;
  expect(await probeStream({ ...player, password: shared().password })).toMatchObject({
    ok: true,
    value: { video: { codec: "h264" } },
  });
  expect(await probeStream({ ...player, password: "wrong" })).toMatchObject({
    ok: false,
    error: { code: "camera/auth" },
  });

  await page.getByText(`${name} 2`).first().scrollIntoViewIfNeeded();
  await page
    .locator("li", { has: page.getByRole("checkbox", { name: `Select ${name} 2` }) })
    .locator("label")
    .first()
    .click();
  await page.getByRole("button", { name: "Delete selected" }).click();
  await told(page).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("checkbox", { name: `Select ${name} 2` })).toHaveCount(0);
});
