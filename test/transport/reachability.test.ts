import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchReachability } from "#transport/reachability.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

function watch(answers: (atMs: number) => boolean) {
  const log: string[] = [];
  const start = performance.now();
  const { stop, heard } = watchReachability({
    ping: () => {
      const answered = answers(performance.now() - start);
      log.push(`${Math.round(performance.now() - start)} ${answered ? "ok" : "-"}`);
      return Promise.resolve(answered);
    },
    onChange: (up) => log.push(up ? "up" : "down"),
    onLost: () => log.push("lost"),
  });
  return { log, stop, heard };
}

test("a ping every 10 s while the server answers", async () => {
  const { log, stop } = watch(() => true);
  await vi.advanceTimersByTimeAsync(35_000);
  expect(log).toEqual(["10000 ok", "20000 ok", "30000 ok"]);
  stop();
});

test("a flap shorter than 10 s is told, and harms nobody", async () => {
  const { log, stop } = watch((atMs) => atMs < 10_000 || atMs > 19_500);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(log).toContain("down");
  expect(log).toContain("up");
  expect(log).not.toContain("lost");
  stop();
});

test("ten seconds without an answer: lost, once, and no more pings", async () => {
  const { log } = watch((atMs) => atMs < 10_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log.filter((line) => line === "lost")).toHaveLength(1);
  expect(log.at(-1)).toBe("lost");
  expect(log.at(-2)).toBe("20000 -");
});

test("a server that was heard by its socket has answered: the next break is another one", async () => {
  const { log, stop, heard } = watch((atMs) => atMs < 10_000 || atMs > 29_000);
  await vi.advanceTimersByTimeAsync(19_500);
  heard();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(log).not.toContain("lost");
  stop();
});
