import { defineConfig } from "@playwright/test";
import { chromiumArguments, findChromium } from "../scripts/machine/chromium.mjs";

const executablePath = findChromium();
// Of two runs each has a report of its own.
const report = process.env.PROSCENIUM_E2E_REPORT ?? "e2e";

/** Specs that measure or that a busy machine turns into others: time to pictures, pictures per second, what a line carries. */
const ALONE =
  /(budgets|slow-display|live-loss|low-bandwidth-line|audio|playback|playback-edges|player|player-recovery)\.spec\.ts$/;
/** One that is named (support/global-setup.ts) is one recorder: what two workers would do to it disturbs both. */
const isNamed = Boolean(process.env.PROSCENIUM_E2E_URL);
const workers = isNamed ? 1 : 2;

/**
 * Two workers, each with a recorder with real RTSP cameras of its own, because most specs wait more than they work; then those
 * that need the machine for themselves, one by one. A test that fails is run once more with a trace, which costs too much to
 * write always; one that passes only then is counted and named as flaky by the gate.
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
  projects: [
    { name: "together", testIgnore: ALONE },
    { name: "alone", testMatch: ALONE, workers: 1 },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    trace: process.env.PROSCENIUM_E2E_RETRY ? "on-first-retry" : "retain-on-failure",
    launchOptions: { args: chromiumArguments, ...(executablePath ? { executablePath } : {}) },
  },
});
