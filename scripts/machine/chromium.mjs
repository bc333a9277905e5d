/** Finds Chromium on this machine, and defines the flags with which every test and bench runs it. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

const KNOWN = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of the browser, or undefined when none is installed yet (see `ensureChromium`). */
export function findChromium() {
  const named = process.env.PROSCENIUM_CHROMIUM;
  if (named) return named;
  const own = chromium.executablePath();
  return [own, ...KNOWN].find((path) => path && existsSync(path));
}

const SHELLS = ["/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium-headless-shell"];

/**
 * The path of Chromium's headless shell, or undefined when it is not installed (see `ensureHeadlessShell`). It is the
 * same engine without the browser's own windows, and takes a third less CPU time for a fresh page.
 */
export function findHeadlessShell() {
  const named = process.env.PROSCENIUM_HEADLESS_SHELL;
  if (named) return named;
  return SHELLS.find((path) => existsSync(path));
}

/**
 * Finds the headless shell, or installs Debian's package of the very version that the browser has. Where that is not
 * possible the result is undefined: tests then use the browser, and only take longer.
 */
export function ensureHeadlessShell() {
  const found = findHeadlessShell();
  if (found || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return found;
  try {
    // Another version would replace the files that a running browser shares with it.
    const version = execFileSync("dpkg-query", ["--show", "--showformat=${Version}", "chromium"], { encoding: "utf8" });
    const name = `chromium-headless-shell=${version}`;
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { stdio: "ignore" });
  } catch {
    // There is no such package here, or no network.
  }
  return findHeadlessShell();
}

/**
 * The flags are the same everywhere, so that pictures and ratios can be compared. They select what Chromium chooses by
 * itself on a machine without a GPU: WebGL by SwiftShader and a page that is composed in software.
 * (`--use-angle=swiftshader` would compose the page by SwiftShader too, which no user's browser does:
 * docs/benchmarks.md has both.) The browser sends no requests to its vendor.
 */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-angle=swiftshader-webgl",
  "--enable-unsafe-swiftshader",
  "--autoplay-policy=no-user-gesture-required",
  "--force-color-profile=srgb",
];

/** The same with whatever graphics the machine has. */
export const withGpuArguments = [
  ...chromiumArguments.filter((argument) => !/angle|swiftshader/.test(argument)),
  "--ignore-gpu-blocklist",
  "--enable-gpu",
];

/** The same without any WebGL, as a browser without a GPU is when its software rendering is gone. */
export const withoutWebGlArguments = [
  ...chromiumArguments.filter((argument) => !/angle|swiftshader/.test(argument)),
  "--disable-gpu",
  "--disable-software-rasterizer",
];

/** An additional flag with which SwiftShader composes the page as well (the last `--use-angle` counts). */
export const swiftShaderPageArguments = ["--use-angle=swiftshader", "--ignore-gpu-blocklist"];

/**
 * Finds Chromium or installs it: Debian's package as root, otherwise playwright's own download. Returns its path, or
 * throws an error that says what to do.
 */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const attempt = (command, args) => {
    try {
      execFileSync(command, args, { stdio: "inherit" });
    } catch {
      // try the next way, or throw the message below
    }
    return findChromium();
  };
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    attempt("apt-get", ["update", "-qq"]);
    const path = attempt("apt-get", [
      "install",
      "-y",
      "-qq",
      "--no-install-recommends",
      "chromium",
      "chromium-headless-shell",
      "fonts-dejavu-core",
    ]);
    if (path) return path;
  }
  const path = attempt("npx", ["playwright", "install", "chromium"]);
  if (path) return path;
  throw new Error(
    "No Chromium found. Install it (Debian: apt-get install chromium; else: npx playwright install chromium) or set PROSCENIUM_CHROMIUM to its path.",
  );
}
