import { expect, test } from "vitest";
import { Throttle } from "#transport/throttle.ts";

function job() {
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { run: () => ended, end: () => end?.() };
}
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test("never more than the limit at once, all of them in the end, in order", async () => {
  const throttle = new Throttle(3);
  let running = 0;
  let most = 0;
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      throttle.run(async () => {
        running += 1;
        most = Math.max(most, running);
        order.push(index);
        await settle();
        running -= 1;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(throttle.running).toBe(0);
});

test("who goes next starts before all that wait", async () => {
  const throttle = new Throttle(1);
  const order: string[] = [];
  const note = (name: string) => () => Promise.resolve(void order.push(name));
  const first = job();
  const all = [
    throttle.run(first.run),
    throttle.run(note("a")),
    throttle.run(note("b")),
    throttle.run(note("pointer"), undefined, true),
  ];
  first.end();
  await Promise.all(all);
  expect(order).toEqual(["pointer", "a", "b"]);
});

test("a job that throws gives its place back", async () => {
  const throttle = new Throttle(1);
  await expect(throttle.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await throttle.run(() => Promise.resolve(5))).toBe(5);
});

test("who gives up waiting never starts and holds up nobody", async () => {
  const throttle = new Throttle(1);
  const first = job();
  const one = throttle.run(first.run);
  const leave = new AbortController();
  let started = false;
  const two = throttle.run(() => {
    started = true;
    return Promise.resolve();
  }, leave.signal);
  const three = throttle.run(() => Promise.resolve("third"));
  await settle();
  leave.abort();
  expect(await two).toBeNull();
  first.end();
  await one;
  expect(await three).toBe("third");
  expect(started).toBe(false);
});
