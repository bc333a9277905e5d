import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { openPanel, told } from "../../pages/admin-pages.ts";
import { ownCamera } from "../../support/own-camera.ts";

/** Buttons of the administration that no other spec presses: for each its effect, and its message when it fails. */
const NAME = "e2e buttons";

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });
const own = ownCamera(NAME);

test("a camera is verified and recovered; motion detection says why it has no picture", async ({ page }) => {
  const path = `/service/cameras/${own.camera.id}/streams/${own.camera.streams[0]?.id}`;
  await own.open(page, "cameras");
  const panel = await openPanel(page, NAME);
  own.gateway.refusedCalls = /\/verify/;
  await panel.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(told(page)).toContainText("Camera verification failed: no response from server");
  await page.getByRole("button", { name: "OK" }).click();
  own.gateway.restore();

  const dialog = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Recover camera" }).click();
  await dialog.getByRole("button", { name: "Recover", exact: true }).click();
  await expect(dialog).toHaveCount(0, { timeout: 60_000 });

  const motion = panel.getByRole("button", { name: "Motion detection" });
  await own.api.patch(path, { active: false });
  try {
    await motion.click();
    await expect(dialog.getByText("No image: the stream is not running.")).toBeVisible({ timeout: 30_000 });
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    // The picture appears as soon as the stream sends one.
    await own.api.patch(path, { active: true });
    await expect(dialog.getByRole("application")).toBeVisible({ timeout: 60_000 });
  } finally {
    await own.api.patch(path, { active: true });
  }
  await dialog.getByRole("button", { name: "Ignore everything" }).click();
  own.gateway.refusedCalls = /^PUT .*\/motion\/mask/;
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("no response from server");
  own.gateway.restore();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await own.api.request("GET", `${path}/motion/mask`)).status).toBe(404);
});

test("the list says when it cannot be loaded, and loads when it is tried again; a camera is deleted from its panel", async ({
  page,
}) => {
  own.gateway.refusedCalls = /^GET \/service\/cameras\b/;
  await own.open(page, "cameras");
  await expect(page.getByRole("heading", { name: "The cameras could not be loaded" })).toBeVisible({ timeout: 30_000 });
  own.gateway.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  const panel = await openPanel(page, NAME);
  await own.api.delete(`/service/cameras/${own.camera.id}/streams/${own.camera.streams[0]?.id}`);
  await panel.getByRole("button", { name: "Motion detection" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("No image: the camera has no primary stream.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await panel.getByRole("button", { name: "Delete camera" }).click();
  await told(page).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: `Edit ${NAME}`, exact: true })).toHaveCount(0);
  expect((await own.api.request("GET", `/service/cameras/${own.camera.id}`)).status).toBe(404);

  await page.getByRole("button", { name: "Add camera" }).click();
  const again = dialog.getByRole("button", { name: "Search again" });
  await expect(again).toBeEnabled({ timeout: 30_000 });
  const asked = page.waitForResponse((answer) => answer.url().includes("/service/discoverable/cameras"));
  await again.click();
  expect((await asked).ok()).toBe(true);
  await expect(again).toBeEnabled({ timeout: 30_000 });
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("system status previews and says what fails; the report lists what is clicked and gives the support bundle", async ({
  page,
}) => {
  await own.open(page, "system-status");
  const row = page.locator("tr", { hasText: "Yard/main" });
  await row.getByRole("button", { name: "Preview Yard/main" }).click();
  await expect(page.getByRole("dialog", { name: "Preview of Yard/main" }).getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");
  own.gateway.refusedCalls = /\/verify/;
  await row.getByRole("button", { name: "Verify Yard/main" }).click();
  await expect(told(page)).toContainText("Camera verification failed: no response from server");
  await page.getByRole("button", { name: "OK" }).click();
  own.gateway.restore();

  await page.goto(`${own.gateway.url}/#/system-report`);
  const all = page.getByRole("button", { name: "Show all events" });
  await expect(all).toBeDisabled();
  const events = page.getByText(/^(No events|\d+ events?), /);
  const everything = await events.textContent();
  // The newest bar of the chart: it contains the sign-in of this session.
  const chart = page.locator("figure .u-over");
  const box = await chart.boundingBox();
  await chart.click({ position: { x: (box?.width ?? 0) - 4, y: (box?.height ?? 0) / 2 } });
  await expect(all).toBeEnabled();
  await expect(events).not.toHaveText(everything ?? "");
  await all.click();
  await expect(events).toHaveText(everything ?? "");

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^support-.*\.zip$/);
});

test("a user that cannot be deleted stays; the version's texts open, and the original client comes back", async ({
  page,
}) => {
  const username = `buttons_${Date.now().toString(36)}`;
  const { id } = await own.api.post<{ id: string }>("/service/users", {
    username,
    password: "correct horse battery",
    role: "Viewer",
  });
  try {
    await own.open(page, "users");
    own.gateway.refusedCalls = /^DELETE /;
    await page.getByRole("button", { name: `Delete user ${username}` }).click();
    await told(page).getByRole("button", { name: "Delete" }).click();
    await expect(told(page)).toContainText(`Failed to delete user ${username}`);
    own.gateway.restore();
    await told(page).getByRole("button", { name: "Cancel" }).click();
    await expect(page.locator(`tr[data-row="${username}"]`)).toBeVisible();
  } finally {
    await own.api.delete(`/service/users/${id}`);
  }

  await page.goto(`${own.gateway.url}/#/version`);
  for (const text of ["Open source acknowledgments", "Change log", "End user license agreement"]) {
    await page.getByRole("button", { name: text }).click();
    const dialog = page.getByRole("dialog", { name: text });
    // The change log is headings and lists, the other two are texts as they were written.
    const body = text === "Change log" ? dialog.getByRole("listitem").first() : dialog.locator("pre");
    await expect(body).toContainText(/\w{20}|\w+ \w+ \w+/, { timeout: 30_000 });
    await dialog.getByRole("button", { name: "Close" }).last().click();
  }
  await expect(page.getByRole("link", { name: "API documentation" })).toHaveAttribute("href", "service/openapi.json");
  await page.getByRole("button", { name: "Update client" }).click();
  const dialog = page.getByRole("dialog", { name: "Update client" });
  await dialog.getByRole("button", { name: "Restore the original" }).click();
  await expect(dialog.getByRole("alert")).toContainText("No client was uploaded.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("system report: a range that is reversed, the chart's zoom rule, the log as text and as gzip", async ({
  page,
}) => {
  await own.open(page, "system-report");
  const from = page.getByLabel("From", { exact: true });
  const to = page.getByLabel("To", { exact: true });
  await expect(page.getByRole("table").first()).toBeVisible();
  const end = await to.inputValue();
  await from.fill("2099-01-01T00:00");
  await expect(page.getByText("The start must not be after the end.").first()).toBeVisible();
  await expect(from).toHaveAttribute("aria-invalid", "true");
  await from.fill(`${Number(end.slice(0, 4)) - 1}${end.slice(4)}`);
  await expect(page.getByText("The start must not be after the end.")).toHaveCount(0);
  // Zooming continues until the events lie within one minute, and the screen says so then.
  const zoom = page.getByRole("button", { name: "Zoom to events" });
  const toast = page.getByText("cannot zoom in further");
  for (let times = 0; times < 6 && !(await toast.isVisible()); times += 1) {
    await zoom.click();
    await expect(zoom).toBeEnabled();
  }

  const log = async (format: "gzip" | "text"): Promise<Buffer> => {
    await page.getByRole("button", { name: /^Format|Format$/ }).click();
    await page.getByRole("option", { name: format, exact: true }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    return readFileSync(await (await downloading).path());
  };
  const text = (await log("text")).toString("utf8");
  expect(
    text
      .split("\n")
      .filter(Boolean)
      .every((line) => typeof JSON.parse(line) === "object"),
  ).toBe(true);
  const packed = await log("gzip");
  expect([packed[0], packed[1]]).toEqual([0x1f, 0x8b]);
  expect(gunzipSync(packed).toString("utf8").split("\n").length).toBeGreaterThan(1);

  await page.getByLabel("From (optional)").fill("2026-02-02T00:00");
  await page.getByLabel("To (optional)").fill("2026-02-01T00:00");
  await expect(page.getByRole("button", { name: "Export", exact: true })).toBeDisabled();
});
