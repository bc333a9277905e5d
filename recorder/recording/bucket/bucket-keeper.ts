/** Keeps order in the bucket: removes what is too old, holds evidence, and compares the bucket with the index. */
import type { RecordingIndex } from "../index/recording-index.ts";
import type { BucketObject, ObjectsAsk } from "../index/bucket/bucket-index.ts";
import { isNoObject, S3Refused } from "./s3-answers.ts";
import type { S3Client } from "./s3-client.ts";

const BATCH = 50;
/** If more than this share of the objects is missing, this is the wrong bucket, or the service gives a wrong list: nothing is concluded from it. */
const MOST_MISSING_SHARE = 0.5;
const FEW = 10;

interface KeeperPorts {
  readonly client: S3Client;
  readonly index: RecordingIndex;
  readonly prefix: string;
  /** whether legal holds are set on evidence */
  readonly holds: boolean;
  readonly onLog: (level: "info" | "warn" | "error", text: string, detail?: Record<string, unknown>) => void;
  readonly signal: AbortSignal;
}

interface Compared {
  /** objects in the bucket under this prefix, whoever has put them there */
  readonly there: number;
  /** those among them that the index does not know */
  readonly unknown: number;
  /** objects that the index knows and the bucket does not have */
  readonly missing: number;
}

export class BucketKeeper {
  readonly #ports: KeeperPorts;
  /** objects that the service does not let go: locked there by somebody */
  readonly #refused = new Set<number>();

  constructor(ports: KeeperPorts) {
    this.#ports = ports;
  }

  /** Throws when the service does not answer. `tooOld`: the objects to remove. */
  async run(tooOld: readonly ObjectsAsk[]): Promise<void> {
    const { index, holds, signal } = this.#ports;
    // Holds come first, so that no evidence is removed.
    for (const isHeld of holds ? [true, false] : [false])
      for (let some = await index.objectsToHold(isHeld, BATCH); some.length > 0; ) {
        for (const object of some) await this.#hold(object, isHeld);
        signal.throwIfAborted();
        some = some.length < BATCH ? [] : await index.objectsToHold(isHeld, BATCH);
      }
    for (const ask of tooOld) await this.#remove(() => index.objectsBefore(ask, BATCH, [...this.#refused]));
    await this.#remove(() => index.emptyObjects(BATCH, [...this.#refused]));
  }

  async #hold(object: BucketObject, isHeld: boolean): Promise<void> {
    const { client, index } = this.#ports;
    await client.hold(object.key, object.version, isHeld).catch((error: unknown) => {
      // The object is gone, so there is nothing to hold. The comparison will find that out.
      if (!isNoObject(error)) throw error;
    });
    await index.setHeld(object.id, isHeld);
  }

  async #remove(next: () => Promise<readonly BucketObject[]>): Promise<void> {
    const { client, index, onLog, signal } = this.#ports;
    for (let some = await next(); some.length > 0; some = await next())
      for (const object of some) {
        signal.throwIfAborted();
        try {
          if (object.isHeld) await this.#hold(object, false);
          await client.remove(object.key, object.version);
        } catch (error) {
          if (!(error instanceof S3Refused) || error.status >= 500) throw error;
          this.#refused.add(object.id);
          onLog("warn", "the service does not let an object go", { key: object.key, reason: error.message });
          continue;
        }
        await index.dropObject(object.id);
      }
  }

  /** Takes out of the index what is not in the bucket. Throws when that cannot be known. */
  async compare(): Promise<Compared> {
    const { client, index, prefix, onLog, signal } = this.#ports;
    let [there, unknown] = [0, 0];
    const missing: BucketObject[] = [];
    const known = new KnownObjects(index);
    for (let after = ""; ; ) {
      const found = await client.list(prefix, after);
      for (const { key } of found) {
        signal.throwIfAborted();
        there += 1;
        const passed = await known.upTo(key);
        missing.push(...passed.missing);
        if (!passed.isKnown) unknown += 1;
      }
      const last = found.at(-1);
      if (!last) break;
      after = last.key;
    }
    missing.push(...(await known.rest()));
    const gone: BucketObject[] = [];
    for (const object of missing) if ((await client.head(object.key, object.version)) === null) gone.push(object);
    if (gone.length > Math.max(FEW, (there - unknown + gone.length) * MOST_MISSING_SHARE))
      throw new Error(`${gone.length} of the objects that the index knows are not in the bucket: is it another one?`);
    let lost = 0;
    for (const object of gone) lost += await index.dropObject(object.id);
    if (gone.length > 0)
      onLog("error", "objects are missing from the bucket", { objects: gone.length, recordings: lost });
    return { there, unknown, missing: gone.length };
  }
}

/** Walks over the objects of the index by key, beside a list of the bucket. */
class KnownObjects {
  readonly #index: Pick<RecordingIndex, "objectsAfter">;
  #page: readonly BucketObject[] = [];
  #at = 0;
  #after = "";
  #isOver = false;

  constructor(index: Pick<RecordingIndex, "objectsAfter">) {
    this.#index = index;
  }

  /** The known objects before a key, and whether the index knows the key itself. */
  async upTo(key: string): Promise<{ readonly missing: BucketObject[]; readonly isKnown: boolean }> {
    const missing: BucketObject[] = [];
    for (let next = await this.#next(); next; next = await this.#next()) {
      if (next.key > key) return { missing, isKnown: false };
      this.#at += 1;
      if (next.key === key) return { missing, isKnown: true };
      missing.push(next);
    }
    return { missing, isKnown: false };
  }

  async rest(): Promise<BucketObject[]> {
    const rest: BucketObject[] = [];
    for (let next = await this.#next(); next; next = await this.#next()) {
      rest.push(next);
      this.#at += 1;
    }
    return rest;
  }

  async #next(): Promise<BucketObject | null> {
    if (this.#at >= this.#page.length && !this.#isOver) {
      this.#page = await this.#index.objectsAfter(this.#after, 1000);
      this.#at = 0;
      this.#after = this.#page.at(-1)?.key ?? this.#after;
      this.#isOver = this.#page.length === 0;
    }
    return this.#page[this.#at] ?? null;
  }
}
