import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, expect, test } from "@playwright/test";
import { enterStage, SignInPage } from "../../pages/sign-in-page.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { BundleSize } from "../../support/browser/bundle-size.ts";
import { shared } from "../../support/shared.ts";
import { shownIn } from "../../support/browser/theme.ts";

/** Gzipped JavaScript, KiB (issue 7 and the architecture's budgets). */
const SIGN_IN_KIB = 160;
const STAGE_MORE_KIB = 200;
/** A screen of the administration that is opened by its address. */
const ADMINISTRATION_KIB = 310;
const ADMINISTRATION = ["cameras-screen", "users-screen", "audit-screen", "retention-screen", "servers-screen"];

/** Scripts and stylesheets from the first byte to the usable stage, the stage's worker among them (issue 28). */
const REQUESTS_MAX = 20;

/** The chunks of `scripts/build/chunk-groups.mjs`: what the sign-in page loads, and what the stage adds. */
const WITH_SIGN_IN = ["sign-in"];
const WITH_STAGE = [...WITH_SIGN_IN, "frame", "stage"];

test("JavaScript: sign-in and stage hold their budgets", () => {
  // The production build: the build of these specs contains a test window, and other chunks because of it.
  const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
  const outDir = join(root, ".cache/e2e/production");
  const vite = join(root, "node_modules/vite/bin/vite.js");
  execFileSync(process.execPath, [vite, "build", "--outDir", outDir, "--emptyOutDir", "--logLevel", "error"], {
    cwd: root,
  });
  const size = new BundleSize(outDir);
  const signInKib = size.initialKib(...WITH_SIGN_IN);
  const stageKib = size.initialKib(...WITH_STAGE) - signInKib;
  console.log(`gzipped JavaScript: sign-in ${signInKib.toFixed(1)} KiB, stage ${stageKib.toFixed(1)} KiB more`);
  expect(signInKib).toBeLessThanOrEqual(SIGN_IN_KIB);
  expect(stageKib).toBeLessThanOrEqual(STAGE_MORE_KIB);
  for (const screen of ADMINISTRATION) {
    const chunks = [...WITH_SIGN_IN, "frame", screen];
    console.log(`${screen}: ${size.initialKib(...chunks).toFixed(1)} KiB`);
    expect(size.initialKib(...chunks), screen).toBeLessThanOrEqual(ADMINISTRATION_KIB);
    // What both share belongs into the frame (scripts/build/chunk-groups.mjs).
    expect(
      size.initialFiles(...chunks).filter((file) => /\/stage-[^/]*\.js$/.test(file)),
      screen,
    ).toEqual([]);
  }
  const files = size.initialFiles(...WITH_STAGE);
  console.log(`requests: ${files.length}`);
  expect(files.length).toBeLessThanOrEqual(REQUESTS_MAX);
});

test("the stage's scripts travel while the password is typed, in few requests", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (["script", "stylesheet"].includes(request.resourceType())) asked.push(new URL(request.url()).pathname);
  });
  const recorder = shared();
  const signIn = new SignInPage(page);
  await signIn.open(recorder.url);
  const stageChunks = () => asked.filter((path) => /\/assets\/stage-[^/]*\.js$/.test(path)).length;
  expect(stageChunks()).toBe(0);
  await signIn.username.fill("admin");
  await expect.poll(stageChunks).toBe(1);
  const beforeButton = asked.length;
  await signIn.signIn("admin", recorder.password);
  await expect(page.locator("[data-camera-id]").first()).toBeVisible();
  console.log(`scripts and styles: ${asked.length}, of these after the button ${asked.length - beforeButton}`);
  expect(asked.length).toBeLessThanOrEqual(REQUESTS_MAX);
});

/** The largest contentful paint of sign-in on a first visit. */
async function firstVisitPaintMs(browser: Browser): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(shared().url);
  await expect(new SignInPage(page).username).toBeVisible();
  const paintMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        }),
      ),
  );
  await context.close();
  return paintMs;
}

test("sign-in: what Lighthouse asks of a page", { tag: "@alone" }, async ({ browser, page }) => {
  const failed: string[] = [];
  page.on("console", (message) => message.type() === "error" && failed.push(message.text()));
  page.on("pageerror", (error) => failed.push(error.message));
  await page.goto(shared().url);
  await expect(new SignInPage(page).username).toBeVisible();
  const facts = await page.evaluate(async () => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return {
      shift,
      title: document.title,
      lang: document.documentElement.lang,
      viewport: document.querySelector<HTMLMetaElement>('meta[name="viewport"]')?.content ?? "",
      description: document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content ?? "",
      wide: document.documentElement.scrollWidth > innerWidth,
    };
  });
  expect(facts).toMatchObject({ title: "Proscenium", lang: "en", wide: false });
  expect(facts.viewport).toContain("width=device-width");
  expect(facts.viewport).not.toMatch(/user-scalable=no|maximum-scale/);
  expect(facts.description).not.toBe("");
  // Other work on the machine can only increase the time: the fastest of several first visits counts.
  await expect
    .poll(() => firstVisitPaintMs(browser), { message: "largest paint of a first visit, ms", timeout: 60_000 })
    .toBeLessThan(2_500);
  expect(facts.shift).toBeLessThan(0.1);
  // The browser reports the 401 that means "nobody is signed in" as a console error.
  expect(failed.filter((text) => !text.includes("401"))).toEqual([]);
});

for (const theme of ["dark", "light"] as const) {
  test.describe(`axe, ${theme}`, () => {
    test.beforeEach(({ page }) => shownIn(page, theme));

    test("sign-in, its alert, and 404", async ({ page }) => {
      const signIn = new SignInPage(page);
      await signIn.open(shared().url);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      expect(await axeFindings(page)).toEqual([]);
      await signIn.submit.click();
      await expect(page.getByRole("alert")).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.goto(`${shared().url}/#/nowhere`);
      await expect(page.getByRole("link", { name: "To the front page" })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
    });

    test("stage, menus and dialogs", async ({ page }) => {
      test.setTimeout(150_000);
      const stage = await enterStage(page, shared());
      await stage.add("Yard");
      await stage.playing("Yard", 60_000);
      expect(await axeFindings(page)).toEqual([]);
      // In a text field a question mark is typed as text.
      await page.getByRole("button", { name: "Menu" }).focus();
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      await page.getByRole("button", { name: "Menu" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
      // A menu lies over the page and belongs to its button, not to a landmark.
      expect(await axeFindings(page, "html", ["region"])).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toBeHidden();
      await page.goto(`${shared().url}/#/flags`);
      await expect(page.getByText("Default Player Mode")).toBeVisible();
      // The button has the focus again and therefore shows its tooltip, which is in no landmark either.
      await page.getByText("Default Player Mode").click();
      await expect(page.getByRole("tooltip")).toBeHidden();
      expect(await axeFindings(page)).toEqual([]);
    });
  });
}
