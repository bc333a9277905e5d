import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { inGroups } from "#actions/in-groups.ts";

const PATIENCE_MS = 500;

/** Jobs that end when they are told to; `begun` names them in their order. */
function heldJobs() {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const job = (item: number): Promise<void> => {
    begun.push(item);
    return new Promise((resolve) => ends.set(item, resolve));
  };
  return { begun, job, end: (item: number) => ends.get(item)?.() };
}

test("the next group begins when the one before is done and the page is idle, and not before", async () => {
  let rest = (): void => undefined;
  const idle = vi.fn(() => new Promise<void>((resolve) => (rest = resolve)));
  const { begun, job, end } = heldJobs();
  const done = inGroups([1, 2, 3], job, { size: 2, patienceMs: PATIENCE_MS, idle });
  expect(begun).toEqual([1, 2]);
  end(1);
  end(2);
  await vi.waitFor(() => expect(idle).toHaveBeenCalledOnce());
  expect(begun).toEqual([1, 2]);
  rest();
  await vi.waitFor(() => expect(begun).toEqual([1, 2, 3]));
  end(3);
  await done;
  // Nothing follows the last group, so nobody waits for a quiet moment.
  expect(idle).toHaveBeenCalledOnce();
});

test("a job that takes long holds the next group up for a while only, and is waited for at the end", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { begun, job, end } = heldJobs();
    let isDone = false;
    const idle = (): Promise<void> => Promise.resolve();
    const done = inGroups([1, 2], job, { size: 1, patienceMs: PATIENCE_MS, idle }).then(() => (isDone = true));
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
    expect(begun).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual([1, 2]);
    end(2);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    expect(isDone).toBe(false);
    end(1);
    await done;
  } finally {
    vi.useRealTimers();
  }
});

test("every item has its job once, in order, whatever the size of a group", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat()), fc.integer({ min: 1, max: 9 }), async (items, size) => {
      const begun: number[] = [];
      const job = (item: number): Promise<void> => Promise.resolve(void begun.push(item));
      await inGroups(items, job, { size, patienceMs: PATIENCE_MS, idle: () => Promise.resolve() });
      expect(begun).toEqual(items);
    }),
  );
});
