import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { ZipFile } from "yazl";
import { openPanel, openScreen } from "../../pages/admin-pages.ts";
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

test("an encoder is set in the camera itself, and its settings are copied to another", async ({ page }) => {
  const lobby = await mainOf("Lobby");
  const yard = await mainOf("Yard");
  const widthOf = async (name: string): Promise<number | undefined> => (await mainOf(name)).stream.status?.video?.width;
  try {
    await openScreen(page, "cameras");
    const panel = await openPanel(page, "Lobby");
    await panel.getByRole("button", { name: `Settings of stream ${lobby.stream.name}`, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Stream settings" });
    await dialog.getByRole("button", { name: /Recording style/ }).click();
    await page.getByRole("option", { name: "continuous with motion-adaptive frame rate" }).click();
    await dialog.getByRole("button", { name: /Frame rate without motion/ }).click();
    // 15 frames per second divided by whole numbers, down to 1
    await expect(page.getByRole("option", { name: "7.5", exact: true })).toBeVisible();
    await page.getByRole("option", { name: "3", exact: true }).click();
    await dialog.getByRole("button", { name: /Resolution/ }).click();
    await page.getByRole("option", { name: "640x360" }).click();
    const bitRate = dialog.getByLabel("Bit Rate", { exact: true });
    await bitRate.fill("999999");
    await bitRate.blur();
    await expect(bitRate).toHaveValue("4000");
    // The lobby has sound with an encoder of its own.
    await dialog.getByRole("button", { name: /Audio Bit Rate/ }).click();
    await expect(page.getByRole("option")).toHaveText(["32", "48", "64"]);
    await page.getByRole("option", { name: "64", exact: true }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    expect((await mainOf("Lobby")).stream.configuration.Audio).toEqual({ Encoder: "AAC", BitRate: 64, SampleRate: 32 });
    expect((await mainOf("Lobby")).stream.configuration.Video).toMatchObject({
      Resolution: "640x360",
      GOVLength: 5,
      BitRate: 4000,
    });
    await eventually(
      "the lobby sends 640 px",
      () => widthOf("Lobby"),
      (width) => width === 640,
      60_000,
    );

    await panel.getByRole("button", { name: `Copy settings of stream ${lobby.stream.name} to cameras` }).click();
    const copy = page.getByRole("dialog", { name: /^Copy settings of/ });
    await expect(copy.getByRole("button", { name: "Copy", exact: true })).toBeDisabled();
    await expect(copy.getByRole("checkbox", { name: "Lobby" })).toHaveCount(0);
    for (const section of ["Video", "Audio"])
      await expect(copy.getByRole("checkbox", { name: section, exact: true })).toBeChecked();
    await copy.getByText("Yard", { exact: true }).click();
    await copy.getByText("Shop (ceiling fisheye)", { exact: true }).click();
    await copy.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(copy.getByText("2 of 2 cameras")).toBeVisible({ timeout: 60_000 });
    await expect(copy.getByText("copied")).toHaveCount(2);
    // A fisheye has square pictures: the size with the nearest pixel count is chosen, and the dialog says so.
    await expect(copy.getByText("Resolution: 320x320 instead of 640x360.")).toBeVisible();
    // The yard sends G.711 at its only rate, and the fisheye has no sound.
    await expect(copy.getByText("Audio Encoder: G711 instead of AAC.")).toHaveCount(1);
    await copy.getByRole("button", { name: "Close" }).click();
    await eventually(
      "the yard sends 640 px",
      () => widthOf("Yard"),
      (width) => width === 640,
      60_000,
    );
  } finally {
    for (const { path, stream } of [lobby, yard, await mainOf("Shop")]) {
      const video = { ...stream.configuration.Video };
      if (stream === lobby.stream || stream === yard.stream)
        await api.patch(path, { configuration: { Video: video, Audio: stream.configuration.Audio } });
      else
        await api.patch(path, {
          configuration: { Video: { ...video, Resolution: "1024x1024", FrameRate: 15, GOVLength: 30, BitRate: 1500 } },
        });
    }
    await api.patch(lobby.path, { recordingConfiguration: { motionReducer: false } });
  }
});

test("an administrator gives the recorder another client, and takes it back", async ({ page }) => {
  const client = join(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))), ".cache/e2e/client");
  const file = new ZipFile();
  for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(client, path);
    const bytes = readFileSync(path);
    file.addBuffer(
      name === "index.html" ? Buffer.from(bytes.toString("utf8").replace("</title>", " updated</title>")) : bytes,
      name,
    );
  }
  file.end();
  const zip = await buffer(file.outputStream);
  try {
    await openScreen(page, "version");
    await page.getByRole("button", { name: "Update client" }).click();
    const dialog = page.getByRole("dialog", { name: "Update client" });
    const update = dialog.getByRole("button", { name: "Update", exact: true });
    await expect(update).toBeDisabled();
    const choose = dialog.getByLabel("Client file (.zip)");
    await choose.setInputFiles({ name: "client.tar", mimeType: "application/x-tar", buffer: Buffer.from("x") });
    await expect(dialog.getByText("no file specified")).toBeVisible();
    await expect(update).toBeDisabled();
    await choose.setInputFiles({ name: "client.zip", mimeType: "application/zip", buffer: Buffer.from("no zip") });
    // Every user will run this client, so the person who uploads it must enter their password once more.
    const password = dialog.getByLabel("Your password");
    await expect(update).toBeDisabled();
    await password.fill("somebody else's");
    await update.click();
    await expect(dialog.getByRole("alert")).toContainText("session/confirm: ");
    await expect(password).toHaveValue("somebody else's");
    await password.fill(shared().password);
    await update.click();
    await expect(dialog.getByRole("alert")).toContainText("client/bad-file: ");
    await choose.setInputFiles({ name: "client.zip", mimeType: "application/zip", buffer: zip });
    await update.click();
    await page.getByRole("button", { name: "Load it now" }).click({ timeout: 60_000 });
    await expect(page).toHaveTitle(/updated$/);
  } finally {
    await api.request("DELETE", "/service/ui");
  }
  await page.reload();
  await expect(page).not.toHaveTitle(/updated$/);
});
