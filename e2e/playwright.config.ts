import { defineConfig } from "@playwright/test";
import { chromiumArguments, findChromium } from "../scripts/machine/chromium.mjs";

const executablePath = findChromium();

/**
 * One worker: the tests share one recorder with real RTSP cameras and two cores. A test that fails is run once more with a
 * trace, which costs too much to write always; one that passes only then is counted and named as flaky by the gate.
 */
export default defineConfig({
  testDir: "./specs",
  outputDir: "../.cache/e2e/output",
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: process.env.PROSCENIUM_E2E_RETRY ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "../.cache/test-results/e2e.json" }]],
  globalSetup: "./support/global-setup.ts",
  use: {
    viewport: { width: 1280, height: 800 },
    trace: process.env.PROSCENIUM_E2E_RETRY ? "on-first-retry" : "retain-on-failure",
    launchOptions: { args: chromiumArguments, ...(executablePath ? { executablePath } : {}) },
  },
});
