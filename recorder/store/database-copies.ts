/** Copies of the database beside it, for the day on which it is damaged: one a day, three kept. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { copyDatabase, stateOf } from "./sqlite-file.ts";

const KEPT = 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface DatabaseCopy {
  readonly file: string;
  readonly madeMs: number;
}

export class DatabaseCopies {
  readonly #file: string;
  readonly #folder: string;
  readonly #stem: string;

  /** `file`: the database */
  constructor(file: string) {
    this.#file = file;
    this.#folder = join(dirname(file), "copies");
    this.#stem = basename(file, ".db");
  }

  /** Newest first: numbers grow, whatever the clock does. */
  list(): readonly DatabaseCopy[] {
    return this.#numbers().map((number) => {
      const file = this.#name(number);
      return { file, madeMs: statSync(file).mtimeMs };
    });
  }

  /** The newest that can be read; null = none. */
  newestSound(): DatabaseCopy | null {
    return this.list().find(({ file }) => stateOf(file).kind === "sound") ?? null;
  }

  /** Daily; a young database, which changes most, hourly until there are three. */
  isDue(nowMs: number): boolean {
    const copies = this.list();
    const [newest] = copies;
    if (newest === undefined) return true;
    return Math.abs(nowMs - newest.madeMs) >= (copies.length < KEPT ? HOUR_MS : DAY_MS);
  }

  /** Throws when it cannot be written; the copies that there are stay then. */
  async make(): Promise<void> {
    const [newest = 0] = this.#numbers();
    await copyDatabase(this.#file, this.#name(newest + 1));
    for (const number of this.#numbers().slice(KEPT)) rmSync(this.#name(number), { force: true });
  }

  #name(number: number): string {
    return join(this.#folder, `${this.#stem}-${number}.db`);
  }

  #numbers(): number[] {
    if (!existsSync(this.#folder)) return [];
    const shape = new RegExp(`^${this.#stem}-(\\d+)\\.db$`);
    return readdirSync(this.#folder)
      .flatMap((name) => shape.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => b - a);
  }
}
