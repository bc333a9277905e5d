import { expect, type Page, test } from "@playwright/test";
import { SignInPage } from "../pages/sign-in-page.ts";
import { axeFindings } from "../support/axe.ts";
import { TestRecorder } from "../support/test-recorder.ts";

/** Without cameras, with the sample plugin: what belongs to the application around the stage. */
let recorder: TestRecorder;
test.beforeAll(async () => {
  recorder = await TestRecorder.fresh(["--no-demo", "--apps", "docs/samples/apps"]);
});
test.afterAll(async () => {
  await recorder.stop();
  recorder.remove();
});

async function enter(page: Page): Promise<void> {
  const signIn = new SignInPage(page);
  await signIn.open(recorder.url);
  await signIn.signIn("admin", recorder.password);
  await expect(page).toHaveURL(/#\/?stage/);
}

/** Chooses an entry of a submenu of the user menu. */
async function choose(page: Page, submenu: RegExp, entry: string): Promise<void> {
  await page.getByRole("button", { name: /Signed in as/ }).click();
  await page.getByRole("menuitem", { name: submenu }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}

test("a plugin: its entry in the Apps submenu, its page in a sandbox, its height, its maker", async ({ page }) => {
  await enter(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("menuitem", { name: "Apps" }).click();
  await page.getByRole("menuitem", { name: "Wall clock" }).click();
  await expect(page).toHaveURL(/#\/!\/plugin\/wall-clock\/clock$/);

  const element = page.locator("iframe");
  const frame = page.frameLocator("iframe");
  await expect(frame.locator("#now")).toHaveText(/\d\d/);
  await expect.poll(async () => Number(await element.getAttribute("height"))).toBeGreaterThan(150);
  const before = Number(await element.getAttribute("height"));
  await frame.getByRole("button", { name: "Show the zones" }).press("Enter");
  await expect(frame.getByText("Europe/Berlin")).toBeVisible();
  await expect.poll(async () => Number(await element.getAttribute("height"))).toBeGreaterThan(before + 50);
  // no origin: no cookie, no storage, and the API does not know it
  const inside = await frame.locator("body").evaluate(async () => ({
    origin: self.origin,
    cookie: (() => {
      try {
        return document.cookie;
      } catch {
        return "denied";
      }
    })(),
    api: await fetch("/service/sessions/me").then(
      (answer) => answer.status,
      () => "blocked",
    ),
  }));
  expect(inside).toEqual({ origin: "null", cookie: "denied", api: "blocked" });
  await expect(page.locator("footer")).toContainText("Wall clock by Proscenium samples");
  await expect(page.getByRole("link", { name: "help@example.org" })).toHaveAttribute("href", "mailto:help@example.org");

  await page.goto(`${recorder.url}/#!/plugin/wall-clock/clock`);
  await expect(frame.locator("#now")).toBeVisible();
  await page.goto(`${recorder.url}/#!/plugin/wall-clock/none`);
  await expect(page.getByRole("link", { name: "To the front page" })).toBeVisible();
});

test("the navigation as a bar on the left stays chosen, and leaves to the menu where it is narrow", async ({
  page,
}) => {
  await enter(page);
  await choose(page, /^Navigation/, "Bar on the left");
  const bar = page.getByRole("navigation", { name: "Navigation" });
  await expect(bar.getByRole("link", { name: "Stage" })).toHaveAttribute("aria-current", "page");
  await bar.getByRole("link", { name: "Wall clock" }).click();
  await expect(page.frameLocator("iframe").locator("#now")).toBeVisible();
  expect(await axeFindings(page, "nav")).toEqual([]);
  await bar.getByRole("link", { name: "Version Information" }).click();
  await page.reload();
  await expect(bar.getByRole("link", { name: "Version Information" })).toHaveAttribute("aria-current", "page");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bar).toBeHidden();
});

test("another language is spoken at once and after a reload, dates too", async ({ page }) => {
  await enter(page);
  await choose(page, /^Language/, "Deutsch");
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
  await enter(page);
  for (const path of ["stage", "cameras", "users", "system-report", "version", "flags"]) {
    await page.goto(`${recorder.url}/#/${path}`);
    await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
  }
  const logo = await page.getByRole("link", { name: "Proscenium, to the stage" }).boundingBox();
  const menu = await page.getByRole("button", { name: "Menu" }).boundingBox();
  expect(logo?.x ?? 0).toBeGreaterThan(menu?.x ?? 0);
});

test("advanced settings: cancelled nothing is kept, saved the application loads anew with them", async ({ page }) => {
  await enter(page);
  await page.goto(`${recorder.url}/?stats-overlay=1#/flags`);
  const kept = () => page.evaluate(() => [localStorage.defaultPlayerMode, localStorage.logLevel]);
  await page.getByRole("button", { name: /Log Level/ }).click();
  await page.getByRole("option", { name: "DEBUG" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("region", { name: "Stage", exact: true })).toBeVisible();
  await page.goto(`${recorder.url}/?stats-overlay=1#/flags`);
  await expect(page.getByRole("button", { name: /Log Level/ })).not.toContainText("DEBUG");
  await page.getByRole("button", { name: /Default Player Mode/ }).click();
  await page.getByRole("option", { name: "lowbandwidth" }).click();
  await page.getByRole("button", { name: /Log Level/ }).click();
  await page.getByRole("option", { name: "DEBUG" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(`${recorder.url}/#/stage`);
  expect((await kept()).join(" ")).toContain("DEBUG");
});

test("the installed application: manifest, icons, and an offline page instead of the browser's", async ({
  page,
  context,
}) => {
  await page.goto(recorder.url);
  const manifest = await page.evaluate(async () => {
    const { href } = document.querySelector<HTMLLinkElement>('link[rel="manifest"]') ?? { href: "" };
    return (await fetch(href)).json() as Promise<{ icons: { src: string; sizes: string; type: string }[] }>;
  });
  for (const { src, sizes, type } of manifest.icons.filter((icon) => icon.type === "image/png")) {
    const size = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      return `${picture.width}x${picture.height}`;
    }, src);
    expect([src, size, type]).toEqual([src, sizes, "image/png"]);
  }
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await enter(page);
  // nothing of the API, no page and no script in any cache
  const cached = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths.sort();
  });
  expect(cached).toEqual(["/icons/icon-192.png", "/manifest.webmanifest", "/offline.css", "/offline.html"]);

  await context.setOffline(true);
  await page.goto(`${recorder.url}/?again=1`);
  await expect(page.getByRole("heading", { name: "The recorder cannot be reached" })).toBeVisible();
  await expect.poll(() => page.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
});

test("the page's policy is strict, and nothing that it does breaks it", async ({ page }) => {
  const broken: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) broken.push(message.text());
  });
  const answer = await page.goto(recorder.url);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
  expect(policy).not.toMatch(/style-src[^;]*'unsafe-inline'/);
  await enter(page);
  for (const path of ["users", "system-report", "system-status", "activation", "retention", "version", "flags"]) {
    await page.goto(`${recorder.url}/#/${path}`);
    await expect(page.getByRole("heading").first()).toBeVisible();
  }
  expect(broken).toEqual([]);
});
