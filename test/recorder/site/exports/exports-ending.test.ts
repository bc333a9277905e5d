import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Exports, exportsDirOf } from "#recorder/site/exports/exports.ts";
import { eventually } from "#test/support/eventually.ts";

let dir: string;
let exports: Exports;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "exports-ending-"));
});
afterEach(async () => {
  await exports.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** `onAsk`: what the process does when it is asked for an export, whose folder is `folder`. */
function begin(onAsk: string): ReturnType<Exports["makeNow"]> {
  const script = join(dir, "export.mjs");
  writeFileSync(
    script,
    `import { writeFileSync } from "node:fs";
    import { dirname, join } from "node:path";
    const beat = () => process.send({ kind: "beat", rssBytes: 1, cpuMs: 1 }, () => {});
    beat();
    setInterval(beat, Number(process.env.PROSCENIUM_BEAT_MS));
    process.on("message", ({ kind, ask }) => {
      if (kind !== "ask") return;
      const folder = dirname(ask.outFile);
      ${onAsk}
    });
    process.on("disconnect", () => process.exit(1));`,
  );
  exports = new Exports({
    script,
    dataDir: dir,
    index: { recordingsDir: dir },
    recorderName: "Test",
    log: pino({ level: "silent" }),
    limits: {
      heapMegabytes: 64,
      rssBytes: 2 ** 30,
      niceness: 1,
      timing: { everyMs: 50, silentMs: 400, firstMs: 10_000 },
    },
  });
  const streams = [{ streamId: "cam", cameraName: "Yard" }];
  const ask = { streams, startMs: 0, stopMs: 1000, format: "mkv" as const, zip: false };
  return exports.makeNow("u", ask, new AbortController().signal);
}
const left = (): string[] => readdirSync(exportsDirOf(dir), { recursive: true, encoding: "utf8" });

it("an export that hangs is ended and says so, and leaves nothing", async () => {
  const made = await begin(`process.kill(process.pid, "SIGSTOP");`);
  expect(made).toMatchObject({ ok: false, error: { code: "export/failed", cause: { code: "process/hung" } } });
  expect(left()).toEqual([]);
});

it("a recorder that stops while one writes waits for its end: nothing is left, and nothing comes later", async () => {
  const making = begin(
    `writeFileSync(join(folder, "pid"), String(process.pid)); let i = 0; setInterval(() => writeFileSync(join(folder, "part" + i++), "x"), 0);`,
  );
  await eventually(() => left().some((name) => name.includes("part")), "it writes");
  const [pidFile = ""] = left().filter((name) => name.endsWith("pid"));
  const pid = Number(readFileSync(join(exportsDirOf(dir), pidFile), "utf8"));
  await exports.stop();
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  expect(existsSync(exportsDirOf(dir))).toBe(false);
  expect(await making).toMatchObject({ ok: false });
});
