import { expect, it } from "vitest";
import { ServerWatcher } from "#recorder/aggregator/servers/server-watcher.ts";

it("goes on after a look that failed, and whoever waited for it is told", async () => {
  let looks = 0;
  const look = async (): Promise<boolean> => {
    looks += 1;
    if (looks === 1) throw new Error("unforeseen");
    return true;
  };
  const watcher = new ServerWatcher(look, { everyMs: 10_000, downMs: 10_000, timeoutMs: 100, restMs: 10 });
  watcher.start(10_000);
  await watcher.refresh();
  await watcher.refresh();
  expect(looks).toBe(2);
  await watcher.stop();
});
