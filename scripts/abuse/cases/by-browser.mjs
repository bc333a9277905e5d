import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "../../machine/chromium.mjs";

const root = join(import.meta.dirname, "../../..");

/** Cases that need a browser: the end-to-end tests that hold them are run, each against a recorder of its own. */
const byBrowser = (id, tried, bar, ...specs) => ({
  id,
  tried,
  bar,
  files: specs.map((spec) => `e2e/${spec}`),
  run() {
    if (findChromium() === undefined) return { figure: "needs Chromium", held: null };
    const report = join(root, ".cache/test-results/e2e.json");
    rmSync(report, { force: true });
    spawnSync(process.execPath, [join(root, "scripts/e2e.mjs"), ...specs], { cwd: root, stdio: "ignore" });
    const { expected, flaky, unexpected, skipped } = JSON.parse(readFileSync(report, "utf8")).stats;
    const figure = `${expected + flaky} of ${expected + flaky + unexpected + skipped} tests in Chromium`;
    return { figure, held: unexpected + skipped === 0 && expected + flaky > 0 };
  },
});

export const heldByBrowser = [
  byBrowser(
    "A1",
    "the corpus of hostile names that are weapons, by API and by ONVIF cameras, on every screen; some of them in dialogs, a kiosk, an exported page and on the aggregator",
    "no script runs, no report of the page's policy, each name is plain text",
    "specs/app/hostile-names.spec.ts",
    "specs/app/hostile-dialogs.spec.ts",
  ),
  byBrowser(
    "A9",
    "hostile pages around the embedded player: frames, messages with credentials, rubbish, windows that they open",
    "no message of theirs is heard, none of them can frame it",
    "specs/app/app-embed.spec.ts",
  ),
  byBrowser(
    "A25",
    "a camera's mask, looked at live by WebRTC and low bandwidth, in saved pictures, snapshots of two sizes and an export; then without it by who may, and by who may not",
    "no masked pixel without asking; without the mask only with the right, and with an entry in the audit",
    "specs/live/privacy-masks.spec.ts",
  ),
  byBrowser(
    "A26",
    "signing in by passkey (alone and as the second step), by one-time code, and at an OpenID Connect provider, in a browser",
    "each gets in, and nobody without it",
    "specs/app/passkeys.spec.ts",
    "specs/app/second-factor.spec.ts",
    "specs/app/company-sign-in.spec.ts",
  ),
  byBrowser(
    "R8",
    "a network to a viewer that loses 2 %, 5 % and a quarter of the packets, and all for a second; one that carries 150 to 500 kbit/s",
    "24 of 25 pictures at 2 and 5 %, a slow network is said, seen again within 2 s; low bandwidth plays on over a narrow line",
    "specs/live/live-loss.spec.ts",
    "specs/live/low-bandwidth-line.spec.ts",
  ),
  byBrowser(
    "R11",
    "hidden pages, media sockets that are cut, WebRTC that finds no way",
    "no pictures while hidden, new ones within 1 s, plays again by itself",
    "specs/live/player-recovery.spec.ts",
  ),
  byBrowser(
    "R16",
    "a page whose processor is slowed down, drawn by software",
    "it says that it is slow, relieves itself and stays usable",
    "specs/live/slow-display.spec.ts",
  ),
  byBrowser(
    "R20",
    "exports killed while they write and while they are fetched",
    "no file that is not whole, and the next start exports again",
    "specs/recordings/killed.spec.ts",
  ),
];
