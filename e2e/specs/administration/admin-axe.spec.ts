import { expect, type Page, test } from "@playwright/test";
import { holdSession } from "../../pages/sign-in-page.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { Api } from "../../support/api.ts";
import { Gateway } from "../../support/network/gateway.ts";
import { shared } from "../../support/shared.ts";
import { TestRecorder } from "../../support/test-recorder.ts";
import { shownIn } from "../../support/browser/theme.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ actionTimeout: 30_000 });

/** Every administration screen, with an element that shows that it has loaded. */
const screens: readonly (readonly [path: string, ready: (page: Page) => Promise<void>])[] = [
  ["cameras", (page) => expect(page.getByRole("checkbox", { name: "Select all" })).toBeAttached()],
  ["retention-policy", (page) => expect(page.getByRole("table").first()).toBeVisible()],
  ["users", (page) => expect(page.locator('tr[data-row="admin"]')).toBeVisible()],
  ["system-status", (page) => expect(page.getByRole("table").first()).toBeVisible()],
  ["system-report", (page) => expect(page.getByRole("table").first()).toBeVisible()],
  ["audit", (page) => expect(page.getByRole("table", { name: "Entries" })).toBeVisible()],
  ["activation", (page) => expect(page.getByRole("table", { name: "License" })).toBeVisible()],
  ["version", (page) => expect(page.getByText("Client build")).toBeVisible()],
];

for (const theme of ["dark", "light"] as const) {
  test(`administration, ${theme}: axe finds nothing on any screen`, async ({ page }) => {
    await shownIn(page, theme);
    await holdSession(page, shared());
    for (const [path, ready] of screens) {
      await page.goto(`${shared().url}/#/${path}`);
      await ready(page);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      expect.soft(await axeFindings(page), path).toEqual([]);
    }
  });

  test(`administration, ${theme}: axe finds nothing in any dialog`, async ({ page }) => {
    await shownIn(page, theme);
    await holdSession(page, shared());
    const look = async (what: string, open: () => Promise<void>): Promise<void> => {
      await open();
      const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
      await expect(dialog).toBeVisible();
      if (/motion|dewarp/.test(what)) await expect(dialog.getByRole("application")).toBeVisible();
      expect.soft(await axeFindings(page), what).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    };
    const press = (name: string | RegExp) => (): Promise<void> =>
      page
        .getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) })
        .first()
        .click();

    await page.goto(`${shared().url}/#/cameras`);
    await look("registration", press("Add camera"));
    await look("registration by hand", async () => {
      await press("Add camera")();
      await page.getByRole("tab", { name: "Manual" }).click();
    });
    await press(/^Edit Shop/)();
    expect.soft(await axeFindings(page), "edit panel").toEqual([]);
    await look("name", press("Edit camera name"));
    await look("stream settings", press(/^Settings of stream/));
    await look("copy", press(/^Copy settings of stream/));
    await look("dewarp", press("Fisheye dewarping"));
    await look("motion", press("Motion detection"));
    await look("recover", press("Recover camera"));
    await look("delete camera", press("Delete camera"));
    await look("preview", press(/^Preview of Shop/));
    await page.goto(`${shared().url}/#/users`);
    await look("add user", press("Add user"));
    await page.goto(`${shared().url}/#/activation`);
    await look("license", press(/^(Add|Modify) license$/));
    await page.goto(`${shared().url}/#/version`);
    await look("client update", press("Update client"));
    await look("acknowledgments", press("Open source acknowledgments"));
  });
}

for (const theme of ["dark", "light"] as const)
  test(`administration, ${theme}: axe finds nothing while screens load, on empty ones, and on those that fail`, async ({
    page,
  }) => {
    const recorder = await TestRecorder.fresh(["--no-demo"]);
    const gateway = await Gateway.to(recorder.url);
    try {
      await shownIn(page, theme);
      await holdSession(page, { url: gateway.url, password: recorder.password });
      await page.goto(`${gateway.url}/#/cameras`);
      await expect(page.getByText("No cameras")).toBeVisible();
      expect.soft(await axeFindings(page), "cameras, empty").toEqual([]);
      await page.getByRole("button", { name: "Add camera" }).click();
      await page.getByRole("tab", { name: "Manual" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Connection URI").fill("http://127.0.0.1:9/onvif/device_service");
      await dialog.getByLabel("Camera name").fill("none");
      await dialog.getByRole("button", { name: "Register" }).click();
      await expect(dialog.getByRole("alert")).toBeVisible({ timeout: 60_000 });
      expect.soft(await axeFindings(page), "registration refused").toEqual([]);
      await page.keyboard.press("Escape");
      for (const [path] of screens) {
        await page.goto(`${gateway.url}/#/${path}`);
        await expect(page.locator("main").getByRole("heading").first()).toBeVisible();
        if (path === "cameras") continue;
        expect.soft(await axeFindings(page), `${path}, without cameras`).toEqual([]);
      }

      // The scripts of these pages are loaded; their answers take longer than this check. Pings must be answered,
      // because late pings count as a lost connection.
      gateway.delayed = /^\/service\//;
      gateway.delayMs = 6_000;
      for (const [path] of screens) {
        await page.goto(`${gateway.url}/#/no-such-${path}`);
        await page.goto(`${gateway.url}/#/${path}`);
        await expect(page.locator("output").first()).toBeVisible({ timeout: 60_000 });
        expect.soft(await axeFindings(page), `${path}, loading`).toEqual([]);
      }
      gateway.delayMs = 0;

      gateway.refused = /^\/service\/(cameras|users|server\/|audit|license-session|version)/;
      for (const [path] of screens) {
        await page.goto(`${gateway.url}/#/no-such-${path}`);
        await page.goto(`${gateway.url}/#/${path}`);
        await expect(page.getByRole("alert").first()).toBeVisible({ timeout: 30_000 });
        expect.soft(await axeFindings(page), `${path}, failed`).toEqual([]);
      }
      gateway.restore();
      const api = await Api.signedIn(recorder.url, "admin", recorder.password);
      expect((await api.request("GET", "/service/cameras")).status).toBe(200);
    } finally {
      await gateway.close();
      await recorder.stop();
      recorder.remove();
    }
  });
