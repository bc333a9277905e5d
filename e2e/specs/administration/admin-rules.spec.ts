import { expect, type Page, test } from "@playwright/test";
import { openScreen } from "../../pages/admin-pages.ts";
import { Api, type CameraAnswer, eventually } from "../../support/api.ts";
import { Gateway } from "../../support/network/gateway.ts";
import { QUIET_CAMERA, recordWhenHuge } from "../../support/quiet-camera.ts";
import { shared } from "../../support/shared.ts";

/**
 * Rules, limits and texts of retention, users and the system's status (document 2), and the message of each while the
 * server does not answer.
 */
interface Full extends CameraAnswer {
  readonly retention: number;
}

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

let api: Api;
let gateway: Gateway;
/** A camera that records nothing, from the beginning of the whole run to the last test of this file. */
let quiet: Full;
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
  gateway = await Gateway.to(shared().url);
  quiet = await cameraOf(QUIET_CAMERA);
  await recordWhenHuge(api, true);
});
test.afterAll(async () => {
  await recordWhenHuge(api, false);
  await gateway.close();
});
test.afterEach(() => gateway.restore());

const cameras = async (): Promise<readonly Full[]> => (await api.get<{ cameras: Full[] }>("/service/cameras")).cameras;
async function cameraOf(name: string): Promise<Full> {
  const found = (await cameras()).find((camera) => camera.name === name);
  if (!found) throw new Error(`no camera ${name}`);
  return found;
}

/** Signs in through the gateway, where a test can make calls fail, and opens a screen. */
const open = (page: Page, path: string): Promise<void> =>
  openScreen(page, path, { url: gateway.url, password: shared().password });

test("retention: dirty and valid is saved, anything else is not; what cannot be kept is warned of", async ({
  page,
}) => {
  // An estimate needs 60 s of recordings.
  await eventually(
    "the yard has recorded for a minute",
    () => api.get<{ cameras: { name?: string; secondsRecorded: number }[] }>("/service/cameras/disk-usage"),
    (use) => use.cameras.some(({ name, secondsRecorded }) => name === "Yard" && secondsRecorded >= 60),
    120_000,
  );
  await open(page, "retention-policy");
  const save = page.getByRole("button", { name: "Save" });
  const cancel = page.getByRole("button", { name: "Cancel" });
  const days = page.getByRole("textbox", { name: /Yard/ });
  const row = page.locator("tr", { hasText: "Yard" }).first();
  await expect(row).toContainText(/\d+(\.\d)? days?, [\d.]+ [KMGT]?B per day/);
  await expect(save).toBeDisabled();
  await expect(cancel).toBeDisabled();
  await row.locator("label").first().click();
  await expect(page.getByText("Enter a number of days from 0 to 10000.")).toBeVisible();
  await expect(save).toBeDisabled();
  for (const wrong of ["-1", "10000.1", "two", "1e9"]) {
    await days.fill(wrong);
    await expect(page.getByText("Enter a number of days from 0 to 10000."), wrong).toBeVisible();
    await expect(save, wrong).toBeDisabled();
  }
  await days.fill("10000");
  await expect(page.getByRole("alert")).toContainText(
    "The current configuration is not possible for the maximum threshold. Activate your license for longer retention.",
  );
  await expect(save).toBeEnabled();
  await days.fill("0.5");
  await expect(page.getByText("not possible for the maximum threshold")).toBeHidden();

  gateway.refusedCalls = /^PATCH /;
  await save.click();
  await expect(page.getByRole("alert")).toContainText("Failed to save the retention policy: no response from server");
  await expect(days).toHaveValue("0.5");
  gateway.restore();
  try {
    await save.click();
    await expect(page.getByText("Retention policy saved")).toBeVisible();
    expect((await cameraOf("Yard")).retention).toBe(43_200_000);
    await expect(save).toBeDisabled();
    await days.fill("3");
    await cancel.click();
    await expect(days).toHaveValue("0.5");
  } finally {
    await api.patch(`/service/cameras/${(await cameraOf("Yard")).id}`, { retention: 0 });
  }
});

test("users: every rule of the form in its words, the locked account, one's own, and a list that fails", async ({
  page,
}) => {
  await open(page, "users");
  await page.getByRole("button", { name: "Add user" }).click();
  const dialog = page.getByRole("dialog");
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  const save = dialog.getByRole("button", { name: "Save" });
  await expect(dialog.getByRole("button", { name: /Role/ })).toContainText("Manager");
  for (const [label, typed, text] of [
    ["Username", "", "Username is required."],
    ["Username", "two words", "Username may contain letters, digits and underscores only."],
    ["Username", "ADMIN", "A user already exists with name ADMIN"],
    ["Password", "", "Password is required."],
    ["Password", "abc", "Password must be at least 4 characters."],
    ["Confirm password", "abcd", "Passwords do not match."],
  ] as const) {
    await field(label).fill(typed);
    await field(label).blur();
    await expect(dialog.getByText(text), `${label} ${typed}`).toBeVisible();
    await expect(save).toBeDisabled();
  }
  // A failure that only the server knows is shown in the server's words, and the typed values stay.
  await field("Username").fill("e2e_rules");
  const common = "Password123456!";
  await field("Password").fill(common);
  await field("Confirm password").fill(common);
  await save.click();
  await expect(field("Password")).toHaveAccessibleDescription(/user\/password-common: /);
  await expect(field("Password")).toBeFocused();
  await expect(field("Username")).toHaveValue("e2e_rules");
  await expect(field("Password")).toHaveValue(common);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Edit user admin" }).click();
  await expect(field("Username")).toBeDisabled();
  await expect(dialog.getByRole("button", { name: /Role/ })).toBeDisabled();
  await expect(dialog.getByText("You are editing your own account. You will be signed out.")).toBeVisible();
  await expect(dialog.getByText("Leave empty to keep the password.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Delete user admin" })).toBeDisabled();

  gateway.refusedCalls = /^GET \/service\/users/;
  await page.reload();
  await expect(page.getByRole("heading", { name: "failed to fetch users" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add user" })).toBeDisabled();
  gateway.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator('tr[data-row="admin"]')).toBeVisible();
});

test("system status: when archives were written, a restart and a check that are seen through", async ({ page }) => {
  await open(page, "system-status");
  const row = page.locator("tr", { hasText: "Yard/main" });
  await expect(row).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  await expect(row).toContainText("running");
  await row.getByRole("button", { name: "Verify Yard/main" }).click();
  await expect(page.getByRole("alertdialog", { name: "Camera verified" })).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "OK" }).click();
  // It says so at once, and soon what the stream really does.
  const restarting = row.filter({ hasText: "restarting" }).waitFor();
  await row.getByRole("button", { name: "Restart Yard/main" }).click();
  await restarting;
  await expect(row.getByRole("button", { name: "Restart Yard/main" })).toBeDisabled();
  await expect(row.getByRole("button", { name: "Restart Yard/main" })).toBeEnabled({ timeout: 60_000 });
  await expect(row).toContainText("running", { timeout: 60_000 });
  gateway.refusedCalls = /^(POST|PATCH|PUT) \/service\//;
  await row.getByRole("button", { name: "Restart Yard/main" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("no response from server");
});

test("system status: a stream of which nothing was written for 120 s is marked", async ({ page }) => {
  await open(page, "system-status");
  const late = page
    .locator("tr", { hasText: `${quiet.name}/` })
    .first()
    .getByTitle("More than 120 seconds ago");
  await expect(late).toBeVisible({ timeout: 200_000 });
  await expect(late).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  // It is marked like other troubles: a stream's trouble. Streams that record are not marked.
  await expect(late).toHaveCSS("font-weight", "600");
  await expect(page.locator("tr", { hasText: "Yard/main" }).getByTitle("More than 120 seconds ago")).toHaveCount(0);
});
