import { expect, test } from "@playwright/test";
import { openScreen } from "../pages/admin-pages.ts";
import { Api, type CameraAnswer, eventually } from "../support/api.ts";
import { demoPassword } from "../support/demo-password.ts";
import { TestRecorder } from "../support/test-recorder.ts";

/** A recorder of its own: its demo cameras are taken away and found again, as devices of the network are. */
let recorder: TestRecorder;
let api: Api;

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  recorder = await TestRecorder.fresh(["--cameras-allow-loopback"]);
  api = await Api.signedIn(recorder.url, "admin", recorder.password);
});
test.afterAll(async () => {
  await recorder.stop();
  recorder.remove();
});

const cameras = async (): Promise<readonly CameraAnswer[]> =>
  (await api.get<{ cameras: CameraAnswer[] }>("/service/cameras")).cameras;

test("found cameras are registered one after the other; those that fail say why and are tried again alone", async ({
  page,
}) => {
  await eventually("the demo cameras", cameras, (list) => list.length >= 8, 120_000);
  const gone = ["Corridor", "Lobby", "Yard"];
  for (const { id, name } of await cameras()) if (gone.includes(name)) await api.delete(`/service/cameras/${id}`);
  const left = (await cameras()).length;

  await openScreen(page, "cameras", recorder);
  await page.getByRole("button", { name: "Add camera" }).click();
  const dialog = page.getByRole("dialog", { name: "Camera registration" });
  const found = dialog.getByRole("table", { name: "Cameras found" });
  await expect(found).toBeVisible({ timeout: 30_000 });
  const rowOf = (name: string) => found.locator("tr", { hasText: name });
  const register = dialog.getByRole("button", { name: "Register selected" });
  await expect(register).toBeDisabled();
  for (const name of gone) await expect(rowOf(name)).toContainText("not registered");
  // What is there already cannot be chosen.
  await expect(rowOf("Night street")).toContainText(/(?<!not )registered/);
  await expect(rowOf("Night street").getByRole("checkbox")).toBeDisabled();
  const addresses = await found.locator("tbody tr td:nth-child(2)").allTextContents();
  expect(addresses).toEqual(addresses.toSorted());

  await dialog.getByText("Select all").click();
  for (const name of gone) await expect(rowOf(name).getByRole("checkbox")).toBeChecked();
  await dialog.getByLabel("Username").fill("admin");
  await dialog.getByLabel("Password").fill("not the password");
  await register.click();
  const progress = dialog.getByRole("progressbar");
  await expect(progress).toBeVisible();
  for (const name of gone) await expect(rowOf(name)).toContainText("onvif/unauthorized: ", { timeout: 60_000 });
  await expect(progress).toHaveAttribute("aria-valuenow", "100");
  await expect(dialog).toContainText("0 of 3 registered");
  expect(await cameras()).toHaveLength(left);

  // What was typed is still there; the ones that failed, and only those, are tried again.
  await expect(dialog.getByLabel("Username")).toHaveValue("admin");
  await dialog.getByLabel("Password").fill(demoPassword(recorder.dataDir));
  await dialog.getByRole("button", { name: "Retry failed" }).click();
  await expect(dialog).toHaveCount(0, { timeout: 90_000 });
  for (const name of gone) await expect(page.getByRole("checkbox", { name: `Select ${name}` })).toBeAttached();
  expect(await cameras()).toHaveLength(left + gone.length);
});
