import { spawn } from "node:child_process";
import { join } from "node:path";
import { findChromium } from "../../machine/chromium.mjs";

const root = join(import.meta.dirname, "../../..");
const R1_MINUTES = "480";

/**
 * Cases that a soak of `scripts/soak` holds: it judges by its own limits, and its last lines are the figure. `isLong`: it
 * takes hours, and runs only when it is named.
 */
const bySoak = (id, tried, bar, { script, args, lines, isLong = false }) => ({
  id,
  tried,
  bar,
  isLong,
  files: [`scripts/soak/${script}`, "scripts/e2e.mjs"],
  async run(ground) {
    if (findChromium() === undefined) return { figure: "needs Chromium", held: null };
    // The soaks run the build of the end-to-end tests.
    await output(ground, join(root, "scripts/e2e.mjs"), ["--build-only"]);
    const { status, text } = await output(ground, join(root, "scripts/soak", script), args);
    return { figure: text.trimEnd().split("\n").slice(-lines).join("; "), held: status === 0 };
  },
});

function output(ground, script, args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  ground.onEnd(() => child.kill("SIGKILL"));
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, text })));
}

export const heldBySoaks = [
  bySoak(
    "R1",
    "8 hours of the recorder with eight cameras and two viewers whose stages change every 30 s",
    "at most 0.01 % of the video missing, less than 1 MB an hour in the recorder and 2.1 in the browser",
    { script: "hours.mjs", args: [R1_MINUTES], lines: 4, isLong: true },
  ),
  bySoak(
    "R15",
    "500 switches between two stages in one page",
    "the browser's memory grows by less than 1 MB for each 100",
    { script: "stage-switches.mjs", args: ["500"], lines: 1 },
  ),
];
