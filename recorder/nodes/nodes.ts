/** The servers that share one database ("nodes"): what one has to know of the others. */
import { Mutex, type AnyMutex } from "#base/mutex.ts";
import { type Bus, QUIET_BUS } from "./bus.ts";

export interface Nodes {
  readonly bus: Bus;
  /** how many servers share the database now, this one included */
  readonly count: number;
  /** whether NATS brings their messages now; null = NATS is not configured, and the database brings them */
  readonly nats: "ok" | "away" | null;
  /** For work that only one server at a time may do. `name` says what the work changes. */
  mutex(name: string): AnyMutex;
  /** Whether this server has a duty that only one of them may have, such as sending mails. The answer may change at any time. */
  holds(duty: Duty): boolean;
  close(): Promise<void>;
}

/** mails: sends the mails of notifications. fleet: writes the rows of cameras. */
export const DUTIES = ["mails", "fleet"] as const;
export type Duty = (typeof DUTIES)[number];

/** A server that shares its database with nobody. */
export function oneNode(): Nodes {
  const mutexes = new Mutexes();
  return {
    bus: QUIET_BUS,
    count: 1,
    nats: null,
    mutex: (name) => mutexes.of(name),
    holds: () => true,
    close: () => Promise.resolve(),
  };
}

/** A mutex for each name. */
export class Mutexes {
  readonly #byName = new Map<string, Mutex>();

  of(name: string): Mutex {
    const mutex = this.#byName.get(name) ?? new Mutex();
    this.#byName.set(name, mutex);
    return mutex;
  }
}
