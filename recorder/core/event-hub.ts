/** Who is told what: messages of the event socket with their audience, and ends of sessions for whoever holds a socket. */
import type { EventMessage, EventType } from "#protocol/rest/event-message.ts";
import { can, type Identity } from "./identity.ts";

/** Whoever administers the aggregator. */
export const administrators: Audience = (identity) => can(identity, "config");

export type Audience = (identity: Identity) => boolean;
export const everyone: Audience = () => true;

export interface Listener {
  /** asked for each message, so that changed rights count at once */
  readonly identity: () => Identity;
  readonly send: (message: EventMessage) => void;
  /** the session ended: close everything */
  readonly end: (reason: string) => void;
}

export class EventHub {
  readonly #listeners = new Set<Listener>();
  /** what every event of this server itself carries */
  readonly origin: Pick<EventMessage, "orchidId">;

  /** `orchidId`: as which server this one's clients know it; null = it is the aggregator, none of its servers */
  constructor(orchidId: string | null = "1") {
    this.origin = orchidId === null ? {} : { orchidId };
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** Sockets of one user. */
  sizeOf(userId: string): number {
    let size = 0;
    for (const listener of this.#listeners) if (listener.identity().userId === userId) size += 1;
    return size;
  }

  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(type: EventType, resource: string, id: string, audience: Audience): void {
    this.relay({ type, resource, id, ...this.origin }, audience);
  }

  /** A message as it is, also one of another server. */
  relay(message: EventMessage, audience: Audience): void {
    for (const listener of [...this.#listeners]) if (audience(listener.identity())) listener.send(message);
  }

  /** Ends the sockets of one session, or with `userId` all of a user's, after telling them. */
  end(whose: { sessionHash?: string; userId?: string }, type: EventType, resource: string, id: string): void {
    for (const listener of [...this.#listeners]) {
      const identity = listener.identity();
      const isMeant =
        whose.sessionHash !== undefined
          ? identity.session?.hash === whose.sessionHash
          : identity.userId === whose.userId;
      if (!isMeant) continue;
      listener.send({ type, resource, id, ...this.origin });
      listener.end(type);
    }
  }
}
