import { expect, test } from "vitest";
import { oneAtATime } from "#actions/one-at-a-time.ts";

function counted() {
  let runs = 0;
  const ends: (() => void)[] = [];
  const run = oneAtATime(() => {
    runs += 1;
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  return { run, runs: () => runs, end: () => ends.shift()?.() };
}

test("a call during a run is answered by one more run", async () => {
  const { run, runs, end } = counted();
  const all = [run(), run(), run()];
  end();
  await Promise.resolve();
  await Promise.resolve();
  expect(runs()).toBe(2);
  end();
  await Promise.all(all);
  expect(runs()).toBe(2);
});

test("a call that joins is answered by the run that is under way, and begins one where there is none", async () => {
  const { run, runs, end } = counted();
  const all = [run(), run({ joins: true })];
  end();
  await Promise.all(all);
  expect(runs()).toBe(1);
  const later = run({ joins: true });
  expect(runs()).toBe(2);
  end();
  await later;
});

test("a job that throws is not the last one: the next call runs it again", async () => {
  let runs = 0;
  const run = oneAtATime(() => {
    runs += 1;
    return runs === 1 ? Promise.reject(new Error("a defect")) : Promise.resolve();
  });
  await expect(run()).rejects.toThrow("a defect");
  await run();
  expect(runs).toBe(2);
});
