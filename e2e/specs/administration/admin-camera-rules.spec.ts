import { expect, type Page, test } from "@playwright/test";
import { openPanel, openScreen } from "../../pages/admin-pages.ts";
import { Api, type CameraAnswer } from "../../support/api.ts";
import { Gateway } from "../../support/network/gateway.ts";
import { shared } from "../../support/shared.ts";

/** Rules, limits and texts of cameras and their streams (document 2), and the message of each while the server does not answer. */
test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

let api: Api;
let gateway: Gateway;
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
  gateway = await Gateway.to(shared().url);
});
test.afterAll(() => gateway.close());
test.afterEach(() => gateway.restore());

const cameras = async (): Promise<readonly CameraAnswer[]> =>
  (await api.get<{ cameras: CameraAnswer[] }>("/service/cameras")).cameras;
async function cameraOf(name: string): Promise<CameraAnswer> {
  const found = (await cameras()).find((camera) => camera.name === name);
  if (!found) throw new Error(`no camera ${name}`);
  return found;
}

/** Signs in through the gateway, where a test can make calls fail, and opens a screen. */
const open = (page: Page, path: string): Promise<void> =>
  openScreen(page, path, { url: gateway.url, password: shared().password });

test("cameras: in their order, with ids, states and previews; what cannot be deleted is said camera by camera", async ({
  page,
}) => {
  await open(page, "cameras");
  const yard = await cameraOf("Yard");
  const rows = page.locator("li[data-camera]");
  await expect(rows).toHaveCount((await cameras()).length);
  const names = await page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute("aria-label") ?? ""));
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  const row = page.locator(`li[data-camera="${yard.id}"]`);
  await expect(row).toContainText("running");
  await row.getByText("Yard", { exact: true }).hover();
  await expect(page.getByRole("tooltip")).toHaveText(`Camera ${yard.id}, stream ${yard.primaryStream?.id}`);
  await page.mouse.move(0, 0);
  await row.getByRole("button", { name: "Preview of Yard" }).click();
  const preview = page.getByRole("dialog", { name: "Preview of Yard" });
  await expect(preview.getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");

  const selected = page.getByRole("button", { name: "Delete selected" });
  await expect(selected).toBeDisabled();
  await page.getByText("Select all").click();
  await expect(page.getByRole("checkbox", { name: "Select Yard" })).toBeChecked();
  await expect(selected).toBeEnabled();
  await page.getByText("Select all").click();
  await expect(selected).toBeDisabled();

  for (const name of ["Yard", "Corridor"]) {
    const camera = await cameraOf(name);
    await page.locator(`li[data-camera="${camera.id}"] label`).first().click();
  }
  gateway.refusedCalls = /^DELETE /;
  await selected.click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Delete" }).click();
  for (const name of ["Yard", "Corridor"])
    await expect(dialog).toContainText(`failed to remove camera ${name} (no response from server)`);
  await expect(dialog.getByRole("button", { name: "Try again" })).toBeEnabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await cameras()).map(({ name }) => name)).toEqual(expect.arrayContaining(["Yard", "Corridor"]));
});

test("an edit of a camera that fails is said, keeps what was typed and changes nothing", async ({ page }) => {
  await open(page, "cameras");
  await openPanel(page, "Yard");
  await page.getByRole("button", { name: "Edit camera name" }).click();
  const dialog = page.getByRole("dialog");
  gateway.refusedCalls = /^PATCH /;
  await dialog.getByLabel("Name").fill("Yard by night");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("An unexpected error has occurred.");
  await expect(dialog.getByLabel("Name")).toHaveValue("Yard by night");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // Another primary stream is shown at once, and undone when the server refuses it.
  const small = page.getByRole("button", { name: "Make small the primary stream" });
  await small.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make primary" }).click();
  const refused = page.getByRole("alertdialog", { name: "The stream could not be made the primary stream." });
  await expect(refused).toContainText("no response from server");
  await refused.getByRole("button", { name: "OK" }).click();
  await expect(small).toBeVisible();
  gateway.restore();

  await page.getByRole("button", { name: "Recover camera" }).click();
  const uri = dialog.getByLabel("Connection URI");
  const before = await uri.inputValue();
  await uri.fill("http://127.0.0.1:9/onvif/device_service");
  await dialog.getByRole("button", { name: "Recover", exact: true }).click();
  // The stored password is sent to no other address, neither before the operator is told nor afterwards.
  await expect(dialog.getByRole("alert")).toHaveText(/^camera\/password-required: /);
  await expect(dialog.getByText("The address is another one: enter the password again.")).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill("another one");
  await dialog.getByRole("button", { name: "Recover", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText(/^onvif\/unreachable: /, { timeout: 60_000 });
  await expect(uri).toHaveValue("http://127.0.0.1:9/onvif/device_service");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Recover camera" }).click();
  await expect(uri).toHaveValue(before);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.getByRole("alertdialog", { name: "Camera verified" })).toContainText(/H264/, { timeout: 30_000 });
});

test("stream settings: numbers go to their limits, the name is required, a still rate only where it works", async ({
  page,
}) => {
  await open(page, "cameras");
  await openPanel(page, "Yard");
  await page.getByRole("button", { name: "Settings of stream main", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save" });
  for (const [label, typed, becomes] of [
    ["GOV Length", "100000", /^\d{2,4}$/],
    ["GOV Length", "0", /^1$/],
    ["Bit Rate", "-5", /^\d+$/],
    ["Frame Rate", "9999", /^(15|20|25|30)$/],
    ["Quality", "x", /^\d+$/],
  ] as const) {
    const input = dialog.getByRole("textbox", { name: label, exact: true });
    await input.fill(typed);
    await input.blur();
    await expect(input, `${label} ${typed}`).toHaveValue(becomes);
  }
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(" ");
  await expect(dialog.getByText("Stream name is required.")).toBeVisible();
  await expect(save).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("main");
  const style = dialog.getByRole("button", { name: /Recording style/ });
  await style.click();
  await expect(page.getByRole("option")).toHaveText([
    "continuous with motion detection",
    "continuous without motion detection",
    "continuous with motion-adaptive frame rate",
    "proxy only (no video)",
    "record only when motion detected",
  ]);
  await page.getByRole("option", { name: "continuous with motion-adaptive frame rate" }).click();
  await expect(dialog.getByText("Frame rate without motion")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("motion detection says why there is no picture, and when the mask cannot be loaded", async ({ page }) => {
  const yard = await cameraOf("Yard");
  const main = `/service/cameras/${yard.id}/streams/${yard.primaryStream?.id}`;
  await open(page, "cameras");
  await openPanel(page, "Yard");
  const dialog = page.getByRole("dialog");
  const look = async (): Promise<void> => page.getByRole("button", { name: "Motion detection" }).click();
  const leave = async (): Promise<void> => dialog.getByRole("button", { name: "Cancel" }).click();

  gateway.refusedCalls = /^GET \/service\/streams\/\w+\/frame/;
  await look();
  await expect(dialog.getByText("The image could not be retrieved.")).toBeVisible();
  await leave();
  gateway.refusedCalls = /\/motion\/mask/;
  await look();
  await expect(dialog.getByText("Could not load mask")).toBeVisible();
  await leave();
  gateway.restore();
  try {
    await api.patch(main, { recordingConfiguration: { mode: "PROXY_ONLY_MODE", filesplit: { recordState: false } } });
    // The address names the camera, so its panel is open again.
    await page.reload();
    await look();
    await expect(dialog.getByText("No image: the stream is in proxy-only mode.")).toBeVisible();
    await leave();
  } finally {
    await api.patch(main, {
      recordingConfiguration: { mode: "ALL_FEATURES_MODE", filesplit: { motionMode: 0, recordState: true } },
    });
  }
});
