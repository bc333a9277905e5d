import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "../../machine/chromium.mjs";

const root = join(import.meta.dirname, "../../..");
const RECORDER = "test/recorder";

/** Cases that need no whole process: the unit tests that hold them are run, and their figure is how many pass. */
const byTests = (id, tried, ...files) => ({
  id,
  tried,
  bar: "all tests pass",
  files,
  run: (ground) => passing(ground, "node*", files),
});

/** Those of the client, in Chromium. */
const byPageTests = (id, tried, ...files) => ({
  id,
  tried,
  bar: "all tests pass",
  files,
  run(ground) {
    if (findChromium() === undefined) return { figure: "needs Chromium", held: null };
    return passing(ground, "browser", files);
  },
});

function passing(ground, project, files) {
  const report = join(ground.folder(), "report.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", `--project=${project}`, "--reporter=json", `--outputFile=${report}`, ...files];
  // What the gate tries a few times is tried as often as the case asks for.
  const env = { ...process.env, VITE_CONTEXT_LOSSES: "50" };
  spawnSync(process.execPath, args, { cwd: root, stdio: "ignore", env });
  const { numPassedTests, numTotalTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  for (const { status, name } of testResults) if (status !== "passed") ground.say(name);
  const tried = numTotalTests - numPendingTests;
  return {
    figure: `${numPassedTests} of ${tried} tests`,
    held: tried > 0 && numPassedTests === tried && testResults.length === files.length,
  };
}

export const heldByTests = [
  byTests(
    "A4",
    "Addresses of cameras and servers that lead to the machine itself, in many spellings",
    `${RECORDER}/abuse/addresses.test.ts`,
    `${RECORDER}/net/address-policy.test.ts`,
    `${RECORDER}/licensing/activation-address.test.ts`,
  ),
  byTests(
    "A5",
    "Archives uploaded as a client: paths that leave, links, bombs, 2,000 mutations; pictures that unpack into gigabytes",
    `${RECORDER}/abuse/archives.test.ts`,
    `${RECORDER}/abuse/pictures.test.ts`,
  ),
  byTests(
    "A7",
    "Changes asked for by pages of other sites: forms, plain text, GET",
    `${RECORDER}/http/server/cross-site.test.ts`,
  ),
  byTests("A8", "Sockets of pages of other sites", `${RECORDER}/http/server/origins.test.ts`),
  byTests(
    "A13b",
    "Every call of both editions by every role, on own and foreign cameras, against tables that each route must be in",
    `${RECORDER}/http/access-matrix.test.ts`,
    `${RECORDER}/aggregator/rights/access-matrix.test.ts`,
  ),
  byTests(
    "A14",
    "Cameras' logins: used nonces, challenges that change, weaker offers",
    `${RECORDER}/ingest/rtsp-nonce.test.ts`,
    `${RECORDER}/rtp/challenges.test.ts`,
    `${RECORDER}/onvif/login.test.ts`,
  ),
  byTests(
    "A15b",
    "40 hostile RTSP cameras beside a good one, 20 hostile ONVIF answers",
    `${RECORDER}/abuse/hostile-camera.test.ts`,
    `${RECORDER}/abuse/neighbours.test.ts`,
  ),
  byTests(
    "A16",
    "Servers of an aggregator with other certificates, and servers that lie",
    `${RECORDER}/aggregator/servers/servers-addresses.test.ts`,
    `${RECORDER}/aggregator/servers/servers-watching.test.ts`,
    `${RECORDER}/aggregator/servers/odd-servers.test.ts`,
  ),
  byTests("A17", "Input that would become an argument of another program", `${RECORDER}/abuse/processes.test.ts`),
  byTests(
    "A18",
    "Names that break lines, headers, files and pages, in zips, exported pages and CSV files",
    `${RECORDER}/abuse/names.test.ts`,
    `${RECORDER}/abuse/exported-names.test.ts`,
    `${RECORDER}/export/dewarp-page.test.ts`,
    `${RECORDER}/core/audit/audit-csv.test.ts`,
    "test/domain/file-names.test.ts",
  ),
  byTests(
    "A19",
    "Names and addresses that would become headers or lines of mails",
    `${RECORDER}/aggregator/mail/smtp.test.ts`,
    `${RECORDER}/aggregator/mail/hostile-names.test.ts`,
  ),
  byTests("A20", "Plugins that leave their folder, icons that are scripts", `${RECORDER}/site/plugins.test.ts`),
  byTests(
    "A21",
    "Tokens without a signature, of another key, algorithm, audience or time",
    `${RECORDER}/accounts/trusted-issuer.test.ts`,
    `${RECORDER}/accounts/issuer-scope.test.ts`,
    `${RECORDER}/accounts/issuer-sessions.test.ts`,
    `${RECORDER}/accounts/google-sign-in.test.ts`,
    `${RECORDER}/accounts/company/odd-provider.test.ts`,
  ),
  byTests("A22", "Members that no call offers, prototypes, wrong types", `${RECORDER}/abuse/bodies.test.ts`),
  byTests(
    "A23",
    "10,000 packets of rubbish per second and 1,000 offers at a viewer's WebRTC; others keep 95 % of their pictures",
    `${RECORDER}/abuse/webrtc.test.ts`,
  ),
  byTests(
    "A25b",
    "Every pixel under a mask and under a watermark, in each way out, size, format and speed; each role on each call",
    `${RECORDER}/codec/mask-painter.test.ts`,
    `${RECORDER}/codec/watermark-painter.test.ts`,
    `${RECORDER}/viewing/privacy-masks.test.ts`,
    `${RECORDER}/viewing/socket/media-socket-masks.test.ts`,
    `${RECORDER}/viewing/whep/whep-masks.test.ts`,
    `${RECORDER}/export/masked-export.test.ts`,
    `${RECORDER}/http/privacy-masks.test.ts`,
    `${RECORDER}/http/unmasked.test.ts`,
    `${RECORDER}/http/watermark.test.ts`,
  ),
  byTests(
    "A26b",
    "Signing in by a real OpenID Connect provider and at Debian's slapd: who gets in, who does not, what ends",
    `${RECORDER}/accounts/company/company-sign-in.test.ts`,
    `${RECORDER}/accounts/company/company-ends.test.ts`,
    `${RECORDER}/accounts/company/directory-sign-in.test.ts`,
    `${RECORDER}/accounts/company/odd-directory.test.ts`,
  ),
  byTests(
    "R2",
    "What is kept and what is removed, in simulated time",
    `${RECORDER}/recording/keeping/retention.test.ts`,
    `${RECORDER}/recording/keeping/cleaner.test.ts`,
  ),
  byTests(
    "R4",
    "The power fails after any step of writing: each state that the disk may be in is opened again; at most 2 s between what is written and what is on the disk",
    `${RECORDER}/recording/power-cut.test.ts`,
    `${RECORDER}/recording/sync-rate.test.ts`,
  ),
  byTests(
    "R7",
    "Clocks of the recorder and of cameras that jump by seconds, hours and days, forwards and back",
    `${RECORDER}/recording/clock-jump.test.ts`,
    `${RECORDER}/core/settled-clock.test.ts`,
    `${RECORDER}/ingest/wall-clock.test.ts`,
    `${RECORDER}/ingest/camera-time.test.ts`,
  ),
  byPageTests(
    "R10",
    "The graphics context of the wall is lost and given back; of each of eight walls, again and again",
    "test/stage/wall/wall.browser.test.ts",
    "test/stage/wall/context-losses.browser.test.ts",
  ),
  byTests(
    "R13",
    "Mutated RTP, RTSP, SDP and ONVIF answers; cameras with faults of many kinds",
    `${RECORDER}/rtp/fuzz.test.ts`,
    `${RECORDER}/rtp/fuzz-jpeg.test.ts`,
    `${RECORDER}/onvif/fuzz.test.ts`,
    `${RECORDER}/ingest/session-faults.test.ts`,
    `${RECORDER}/recording/bad-cameras.test.ts`,
  ),
  byPageTests(
    "R14",
    "Decoders that fail, streams that change, players that are closed meanwhile",
    "test/media/player/player.browser.test.ts",
  ),
  byTests(
    "R17",
    "Databases of every earlier schema; updates that are broken off; newer ones",
    `${RECORDER}/store/old-schema.test.ts`,
    `${RECORDER}/store/kept-store.test.ts`,
  ),
  byTests(
    "R18",
    "Servers of an aggregator that hang, break off, dribble and are away",
    `${RECORDER}/aggregator/servers/servers-watching.test.ts`,
    `${RECORDER}/aggregator/proxy/proxy-failures.test.ts`,
  ),
];
