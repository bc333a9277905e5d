/** The chain of the audit: each entry's hash covers the entry and the hash before it. What its rows and its head must be. */
import { createHash } from "node:crypto";
import type { AuditHeadRow, AuditRow } from "#recorder/store/tables/server-rows.ts";
import type { Vault } from "#recorder/store/vault.ts";

export const HEAD = "head";
/** Before the first entry. */
export const GENESIS = "";

/** Whoever has the key of the vault. */
export type Sealer = Pick<Vault, "seal" | "open">;
type End = Pick<AuditHeadRow, "seq" | "hash" | "removed_seq" | "removed_hash">;

export type Entry = Omit<AuditRow, "hash">;

/** SHA-256 in hex over a JSON list: docs/operations.md names its members, so that others can compute it too. */
export function chainHash(before: string, row: Entry): string {
  const { seq, id, when_ms, user_id, username, action, target, address, detail, cameras, from_ms, to_ms, result } = row;
  const members = [before, seq, id, when_ms, user_id, username, action, target, address, detail];
  return createHash("sha256")
    .update(JSON.stringify([...members, cameras, from_ms, to_ms, result]))
    .digest("hex");
}

const textOf = ({ seq, hash, removed_seq, removed_hash }: End): string =>
  JSON.stringify([seq, hash, removed_seq, removed_hash]);

/** `sealer` null: nothing is sealed (tests). */
export const sealed = (end: End, sealer: Sealer | null): AuditHeadRow => ({
  id: HEAD,
  ...end,
  seal: sealer?.seal(textOf(end), "audit-head") ?? "",
});

const isSealed = (head: AuditHeadRow, sealer: Sealer): boolean => sealer.open(head.seal, "audit-head") === textOf(head);

/**
 * changed: an entry is not what was written. missing: entries between two that are there. added: one that the server did
 * not write. beginning, end: entries are missing there. head: the record of the chain's end was changed or removed.
 */
export type Fault = {
  readonly kind: "changed" | "missing" | "added" | "beginning" | "end" | "head";
  /** number of the entry at which it shows; 0 = of none */
  readonly seq: number;
  readonly whenMs: number | null;
};

/** Walks along the entries in their order; `end` closes the account. */
export class ChainCheck {
  readonly faults: Fault[] = [];
  #seq: number;
  #hash: string;
  #isFirst = true;
  readonly #head: AuditHeadRow | null;

  constructor(head: AuditHeadRow | null, sealer: Sealer | null) {
    this.#head = head;
    this.#seq = head?.removed_seq ?? 0;
    this.#hash = head?.removed_hash ?? GENESIS;
    if (head === null || (sealer !== null && !isSealed(head, sealer))) this.#fault("head", 0, null);
  }

  next(row: AuditRow): void {
    const { seq, when_ms: whenMs } = row;
    const isLate = this.#head !== null && seq > this.#head.seq;
    if (seq <= this.#seq || isLate) return this.#fault("added", seq, whenMs);
    const isGap = seq !== this.#seq + 1;
    if (isGap) this.#fault(this.#isFirst ? "beginning" : "missing", seq, whenMs);
    // Across a gap the hash before is not there: what this entry was is seen by the next one.
    else if (chainHash(this.#hash, row) !== row.hash) this.#fault("changed", seq, whenMs);
    this.#isFirst = false;
    this.#seq = seq;
    this.#hash = row.hash;
  }

  end(): readonly Fault[] {
    const head = this.#head;
    if (head !== null && this.#seq < head.seq) this.#fault("end", this.#seq + 1, null);
    else if (head !== null && this.#seq === head.seq && this.#hash !== head.hash) this.#fault("end", this.#seq, null);
    return this.faults;
  }

  #fault(kind: Fault["kind"], seq: number, whenMs: number | null): void {
    this.faults.push({ kind, seq, whenMs });
  }
}
