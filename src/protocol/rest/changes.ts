/**
 * How often lists of a server have changed since its start. Each answer says it in a header, and the event socket when it
 * opens: where both are equal, nothing changed between the first answer and the opening. [ours]
 */
export interface Changes {
  /** a value that is new after each start of the server */
  readonly bootId: string;
  readonly count: number;
}

export const CHANGES_HEADER = "x-proscenium-changes";

/** "b1f0.42" */
export const changesOf = ({ bootId, count }: Changes): string => `${bootId}.${count}`;

/** Null: not written by `changesOf`. */
export function readChanges(text: string | null | undefined): Changes | null {
  const [, bootId, count] = /^([0-9a-z]+)\.(\d{1,15})$/.exec(text ?? "") ?? [];
  return bootId === undefined ? null : { bootId, count: Number(count) };
}

/** The older of two; null: they are of different starts, and cannot be compared. */
export function olderChanges(a: Changes, b: Changes): Changes | null {
  if (a.bootId !== b.bootId) return null;
  return a.count <= b.count ? a : b;
}
