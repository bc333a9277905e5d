import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { returnFreeMemory } from "#recorder/process/watch/free-memory.ts";

const MB = 1e6;
/** smaller than what glibc takes from the system as a block of its own */
const BLOCK = { bytes: 60_000, count: 3000, keptOf: 20 };

test("what was freed between blocks that are in use goes back to the system", async (context) => {
  const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const hasGlibc = report.header.glibcVersionRuntime !== undefined;
  expect(await returnFreeMemory()).toBe(hasGlibc);
  if (!hasGlibc) context.skip("this C library has no malloc_trim");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  let blocks = Array.from({ length: BLOCK.count }, () => Buffer.allocUnsafeSlow(BLOCK.bytes).fill(1));
  const fullBytes = process.memoryUsage.rss();
  blocks = blocks.filter((_block, at) => at % BLOCK.keptOf === 0);
  const freedMb = ((BLOCK.count - blocks.length) * BLOCK.bytes) / MB;
  // V8 frees buffers on a thread of its own, some time after it has found that nobody has them.
  const returnedMb = async (): Promise<number> => {
    collect();
    await returnFreeMemory();
    return (fullBytes - process.memoryUsage.rss()) / MB;
  };
  await expect.poll(returnedMb).toBeGreaterThan(freedMb / 2);
});
