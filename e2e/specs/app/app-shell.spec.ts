import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { ZipFile } from "yazl";
import { enterStage } from "../../pages/sign-in-page.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { chooseOfUser } from "../../pages/user-menu.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

/** A recorder without cameras and with the sample plugin: the parts of the application around the stage. */
let recorder: TestRecorder;
test.beforeAll(async () => {
  recorder = await TestRecorder.fresh(["--no-demo", "--apps", "docs/samples/apps"]);
});
test.afterAll(async () => {
  await recorder.stop();
  recorder.remove();
});

test("a plugin: its entry in the Apps submenu, its page in a sandbox, its height, its maker", async ({ page }) => {
  await enterStage(page, recorder);
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
  // no origin: it has no cookie and no storage, and the API does not accept it
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
  await enterStage(page, recorder);
  await chooseOfUser(page, /^Navigation/, "Bar on the left");
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

test("advanced settings: cancelled nothing is kept, saved the application loads anew with them", async ({ page }) => {
  await enterStage(page, recorder);
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
  await enterStage(page, recorder);
  // no cache contains anything of the API, a page, or a script, except for those of the offline pages
  const cached = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths.sort();
  });
  expect(cached).toEqual([
    "/icons/icon-192.png",
    "/manifest.webmanifest",
    "/offline-de.html",
    "/offline-ja.html",
    "/offline.css",
    "/offline.html",
    "/offline.js",
  ]);

  await context.setOffline(true);
  const offline = page.getByRole("heading", { name: "The recorder cannot be reached" });
  await page.goto(`${recorder.url}/?again=1#/version`);
  await expect(offline).toBeVisible();
  await expect.poll(() => page.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192);
  // requested while there is none
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(offline).toBeVisible();
  await expect(page).toHaveURL(`${recorder.url}/?again=1#/version`);
  // by itself, and with the address that was requested
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
  await expect(page).toHaveURL(`${recorder.url}/?again=1#/version`);
});

/** The served client as another build: another title, and an entry script at another address. */
async function anotherClient(): Promise<Buffer> {
  const folder = fileURLToPath(new URL("../../../.cache/e2e/client", import.meta.url));
  const file = new ZipFile();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    const page = () =>
      bytes
        .toString("utf8")
        .replace("</title>", " updated</title>")
        .replace(/(<script[^>]+src="[^"]+\.js)"/, '$1?another"');
    file.addBuffer(entry.name === "index.html" ? Buffer.from(page()) : bytes, relative(folder, path));
  }
  file.end();
  return buffer(file.outputStream);
}

test("a new version is offered while somebody watches, and comes when they want it", async ({ page }) => {
  await enterStage(page, recorder);
  const offer = page.getByRole("button", { name: "New version: reload" });
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await expect(offer).toHaveCount(0);
  const authorization = `Basic ${Buffer.from(`admin:${recorder.password}`).toString("base64")}`;
  const ui = (method: string, body?: Buffer) =>
    fetch(`${recorder.url}/service/ui`, {
      method,
      headers: { authorization, ...(body ? { "content-type": "application/zip" } : {}) },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  try {
    expect((await ui("POST", await anotherClient())).status).toBe(204);
    await expect(offer).toBeVisible();
    expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
    await expect(page).not.toHaveTitle(/updated$/);
    await offer.click();
    await expect(page).toHaveTitle(/updated$/);
    expect(await page.evaluate(() => "stillHere" in window)).toBe(false);
  } finally {
    await ui("DELETE");
  }
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
  await enterStage(page, recorder);
  for (const path of [
    "users",
    "system-report",
    "audit",
    "system-status",
    "activation",
    "retention",
    "version",
    "flags",
  ]) {
    await page.goto(`${recorder.url}/#/${path}`);
    await expect(page.getByRole("heading").first()).toBeVisible();
  }
  expect(broken).toEqual([]);
});
