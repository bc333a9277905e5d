import { expect, test } from "@playwright/test";
import { openScreen } from "../../pages/admin-pages.ts";
import { eventually } from "../../support/api.ts";
import { demoPassword } from "../../support/demo-password.ts";
import { ownRecorder } from "../../support/own-recorder.ts";

/** A recorder of its own: its demo cameras are removed and found again, as devices on the network. */

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });
const own = ownRecorder(["--cameras-allow-loopback"]);

test("found cameras are registered one after the other; those that fail say why and are tried again alone", async ({
  page,
}) => {
  await eventually("the demo cameras", own.cameras, (list) => list.length >= 8, 120_000);
  const gone = ["Corridor", "Lobby", "Yard"];
  for (const { id, name } of await own.cameras())
    if (gone.includes(name)) await own.api.delete(`/service/cameras/${id}`);
  const left = (await own.cameras()).length;

  await openScreen(page, "cameras", own.recorder);
  await page.getByRole("button", { name: "Add camera" }).click();
  const dialog = page.getByRole("dialog", { name: "Camera registration" });
  const found = dialog.getByRole("table", { name: "Cameras found" });
  await expect(found).toBeVisible({ timeout: 30_000 });
  const rowOf = (name: string) => found.locator("tr", { hasText: name });
  const register = dialog.getByRole("button", { name: "Register selected" });
  await expect(register).toBeDisabled();
  for (const name of gone) await expect(rowOf(name)).toContainText("not registered");
  // A registered device cannot be chosen.
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
  expect(await own.cameras()).toHaveLength(left);

  // The typed values are still there; only the devices that failed are tried again.
  await expect(dialog.getByLabel("Username")).toHaveValue("admin");
  await dialog.getByLabel("Password").fill(demoPassword(own.recorder.dataDir));
  await dialog.getByRole("button", { name: "Retry failed" }).click();
  await expect(dialog).toHaveCount(0, { timeout: 90_000 });
  for (const name of gone) await expect(page.getByRole("checkbox", { name: `Select ${name}` })).toBeAttached();
  expect(await own.cameras()).toHaveLength(left + gone.length);
});
