/**
 * What changed in a list since somebody asked last, without a log of changes: each time the list is compared with how it looked before.
 * What is remembered of an entry is a digest. Who sees other entries, or sees them otherwise, has a list of their own.
 */
import { createHash, randomBytes } from "node:crypto";

/** Who asks for differences is an aggregator, or a program: there are few of them. */
const MAX_LISTS = 16;

interface Entry {
  readonly digest: string;
  /** the version of the list at which it became so */
  readonly version: number;
}

interface Known {
  /** in the name of every version: those of another list, or of before a restart, are unknown */
  readonly name: string;
  version: number;
  entries: Map<string, Entry>;
  /** the version at which entries came, went or changed places */
  orderedAt: number;
}

interface ListDifference {
  /** of the list as it is now */
  readonly version: string;
  /** ids of what changed; null: nothing is known of the version that was asked from, and everything counts */
  readonly changed: ReadonlySet<string> | null;
  /** entries came, went or changed places */
  readonly isOrderOther: boolean;
}

export class ListChanges {
  readonly #lists = new Map<string, Known>();

  /**
   * `seenAs`: whoever has the same sees the same entries. `entries`: id and text of each, in order, without what changes all the time.
   * `since`: a version that was told before.
   */
  since(seenAs: string, entries: ReadonlyMap<string, string>, since: string): ListDifference {
    const list = this.#updated(seenAs, entries);
    const [, name, number] = /^(\w+)\.(\d{1,15})$/.exec(since) ?? [];
    const from = Number(number);
    const version = `${list.name}.${list.version}`;
    if (name !== list.name || from > list.version) return { version, changed: null, isOrderOther: true };
    const changed = [...list.entries].flatMap(([id, entry]) => (entry.version > from ? [id] : []));
    return { version, changed: new Set(changed), isOrderOther: list.orderedAt > from };
  }

  #updated(seenAs: string, entries: ReadonlyMap<string, string>): Known {
    const key = digestOf(seenAs);
    const list = this.#lists.get(key) ?? newList();
    // A map keeps the order of insertion: the one that nobody asked for longest goes first.
    this.#lists.delete(key);
    this.#lists.set(key, list);
    for (const oldest of this.#lists.keys()) if (this.#lists.size > MAX_LISTS) this.#lists.delete(oldest);
    const next = list.version + 1;
    const seen = new Map<string, Entry>();
    for (const [id, text] of entries) {
      const digest = digestOf(text);
      const before = list.entries.get(id);
      seen.set(id, before?.digest === digest ? before : { digest, version: next });
    }
    const isOrderOther = [...seen.keys()].join() !== [...list.entries.keys()].join();
    const isOther = isOrderOther || [...seen.values()].some(({ version }) => version === next);
    list.entries = seen;
    if (isOther) list.version = next;
    if (isOrderOther) list.orderedAt = next;
    return list;
  }
}

const newList = (): Known => ({
  name: randomBytes(9).toString("hex"),
  version: 0,
  entries: new Map(),
  orderedAt: 0,
});
const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64");
