/** The index of a process that reads it, and hands to another one what is to be written. */
import type { IndexAnswer, IndexWrite } from "#recorder/ipc/main-contract.ts";
import type { RecordingIndex } from "../recording-index.ts";
import { HANDED } from "./handed-writes.ts";

/** As the database has said it there. */
class WriteFailed extends Error {
  readonly code: string;

  constructor({ message, code }: Extract<IndexAnswer, { failed: unknown }>["failed"]) {
    super(message);
    this.code = code;
  }
}

export function handingIndex(read: RecordingIndex, write: (write: IndexWrite) => Promise<IndexAnswer>): RecordingIndex {
  const hand =
    (name: string) =>
    async (...args: readonly unknown[]): Promise<unknown> => {
      const answer = await write({ name, args });
      if ("failed" in answer) throw new WriteFailed(answer.failed);
      return answer.done;
    };
  const handed = new Map<string | symbol, unknown>(HANDED.map((name) => [name, hand(name)]));
  return new Proxy(read, { get: (_, name): unknown => handed.get(name) ?? Reflect.get(read, name) });
}
