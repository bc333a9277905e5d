import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { vi } from "vitest";

/** Collects garbage until the object is gone; fails with `what` when something still references it. */
export async function collected(ref: WeakRef<object>, what: string): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  await vi.waitFor(
    () => {
      collect();
      if (ref.deref() !== undefined) throw new Error(`is still kept: ${what}`);
    },
    { timeout: 8000, interval: 50 },
  );
}
