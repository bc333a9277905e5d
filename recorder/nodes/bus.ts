/** Messages between the servers that share one database: each hears what the others have changed, in the order in which it was said. */
import type * as z from "zod/mini";

/** Acts on a message of another server. The next message waits until it is done. */
type Listener<T> = (body: T) => void | Promise<void>;

export interface Bus {
  /** To all others, not to this server; kept while the database is away. `body`: what JSON holds. */
  publish(topic: string, body: unknown): void;
  /** A body that `schema` refuses comes from another release and is left out. */
  on<T>(topic: string, schema: z.ZodMiniType<T>, listener: Listener<T>): void;
  /** Called when messages may be missing, or when a server ended before it could say what it did: the listener reads again what it remembers. */
  onMissed(listener: () => void | Promise<void>): void;
  /** Resolves when what was published so far can be heard by the others. */
  published(): Promise<void>;
  /** Resolves when this server has heard all that anybody published before this call. It does not wait for a database that does not answer. */
  heard(): Promise<void>;
}

/** The bus of a server that shares its database with nobody. */
export const QUIET_BUS: Bus = {
  publish: () => undefined,
  on: () => undefined,
  onMissed: () => undefined,
  published: () => Promise.resolve(),
  heard: () => Promise.resolve(),
};
