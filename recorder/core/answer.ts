import type { Answer } from "#recorder/ipc/channel.ts";

export type { Answer };

export const done = <T>(value: T): Answer<T> => ({ ok: true, value });
/** An expected failure: `code` is `area/what`, `reason` a line for the user. */
export const refuse = (code: string, reason: string): { ok: false; code: string; reason: string } => ({
  ok: false,
  code,
  reason,
});
