import { defineConfig } from "@playwright/test";
import {
  chromiumArguments,
  findChromium,
  findHeadlessShell,
  withoutWebGlArguments,
} from "../scripts/machine/chromium.mjs";
import { firefoxUse } from "../scripts/machine/firefox.mjs";

/** `PROSCENIUM_E2E_FIREFOX=1 npm run e2e -- specs/...` runs any spec in Debian's Firefox; the gate runs those made for it. */
const launched = (executablePath: string | undefined) =>
  process.env.PROSCENIUM_E2E_FIREFOX
    ? firefoxUse
    : {
        launchOptions: {
          args: process.env.PROSCENIUM_E2E_NO_WEBGL ? withoutWebGlArguments : chromiumArguments,
          ...(executablePath ? { executablePath } : {}),
        },
      };
/** Where much runs at once, the headless shell spares the machine; what measures uses the browser that people have. */
const spared = launched(findHeadlessShell() ?? findChromium());
// The gate runs twice, and each run has a report of its own.
const report = process.env.PROSCENIUM_E2E_REPORT ?? "e2e";

/**
 * Specs that fail when other work runs beside them: time to pictures, sound, the load of a network line. A single test of
 * another file that does so has the tag `@alone`.
 */
const ALONE = /(low-bandwidth-line|audio|playback)\.spec\.ts|@alone/;
/** Files that play recordings. They run after the others, so that their recorder has recorded long enough. */
const RECORDED = /(audio|low-bandwidth-line|playback)\.spec\.ts$/;
/**
 * Specs that measure pictures, but leave half of the machine without work: one of them may run beside each. They come
 * last, on recorders that have recorded for long. A single test of another file has the tag `@pairs`.
 */
const IN_PAIRS = /(slow-display|live-loss)\.spec\.ts|@pairs/;
/** What also runs in Firefox, where it is installed. */
const FIREFOX = /firefox\.spec\.ts$/;
/** The longest files. They run first, so that no worker has one of them left at the end while the other one has no work. */
const LONG =
  /(admin-axe|admin-dialogs|admin-picture-dialogs|aggregator|aggregator-away|aggregator-together|foreign-server|live-events|killed|export-views|privacy-masks|timeline|dewarp|dewarp-limit|dewarp-pictures|stages|stage-grid|stage-panel)\.spec\.ts$/;
/**
 * When one recorder is named (support/global-setup.ts), there is only one worker: two workers on one recorder would
 * disturb each other.
 */
const isNamed = Boolean(process.env.PROSCENIUM_E2E_URL);
const workers = isNamed ? 1 : Number(process.env.PROSCENIUM_E2E_WORKERS ?? 2);

/**
 * Two workers on two cores (PROSCENIUM_E2E_WORKERS: another number), each with a recorder of its own that has real
 * RTSP cameras. A wall that plays costs as long as its test waits, so a third worker is quicker only where the cores have
 * room: on a slow machine it takes half as long again, and tests fail by their time limits (docs/gate.md, eighth round).
 * Then come those that measure, in two workers, and at last those that need the machine for themselves, one by one. A
 * failed test is run once more with a trace, which is too expensive to write always; the gate counts and names a test as
 * flaky that passes only then.
 */
export default defineConfig({
  testDir: "./specs",
  outputDir: `../.cache/e2e/output/${report}`,
  workers,
  fullyParallel: false,
  forbidOnly: true,
  retries: process.env.PROSCENIUM_E2E_RETRY ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: `../.cache/test-results/${report}.json` }]],
  globalSetup: "./support/global-setup.ts",
  // A worker takes the tests of a project after those of the projects before it.
  projects: [
    { name: "together-long", testMatch: LONG, grepInvert: [ALONE, IN_PAIRS], use: spared },
    { name: "together", testIgnore: [LONG, FIREFOX], grepInvert: [ALONE, IN_PAIRS], use: spared },
    { name: "firefox", testMatch: FIREFOX, use: firefoxUse },
    { name: "in-pairs", testIgnore: FIREFOX, grep: IN_PAIRS, workers: 2, fullyParallel: true },
    { name: "alone", testIgnore: RECORDED, grep: ALONE, workers: 1 },
    { name: "alone-recorded", testMatch: RECORDED, grep: ALONE, workers: 1 },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    // A page that never comes is named by the step that waits for it, not by the test's own limit minutes later.
    navigationTimeout: 60_000,
    trace: process.env.PROSCENIUM_E2E_RETRY ? "on-first-retry" : "retain-on-failure",
    ...launched(findChromium()),
  },
});
