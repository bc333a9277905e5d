/**
 * Abuse case A5: archives that an attacker uploads as a client. Nothing is written outside the folder, and memory and
 * time stay bounded.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { TestHouse } from "../support/test-house.ts";

const LONGEST_MS = 2_000;
const MOST_BYTES = 256 * 1024 * 1024;
const page = `<meta property="csp-nonce" nonce="" /><title>new</title>`;

/** The surrounding folder, which must stay unchanged, with the recorder's folder in it. */
const world = mkdtempSync(join(tmpdir(), "proscenium-test-"));
let house: TestHouse;
let before: readonly string[] = [];
beforeAll(async () => {
  mkdirSync(join(world, "house/client"), { recursive: true });
  writeFileSync(join(world, "house/client/index.html"), page.replace("new", "own"));
  house = await TestHouse.open({}, join(world, "house"));
  before = outside();
});
afterAll(async () => {
  await house.close();
  rmSync(world, { recursive: true, force: true });
});

/** Every file that is not of an accepted upload, a log, the database or its copies. */
function outside(): readonly string[] {
  return readdirSync(world, { recursive: true, withFileTypes: true })
    .map((entry) => relative(world, join(entry.parentPath, entry.name)))
    .filter(
      (path) =>
        !/^house\/(uploaded-client(\/[0-9a-f]{16}(\/|$)|$)|logs\/|recorder\.db|copies(\/recorder-\d+\.db|$))/.test(
          path,
        ),
    )
    .sort();
}

interface Part {
  readonly name: string;
  readonly text?: string;
  readonly bytes?: number;
  readonly mode?: number;
}
async function zip(parts: readonly Part[], stored = false): Promise<Buffer> {
  const file = new ZipFile();
  for (const { name, text = "x", bytes, mode = 0o100644 } of parts)
    file.addBuffer(bytes === undefined ? Buffer.from(text) : Buffer.alloc(bytes), name, { mode, compress: !stored });
  file.end();
  return buffer(file.outputStream);
}
const index: Part = { name: "index.html", text: page };

/** The zip writer refuses hostile names itself, so the finished archive is patched; both names have the same length. */
function renamed(archive: Buffer, from: string, to: string): Buffer {
  const bent = Buffer.from(archive);
  for (let at = bent.indexOf(from); at >= 0; at = bent.indexOf(from, at + 1)) bent.write(to, at, "latin1");
  return bent;
}

/** Declares a large file as small, in the local header and in the directory. */
function understated(archive: Buffer, realBytes: number): Buffer {
  const bent = Buffer.from(archive);
  const real = Buffer.alloc(4);
  real.writeUInt32LE(realBytes);
  for (let at = bent.indexOf(real); at >= 0; at = bent.indexOf(real, at + 1)) bent.writeUInt32LE(10, at);
  return bent;
}

interface Outcome {
  readonly accepted: boolean;
  readonly tookMs: number;
}
let mostBytes = 0;
async function offer(archive: Buffer): Promise<Outcome> {
  const startedMs = performance.now();
  const watch = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage().rss)), 5);
  try {
    const answer = await house.services.client.install(archive);
    if (!answer.ok) expect(answer.error.code).toBe("client/bad-file");
    return { accepted: answer.ok, tookMs: performance.now() - startedMs };
  } finally {
    clearInterval(watch);
    mostBytes = Math.max(mostBytes, process.memoryUsage().rss);
  }
}

const BOMB_BYTES = 200 * 1024 * 1024;
const hostile: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ["a name that climbs out", async () => renamed(await zip([index, { name: "aa/evil" }]), "aa/evil", "../evil")],
  ["an absolute name", async () => renamed(await zip([index, { name: "xtmp/evil" }]), "xtmp/evil", "/tmp/evil")],
  ["a drive", async () => renamed(await zip([index, { name: "CC/evil" }]), "CC/evil", "C:/evil")],
  ["a climb with backslashes", async () => renamed(await zip([index, { name: "a/bb/evi" }]), "a/bb/evi", "a\\..\\ev")],
  [
    "a file that is said to be small and is 200 MB",
    async () => understated(await zip([index, { name: "bomb", bytes: BOMB_BYTES }]), BOMB_BYTES),
  ],
  ["an honest bomb of 200 MB", async () => zip([index, { name: "bomb", bytes: BOMB_BYTES }])],
  ["a link", async () => zip([index, { name: "passwd", text: "/etc/passwd", mode: 0o120777 }])],
  ["a device", async () => zip([index, { name: "disk", mode: 0o060666 }])],
  ["one name twice", async () => renamed(await zip([index, { name: "a.js" }, { name: "b.js" }]), "b.js", "a.js")],
  ["two names that differ by case", async () => zip([index, { name: "app.js" }, { name: "APP.js" }])],
  [
    "60,000 files",
    async () => zip([index, ...Array.from({ length: 6_000 }, (_, at) => ({ name: `f${at}`, text: "" }))], true),
  ],
  ["a name with a line break", async () => zip([index, { name: "a\nb.js" }])],
];

describe("an archive with", () => {
  let startBytes = 0;
  beforeAll(() => (startBytes = process.memoryUsage().rss));
  it.each(hostile)("%s is refused, quickly, and leaves nothing behind", { timeout: 60_000 }, async (_name, make) => {
    const archive = await make();
    startBytes = Math.max(startBytes, process.memoryUsage().rss);
    mostBytes = 0;
    const { accepted, tookMs } = await offer(archive);
    expect(accepted).toBe(false);
    expect(tookMs).toBeLessThan(LONGEST_MS);
    expect(mostBytes - startBytes).toBeLessThan(MOST_BYTES);
    expect(outside()).toEqual(before);
    expect((await house.ask("GET", "/")).body).toContain("<title>own");
  });

  it("anything changed in 2,000 ways never gets out, and never breaks the client that is served", {
    timeout: 240_000,
  }, async () => {
    const good = await zip([
      index,
      { name: "assets/app-abcdefgh.js", text: "let x = 1;".repeat(50) },
      { name: "a.css", text: "" },
    ]);
    const seeds = [
      good,
      await zip([index, { name: "a/b/c/d.js" }], true),
      ...(await Promise.all(hostile.slice(0, 4).map(([, make]) => make()))),
    ];
    let random = 12_345;
    const next = (below: number): number => {
      random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
      return random % below;
    };
    mostBytes = 0;
    const startedBytes = process.memoryUsage().rss;
    let slowestMs = 0;
    for (let round = 0; round < 2_000; round += 1) {
      const seed = seeds[next(seeds.length)] ?? good;
      const bent = Buffer.from(next(6) === 0 ? seed.subarray(0, next(seed.length)) : seed);
      for (let change = next(8); change >= 0 && bent.length > 0; change -= 1)
        bent[next(bent.length)] = next(3) === 0 ? ([0, 0xff, 0x2f, 0x2e][next(4)] ?? 0) : next(256);
      const { tookMs } = await offer(bent);
      slowestMs = Math.max(slowestMs, tookMs);
    }
    expect(slowestMs).toBeLessThan(LONGEST_MS);
    expect(mostBytes - startedBytes).toBeLessThan(MOST_BYTES);
    expect(outside()).toEqual(before);
    expect((await house.ask("GET", "/")).statusCode).toBe(200);
  });
});
