/** An index whose file was taken away and put back: whoever holds it goes on with what is opened then. */
import type { RecordingIndex } from "./recording-index.ts";

export interface ReplaceableIndex {
  readonly index: RecordingIndex;
  /** What `open` resolves with takes its place; the one before is closed. */
  readonly replace: (open: () => Promise<RecordingIndex>) => Promise<void>;
}

export function replaceableIndex(first: RecordingIndex): ReplaceableIndex {
  let current = first;
  const index = new Proxy(first, { get: (_, name): unknown => Reflect.get(current, name) });
  return {
    index,
    replace: async (open) => {
      const before = current;
      current = await open();
      await before.close().catch(() => undefined);
    },
  };
}
