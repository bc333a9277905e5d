/** Messages between the servers that share one database: each hears what the others have changed, in the order in which it was said. */
import type * as z from "zod/mini";

/** What the others' messages lead to; the next message waits for it. */
type Listener<T> = (body: T) => void | Promise<void>;

export interface Bus {
  /** To all others, not to this server; kept while the database is away. `body`: what JSON holds. */
  publish(topic: string, body: unknown): void;
  /** Bodies that `schema` does not know were said by another release, and are left out. */
  on<T>(topic: string, schema: z.ZodMiniType<T>, listener: Listener<T>): void;
  /** Messages may be missing, or a server ended before it could say what it did: what was remembered is to be read anew. */
  onMissed(listener: () => void | Promise<void>): void;
  /** Resolves when what was published so far can be heard by the others. */
  published(): Promise<void>;
  /** Resolves when all is heard here that was published by anybody before this call, and soon where the database does not answer. */
  heard(): Promise<void>;
}

/** Of a server that shares its database with nobody. */
export const QUIET_BUS: Bus = {
  publish: () => undefined,
  on: () => undefined,
  onMissed: () => undefined,
  published: () => Promise.resolve(),
  heard: () => Promise.resolve(),
};
