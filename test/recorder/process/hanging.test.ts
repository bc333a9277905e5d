import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, expect, it } from "vitest";
import { heardUntil, silenceLimitMs } from "#recorder/ipc/heartbeat.ts";
import { processorWaitMs } from "#recorder/ipc/processor-wait.ts";
import { limitsOf } from "#recorder/process/watch/process-limits.ts";
import { type ProcessNews, type Supervised, Supervisor } from "#recorder/process/supervisor.ts";
import { eventually } from "#test/support/eventually.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = pino({ level: "silent" });

/** A real process with the heart that all of ours have. */
const BEATING = `
const beat = () => {
  const { user, system } = process.cpuUsage();
  process.send({ kind: "beat", rssBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 }, () => {});
};
beat();
setInterval(beat, Number(process.env.PROSCENIUM_BEAT_MS));
process.on("disconnect", () => process.exit(0));
`;
const timing = { everyMs: 50, silentMs: 400, firstMs: 10_000, windowMs: 60_000, settledMs: 300 };

let supervisor: Supervisor;
let news: ProcessNews[];
let children: ChildProcess[];
afterEach(() => supervisor.stop());

function supervise(text: string, more: Partial<Supervised> = {}): void {
  const script = join(folder, "child.mjs");
  writeFileSync(script, text);
  news = [];
  children = [];
  supervisor = new Supervisor(
    {
      name: "beating",
      script,
      environment: {},
      timing,
      onStart: (child) => children.push(child),
      onEnd: () => undefined,
      onNews: (one) => news.push(one),
      ...more,
    },
    log,
  );
  supervisor.start();
}
const stopped = (): void => void children.at(-1)?.kill("SIGSTOP");

it("a process that stands still is noticed, not ready meanwhile, and started anew", async () => {
  supervise(BEATING);
  expect(supervisor.health).toBe("is starting");
  await eventually(() => supervisor.health === "ok", "its first heartbeat");
  stopped();
  await eventually(() => supervisor.health !== "ok", "noticed", 1500);
  expect(news).toEqual([{ what: "hung" }]);
  await eventually(() => supervisor.health === "ok" && supervisor.starts === 2, "another one");
});

it("one that waits for a disk that does not answer is left alone, and goes on by itself", async () => {
  supervise(BEATING, { isDiskStuck: () => true });
  await eventually(() => supervisor.health === "ok", "its first heartbeat");
  stopped();
  await eventually(() => supervisor.health === "does not answer", "noticed", 1500);
  children[0]?.kill("SIGCONT");
  await eventually(() => supervisor.health === "ok", "it goes on");
  expect([supervisor.starts, news]).toEqual([1, []]);
});

it("one that takes more memory than it may is ended and started anew", async () => {
  supervise(`const much = Buffer.alloc(200 * 2 ** 20, 1);${BEATING}`, {
    limits: { heapMegabytes: 64, rssBytes: 150 * 2 ** 20, niceness: 0, cores: null },
  });
  await eventually(() => news.length > 0, "noticed");
  expect(news[0]).toMatchObject({ what: "memory", rssBytes: expect.any(Number) });
  await eventually(() => supervisor.starts === 2, "another one");
});

it("one whose objects grow without end reaches its own limit, long before the machine's", async () => {
  supervise(`${BEATING} const list = []; for (;;) list.push(new Array(1000).fill({}));`, {
    limits: { heapMegabytes: 32, rssBytes: 2 ** 40, niceness: 0, cores: null },
    timing: { ...timing, silentMs: 60_000 },
  });
  await eventually(() => supervisor.starts === 2, "another one", 30_000);
}, 40_000);

it("one that takes all that it may of the processors is said to and left alone; one that hangs is ended", async () => {
  const busy = `let isBusy = true; process.on("message", () => (isBusy = false));
    const work = () => { const end = performance.now() + 40; while (performance.now() < end); if (isBusy) setTimeout(work, 5); };
    work();`;
  supervise(`${BEATING}${busy}`, {
    limits: { heapMegabytes: 64, rssBytes: 2 ** 40, niceness: 0, cores: 0.1 },
    timing: { ...timing, windowMs: 1500, silentMs: 5000 },
  });
  await eventually(() => news.length > 0, "said", 20_000);
  expect(news).toEqual([{ what: "busy", cores: expect.any(Number), limit: 0.1 }]);
  expect([supervisor.health, supervisor.starts]).toEqual(["ok", 1]);
  children[0]?.send("enough");
  await eventually(() => news.length > 1, "calm", 20_000);
  expect([news[1], supervisor.starts]).toEqual([{ what: "calm" }, 1]);
}, 45_000);

it("what may wait lets recording go first", async () => {
  supervise(BEATING, { limits: { heapMegabytes: 64, rssBytes: 2 ** 40, niceness: 5, cores: null } });
  await eventually(() => supervisor.health === "ok", "its first heartbeat");
  expect(getPriority(children[0]?.pid)).toBe(getPriority() + 5);
});

it.skipIf(process.getuid?.() !== 0)("who records goes first where the system allows it", async () => {
  supervise(BEATING, { limits: limitsOf("media", 2 ** 33) });
  await eventually(() => supervisor.health === "ok", "its first heartbeat");
  expect(getPriority(children[0]?.pid)).toBeLessThan(0);
});

it("one that ends again and again is said to, comes at longer pauses, and is said to be well when it stays", async () => {
  const mark = join(folder, "well");
  supervise(
    `import { existsSync } from "node:fs"; if (!existsSync(${JSON.stringify(mark)})) process.exit(1);${BEATING}`,
    { timing: { ...timing, windowMs: 1500 } },
  );
  await eventually(() => news.length > 0, "said");
  expect(news).toEqual([{ what: "failing", count: 3 }]);
  expect(supervisor.health).toBe("ends again and again");
  writeFileSync(mark, "");
  await eventually(() => supervisor.running, "it runs again", 10_000);
  expect(supervisor.health).toBe("ends again and again");
  await eventually(() => supervisor.health === "ok", "well again", 10_000);
  await eventually(() => news.length > 1, "said", 1000);
  expect(news.slice(1)).toEqual([{ what: "steady" }]);
}, 20_000);

it("one that works for a while each time and ends all the same waits longer and longer, is said to once, and is not ready meanwhile", async () => {
  supervise(`setTimeout(() => process.exit(1), 300);${BEATING}`, {
    timing: { ...timing, windowMs: 30_000, settledMs: 0 },
  });
  const startedMs: number[] = [];
  await eventually(
    () => {
      if (supervisor.starts > startedMs.length) startedMs.push(performance.now());
      return startedMs.length === 6;
    },
    "its sixth life",
    20_000,
  );
  expect(supervisor.health).toBe("ends again and again");
  expect(news).toEqual([{ what: "failing", count: 3 }]);
  // Its fourth and fifth end: pauses of one and of two seconds.
  const [, , , fourth = 0, fifth = 0, sixth = 0] = startedMs;
  expect(fifth - fourth).toBeGreaterThan(1000);
  expect(sixth - fifth).toBeGreaterThan(2000);
}, 30_000);

it("after one end it is ready when it has been well for a moment; who was meant to end is ready at once", async () => {
  supervise(BEATING, { timing: { ...timing, settledMs: 3000 } });
  await eventually(() => supervisor.health === "ok", "its first heartbeat");
  supervisor.restart();
  await eventually(() => supervisor.starts === 2 && supervisor.health !== "is starting", "another one");
  expect(supervisor.health).toBe("ok");
  children.at(-1)?.kill("SIGKILL");
  await eventually(() => supervisor.health === "was just started again", "not ready");
  await eventually(() => supervisor.health === "ok", "ready");
  expect(news).toEqual([]);
});

it.each([
  ["looked in time: the process was silent", 1000, 1500, 2000, 1000],
  ["this process stood still itself for a minute", 1000, 1500, 62_000, 61_000],
])("%s", (_what, heardMs, lookedMs, nowMs, until) => {
  expect(heardUntil(heardMs, lookedMs, nowMs, 500)).toBe(until);
});

it("who waits for a processor may be silent for as much longer, up to three times the limit", () => {
  expect(silenceLimitMs(9000, 0)).toBe(9000);
  expect(silenceLimitMs(9000, 4000)).toBe(13_000);
  expect(silenceLimitMs(9000, 60_000)).toBe(27_000);
});

it.skipIf(process.platform !== "linux")(
  "of two that want the same processor each is seen to wait",
  async () => {
    const busy = [0, 1].map(() => spawn("taskset", ["-c", "0", process.execPath, "-e", "for (;;);"]));
    try {
      await eventually(() => busy.every(({ pid }) => processorWaitMs(pid) > 200), "both waited", 20_000);
    } finally {
      for (const one of busy) one.kill("SIGKILL");
    }
    expect(processorWaitMs(undefined)).toBe(0);
  },
  25_000,
);
