import { afterEach, describe, expect, test, vi } from "vitest";
import { anySignal, timeoutSignal } from "#transport/abort-signals.ts";

const own = ["any", "timeout"].map((name): [string, unknown] => [name, Reflect.get(AbortSignal, name)]);

/** An older Safari has neither. */
const takeAway = (): void => {
  Reflect.set(AbortSignal, "any", undefined);
  Reflect.set(AbortSignal, "timeout", undefined);
};

afterEach(() => {
  for (const [name, method] of own) Reflect.set(AbortSignal, name, method);
  vi.useRealTimers();
});

describe.each([
  ["as the browser has them", () => {}],
  ["without AbortSignal.any and AbortSignal.timeout", takeAway],
])("%s", (_name, prepare) => {
  test("the first of several ends all, with its reason", () => {
    prepare();
    const [a, b] = [new AbortController(), new AbortController()];
    const joined = anySignal([a.signal, b.signal]);
    expect(joined.aborted).toBe(false);
    b.abort("b");
    a.abort("a");
    expect(joined).toMatchObject({ aborted: true, reason: "b" });
  });

  test("one that is over already", () => {
    prepare();
    const over = new AbortController();
    over.abort("over");
    expect(anySignal([new AbortController().signal, over.signal])).toMatchObject({ aborted: true, reason: "over" });
  });
});

test("a time-out by hand", () => {
  takeAway();
  vi.useFakeTimers();
  const signal = timeoutSignal(1000);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal).toMatchObject({ aborted: true, reason: { name: "TimeoutError" } });
});
