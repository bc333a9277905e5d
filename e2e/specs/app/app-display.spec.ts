import { expect, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { chooseOfUser } from "../../pages/user-menu.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

/** The application with different display settings: other languages and regions, zoom, colours, motion. */
let recorder: TestRecorder;
test.beforeAll(async () => {
  recorder = await TestRecorder.fresh(["--no-demo"]);
});
test.afterAll(async () => {
  await recorder.stop();
  recorder.remove();
});

/** The administration screens, and the screens that every user may open. */
const screens = [
  "cameras",
  "users",
  "retention-policy",
  "system-status",
  "system-report",
  "audit",
  "activation",
  "version",
] as const;

test("another language is spoken at once and after a reload, dates too", async ({ page }) => {
  await enterStage(page, recorder);
  await chooseOfUser(page, /^Language/, "Deutsch");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("button", { name: "Menü" }).click();
  await expect(page.getByRole("menuitem", { name: "Bühne" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("button", { name: "Menü" })).toBeVisible();
});

test("from right to left nothing runs out of the window, and the menu opens on its side", async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => (document.documentElement.dir = "rtl"));
  });
  await enterStage(page, recorder);
  for (const path of ["stage", "cameras", "users", "system-report", "audit", "version", "flags"]) {
    await page.goto(`${recorder.url}/#/${path}`);
    await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
  }
  const logo = await page.getByRole("link", { name: "Proscenium, to the stage" }).boundingBox();
  const menu = await page.getByRole("button", { name: "Menu" }).boundingBox();
  expect(logo?.x ?? 0).toBeGreaterThan(menu?.x ?? 0);
});

test("at 200 % zoom, and in 320 pixels, nothing runs out of the window and the menu can be reached", async ({
  page,
}) => {
  await enterStage(page, recorder);
  // The size of a window of 1280 x 800 at 200 %, and the narrowest supported window.
  for (const size of [
    { width: 640, height: 400 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    for (const path of [...screens, "stage", "flags"]) {
      await page.goto(`${recorder.url}/#/${path}`);
      const menu = page.getByRole("button", { name: "Menu" });
      await expect(menu).toBeInViewport({ ratio: 1 });
      await expect(page.locator("main")).toBeVisible();
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, `${path} at ${size.width}`).toBeLessThanOrEqual(0);
      if (path !== "stage") continue;
      // Panel, controls and timeline leave the pictures a part of the window that shows them.
      const stage = await page.locator("[data-stage-area]").boundingBox();
      expect(stage?.height, `pictures at ${size.width}`).toBeGreaterThan(120);
    }
  }
});

test("in forced colours every button has an edge, and what is focused shows it", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await enterStage(page, recorder);
  for (const path of ["cameras", "users", "version", "flags"]) {
    await page.goto(`${recorder.url}/#/${path}`);
    const buttons = page.locator("main").getByRole("button");
    await expect(buttons.first()).toBeVisible();
    for (const button of await buttons.all()) {
      const edge = await button.evaluate((element) => {
        const style = getComputedStyle(element);
        return style.borderTopStyle !== "none" && Number.parseFloat(style.borderTopWidth) > 0;
      });
      expect(edge, `${path}: ${await button.textContent()}`).toBe(true);
    }
  }
  await page.goto(`${recorder.url}/#/stage`);
  const groundOf = (name: string) =>
    page.getByRole("tab", { name }).evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(page.getByRole("tab", { name: "Cameras", selected: true })).toBeVisible();
  expect(await groundOf("Cameras")).not.toBe(await groundOf("Stages"));
  await page.getByRole("button", { name: "Menu" }).focus();
  await page.keyboard.press("Tab");
  const ring = await page.evaluate(() => {
    const style = getComputedStyle(document.activeElement ?? document.body);
    return style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0;
  });
  expect(ring).toBe(true);
});

test("with reduced motion nothing on a screen moves by itself or takes longer than a blink", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await enterStage(page, recorder);
  await page.goto(`${recorder.url}/#/users`);
  await page.getByRole("button", { name: "Add user" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const slow = await page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => Number(effect?.getComputedTiming().activeDuration ?? 0))
      .filter((durationMs) => durationMs > 100),
  );
  expect(slow).toEqual([]);
});

for (const [locale, pattern] of [
  ["en-US", /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d/],
  ["en-GB", /\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d/],
] as const)
  test(`dates are ISO with 24 hours, and as ${locale} writes them where the user says so`, async ({ browser }) => {
    const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await enterStage(page, recorder);
    await page.goto(`${recorder.url}/#/system-report`);
    await page.getByRole("button", { name: /^Zoom/ }).waitFor();
    const events = page.getByRole("table").first();
    await expect(events).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/);
    await page.getByRole("button", { name: "Signed in as admin" }).click();
    await page.getByRole("menuitem", { name: "Dates and times" }).click();
    await page.getByRole("menuitem", { name: "By language" }).click();
    await expect(events).toContainText(pattern);
    await expect(events).not.toContainText(/[AP]M/);
    await context.close();
  });
