import { expect, type Page, test } from "@playwright/test";
import { openScreen } from "../../pages/admin-pages.ts";
import { Api } from "../../support/api.ts";
import { Gateway } from "../../support/network/gateway.ts";
import { shared } from "../../support/shared.ts";

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

const open = (page: Page, username: string, password: string, url = shared().url): Promise<void> =>
  openScreen(page, "activation", { url, password }, username);

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
  await expect(key).toHaveAccessibleDescription(/license\/invalid: /);
  await expect(key).toBeFocused();
  await expect(key).toHaveValue("PSL1.e30.AAAA");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("a parent that manages this server is named, and the server is detached from it", async ({ page }) => {
  const issuer = { id: "e2e-parent", access_token: "", description: "Town hall", uri: "https://parent.example" };
  const key = { kty: "oct", k: Buffer.alloc(32, 7).toString("base64url") };
  const gateway = await Gateway.to(shared().url);
  await api.post("/service/trusted/issuer?version=2", { ...issuer, key });
  try {
    await open(page, "admin", shared().password, gateway.url);
    const card = page.locator("section", { has: page.getByRole("heading", { name: "Parent status" }) });
    await expect(card).toContainText("Town hall");
    await expect(card).toContainText("https://parent.example");
    await card.getByRole("button", { name: "Detach from parent" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Detach from parent" });
    gateway.refusedCalls = /^DELETE /;
    await dialog.getByRole("button", { name: "Detach", exact: true }).click();
    await expect(dialog.getByRole("alert")).toHaveText("An unexpected error has occurred.");
    gateway.restore();
    await dialog.getByRole("button", { name: "Detach", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(card).toContainText("This server has no parent. It is managed by itself.");
    await expect(card.getByRole("button")).toHaveCount(0);
    expect((await api.request("GET", "/service/trusted/issuer")).status).toBe(404);
  } finally {
    await gateway.close();
    await api.request("DELETE", "/service/trusted/issuer");
  }
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
