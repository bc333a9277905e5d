/**
 * Which unit tests share a process with the files before them and which have one of their own. Loading the modules anew for each
 * file took most of the time of these tests, so sharing is the rule. A file has a process of its own where it
 * - replaces what all files of a process share: modules (`vi.mock`), globals, the clock and the like;
 * - has the line `// @own-process` and says why (a module's state outlives a test);
 * - works with video in native code, with real processes, or by real time: what is left of it may not slow others down. Where
 *   it waits for nothing, nothing is left.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SHARED = "globalThis|window|navigator|document|Date|performance|process|AbortSignal|Math|crypto|console";
const replaces = new RegExp(
  [
    String.raw`\bvi\.(mock|doMock|resetModules|stubGlobal|stubEnv)\(`,
    String.raw`\bObject\.assign\((${SHARED})\b`,
    String.raw`\bdefineProperty\((${SHARED}|\w+\.prototype)\b`,
    String.raw`\bspyOn\(\s*(${SHARED}|\w+\.prototype)\b`,
    String.raw`^// @own-process\b`,
  ].join("|"),
  "m",
);
/** Folders of the recorder's tests whose files are of the last kind. */
const native = /\/(abuse|analysis|codec|ingest|ipc|recording|viewing|whole)\//;
/** Nothing that such a file begins can go on after it. */
const waits = /\b(async|await|spawn|fork|Worker|setTimeout|setInterval|setImmediate)\b|\.then\(/;

/** @returns {string[]} the unit tests that need a process of their own, as paths from the root */
export function ownProcessTests(root) {
  // A client is also built on machines where no tests are present.
  if (!existsSync(join(root, "test"))) return [];
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name) && !/\.browser\.test\./.test(name))
    .map((name) => `test/${name.replaceAll("\\", "/")}`)
    .filter((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return replaces.test(text) || (native.test(path) && waits.test(text));
    });
}

/**
 * Tests of the last kind that begin whole recorders or play to viewers in real time. They have fewer of each other beside
 * them than those that mostly wait.
 */
export const isRealTime = (path) => /\/(viewing|whole)\//.test(path);

/** The longest files, the longest first, as the last lines of the gate name them: above 25 s, above 15 s, above 8 s beside other work. */
const LONGEST = [
  ...[
    "standby",
    "standby-mirror",
    "standby-unkind",
    "quick",
    "circle",
    "thin-kill",
    "recorder-kill",
    "hanging-mount",
    "bad-requests",
    "media-workers",
    "neighbours",
  ],
  ...["draining", "upload-kill", "hanging", "view-export", "volume-lost", "access-matrix", "demo-site", "archives"],
  ...["wall-clock-properties", "gstreamer", "archive", "hostile-camera", "users", "servers-watching", "bad-cameras"],
  ...["demo-motion", "mask-painter", "pictures", "media-socket-narrow", "interlaced", "requests", "volume-list"],
  ...["dev", "guards", "servers", "sign-in-security", "stream-hub-trouble", "damaged-database", "guessing", "names"],
  ...["process", "processes", "media-socket-recorded", "motion-dialog", "camera-rows", "privacy-dialog"],
];

/**
 * Where a file stands among the longest, from 0 on; all others come after them. They run first, so that no process has one of them left
 * at the end while the others have no work.
 */
export function longRank(path) {
  const rank = LONGEST.indexOf(/([^/]+)\.test\.tsx?$/.exec(path)?.[1] ?? "");
  return rank === -1 ? LONGEST.length : rank;
}
