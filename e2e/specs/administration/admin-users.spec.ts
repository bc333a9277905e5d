import { expect, test } from "@playwright/test";
import { openScreen, told } from "../../pages/admin-pages.ts";
import { Api } from "../../support/api.ts";
import { shared } from "../../support/shared.ts";

const username = "e2e_admin_users";
const password = "correct horse battery";

async function removeUser(): Promise<void> {
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const { users } = await api.get<{ users: { id: string; username: string }[] }>("/service/users");
  for (const user of users) if (user.username.startsWith(username)) await api.delete(`/service/users/${user.id}`);
}
test.beforeEach(removeUser);
test.afterEach(removeUser);

test("an administrator adds, edits and deletes a user; the server enforces what the screen says", async ({ page }) => {
  test.setTimeout(180_000);
  await openScreen(page, "users");
  await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();

  await page.getByRole("button", { name: "Add user" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByLabel("Confirm password").fill("something else");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Confirm password").fill(password);
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = page.locator(`tr[data-row="${username}"]`);
  await expect(row).toContainText("Manager");

  // The new account works, with exactly the rights of a manager.
  const theirs = await Api.signedIn(shared().url, username, password);
  expect((await theirs.request("GET", "/service/users")).status).toBe(403);
  expect((await theirs.request("GET", "/service/server/utilization/disk")).status).toBe(200);

  await page.getByRole("button", { name: `Edit user ${username}` }).click();
  await dialog.getByRole("button", { name: /Role/ }).click();
  await page.getByRole("option", { name: "Viewer", exact: true }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Viewer");
  // The session of the changed user goes on, at once with the rights of a viewer.
  expect((await theirs.request("GET", "/service/cameras")).status).toBe(200);
  expect((await theirs.request("GET", "/service/server/utilization/disk")).status).toBe(403);

  await page.getByRole("button", { name: `Delete user ${username}` }).click();
  await told(page).getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete user admin" })).toBeDisabled();
});
