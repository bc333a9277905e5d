/** Reads objects of the bucket in blocks, and keeps those that were read last: in memory, and some on a disk. */
import { mkdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BucketObject } from "../index/bucket/bucket-index.ts";
import { bodyRange, type PhraseKeys, readHead } from "./object-form.ts";
import type { S3Client } from "./s3-client.ts";

/** The body is read in blocks of this size. A key picture and what lies before it are mostly in one, and the next one is asked for ahead. */
const BLOCK_BYTES = 1024 * 1024;
const MOST_IN_MEMORY = 24;
const MOST_ON_DISK = 1024;

interface BlockPorts {
  readonly client: Pick<S3Client, "read">;
  /** null: objects are not encrypted */
  readonly keys: PhraseKeys | null;
  /** null: blocks are kept in memory only */
  readonly folder: string | null;
  /** what the service said, or that it answered */
  readonly onAnswer: (error: unknown) => void;
}

export class BucketBlocks {
  readonly #ports: BlockPorts;
  readonly #memory = new Map<string, Promise<Buffer>>();
  /** names in the folder, the one that was used last at the end */
  readonly #disk = new Set<string>();
  #ready: Promise<void> | null = null;
  #last = "";

  constructor(ports: BlockPorts) {
    this.#ports = ports;
  }

  /** Bytes [from, to) of the body of an object, in clear. */
  async read(object: BucketObject, from: number, to: number): Promise<Buffer> {
    const [first, end] = [Math.floor(from / BLOCK_BYTES), Math.ceil(to / BLOCK_BYTES)];
    const blocks = Array.from({ length: end - first }, (_, at) => this.#block(object, first + at));
    const read = await Promise.all(blocks);
    // A reader that goes on needs the next block in a moment.
    if (this.#last === nameOf(object, first - 1) || end - first > 1) this.#block(object, end).catch(() => undefined);
    this.#last = nameOf(object, end - 1);
    const bytes = read.length === 1 ? (read[0] as Buffer) : Buffer.concat(read);
    return bytes.subarray(from - first * BLOCK_BYTES, to - first * BLOCK_BYTES);
  }

  /** Removes the blocks on the disk. */
  async close(): Promise<void> {
    const { folder } = this.#ports;
    await this.#ready;
    if (folder !== null) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }

  #block(object: BucketObject, at: number): Promise<Buffer> {
    const name = nameOf(object, at);
    const known = this.#memory.get(name);
    if (known) this.#memory.delete(name);
    const block = known ?? this.#fetch(object, at, name);
    this.#memory.set(name, block);
    if (!known) {
      block.catch(() => this.#memory.delete(name));
      const [oldest] = this.#memory.keys();
      if (this.#memory.size > MOST_IN_MEMORY && oldest !== undefined) this.#memory.delete(oldest);
    }
    return block;
  }

  async #fetch(object: BucketObject, at: number, name: string): Promise<Buffer> {
    const kept = await this.#kept(name);
    if (kept) return kept;
    const { client, keys, onAnswer } = this.#ports;
    const head = readHead(Buffer.from(object.head));
    if (!head) throw new Error(`${object.key} is of another form`);
    const from = at * BLOCK_BYTES;
    if (from >= head.bodyBytes) return Buffer.alloc(0);
    if (head.sealed && !keys) throw new Error(`${object.key} is sealed by a passphrase that is not known`);
    const key = head.sealed && keys ? await keys.of(head.sealed) : null;
    try {
      const read = (start: number, end: number) => client.read(object.key, object.version, start, end);
      const block = await bodyRange(head, key, read, from, Math.min(head.bodyBytes, from + BLOCK_BYTES));
      onAnswer(null);
      void this.#keep(name, block);
      return block;
    } catch (error) {
      onAnswer(error);
      throw error;
    }
  }

  async #kept(name: string): Promise<Buffer | null> {
    const { folder } = this.#ports;
    if (folder === null || !this.#disk.delete(name)) return null;
    try {
      const bytes = await readFile(join(folder, name));
      this.#disk.add(name);
      return bytes;
    } catch {
      return null;
    }
  }

  /** On a disk that takes nothing no block is kept, and that is no error. */
  async #keep(name: string, block: Buffer): Promise<void> {
    const { folder } = this.#ports;
    if (folder === null) return;
    // Blocks of an earlier run are removed: nobody knows whether they were written whole.
    this.#ready ??= rm(folder, { recursive: true, force: true })
      .then(() => mkdir(folder, { recursive: true, mode: 0o700 }))
      .then(() => undefined);
    try {
      await this.#ready;
      await writeFile(join(folder, name), block, { mode: 0o600 });
      this.#disk.add(name);
      for (const oldest of this.#disk) {
        if (this.#disk.size <= MOST_ON_DISK) return;
        this.#disk.delete(oldest);
        await unlink(join(folder, oldest));
      }
    } catch {
      this.#disk.delete(name);
    }
  }
}

const nameOf = ({ id }: BucketObject, block: number): string => `${id}-${block}`;
