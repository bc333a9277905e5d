/** Finds Debian's Firefox on this machine or installs it, and says how Playwright starts it. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const KNOWN = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const INSTALL_LIMIT_MS = 240_000;

/** The path of the browser, or undefined when none is installed yet (see `ensureFirefox`). */
export function findFirefox() {
  const named = process.env.PROSCENIUM_FIREFOX;
  if (named) return named;
  return KNOWN.find((path) => existsSync(path));
}

/**
 * Finds Firefox, or installs Debian's package as root. Returns null when it is there, otherwise the reason why the tests
 * in it cannot run.
 */
export function ensureFirefox() {
  if (findFirefox()) return null;
  const name = "Firefox is not installed (Debian package firefox-esr)";
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return `${name}: only root can install it`;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...words) => spawnSync("apt-get", words, { timeout: INSTALL_LIMIT_MS, encoding: "utf8", env });
  apt("update");
  const { status, stderr } = apt("install", "--yes", "--no-install-recommends", "firefox-esr");
  return findFirefox() ? null : `${name}: apt-get ended with ${status} ${stderr ?? ""}`;
}

/**
 * What Playwright needs to drive a Firefox that is not its own build, by WebDriver BiDi. Pages of tests play without a
 * touch, as Chromium's flag allows them.
 */
export const firefoxUse = {
  browserName: "firefox",
  launchOptions: {
    channel: "moz-firefox",
    executablePath: fileURLToPath(new URL("firefox-for-playwright.mjs", import.meta.url)),
    firefoxUserPrefs: { "media.autoplay.default": 0 },
    // A screen (Xvfb) gives it WebGL; without one the wall is a 2D canvas.
    headless: !process.env.PROSCENIUM_FIREFOX_SCREEN,
  },
};
