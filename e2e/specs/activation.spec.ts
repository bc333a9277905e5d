import { expect, type Page, test } from "@playwright/test";
import { SignInPage } from "../pages/sign-in-page.ts";
import { Api } from "../support/api.ts";
import { shared } from "../support/shared.ts";

test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 60_000 });

const manager = { username: `manager_${Date.now().toString(36)}`, password: "correct horse battery" };
let api: Api;
let managerId = "";
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
  managerId = (await api.post<{ id: string }>("/service/users", { ...manager, role: "Manager" })).id;
});
test.afterAll(async () => {
  await api.delete(`/service/users/${managerId}`);
});

async function open(page: Page, username: string, password: string): Promise<void> {
  const signIn = new SignInPage(page);
  await signIn.open(shared().url);
  await signIn.signIn(username, password);
  await expect(page).toHaveURL(/#\/?stage/, { timeout: 60_000 });
  await page.goto(`${shared().url}/#/activation`);
}

test("an administrator sees the licence; a key that is not genuine is refused and stays typed", async ({ page }) => {
  await open(page, "admin", shared().password);
  const table = page.getByRole("table", { name: "License" });
  await expect(table).toBeVisible({ timeout: 60_000 });
  const { license } = await api.get<{ license: { machineId: string } }>("/service/license-session");
  await expect(table).toContainText(license.machineId);
  await expect(page.getByRole("heading", { name: "Parent status" })).toBeVisible();

  await page.getByRole("button", { name: /^(Add|Modify) license$/ }).click();
  const dialog = page.getByRole("dialog");
  const activate = dialog.getByRole("button", { name: "Activate", exact: true });
  await expect(activate).toBeDisabled();
  const offline = dialog.getByRole("button", { name: "Activate offline" });
  const key = dialog.getByLabel("License key");
  await expect(offline.or(key)).toBeVisible({ timeout: 30_000 });
  if (await offline.isVisible()) await offline.click();
  await expect(dialog).toContainText(license.machineId);
  await key.fill("PSL1.e30.AAAA");
  await activate.click();
  await expect(dialog.getByRole("alert")).toContainText("license/invalid: ");
  await expect(key).toHaveValue("PSL1.e30.AAAA");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("a manager is sent to the stage, and the recorder refuses by itself", async ({ page }) => {
  await open(page, manager.username, manager.password);
  await expect(page).toHaveURL(/#\/?stage/);
  const own = await Api.signedIn(shared().url, manager.username, manager.password);
  for (const [method, path] of [
    ["POST", "/service/license-session"],
    ["DELETE", "/service/license-session"],
    ["GET", "/service/license-session/activation"],
    ["DELETE", "/service/trusted/issuer"],
  ] as const)
    expect((await own.request(method, path, method === "POST" ? { license: "x" } : undefined)).status).toBe(403);
});
