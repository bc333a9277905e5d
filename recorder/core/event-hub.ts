/** Sends messages of the event socket to their audience, and announces ended sessions to whatever holds a socket. */
import type { EndedWhy } from "#domain/live-events.ts";
import { type EventMessage, eventMessage, type EventType } from "#protocol/rest/event-message.ts";
import { type Bus, QUIET_BUS } from "#recorder/nodes/bus.ts";
import * as z from "zod/mini";
import { type AudienceRule, audienceRule, isMeant } from "./audience.ts";
import type { Identity } from "./identity.ts";

export type Audience = (identity: Identity) => boolean;

/** On the bus: an event for whom the rule means, on other servers. */
const TOPIC = "event";
const told = z.object({ message: eventMessage, rule: audienceRule });

interface Listener {
  /** called for each message, so that changed rights count at once */
  readonly identity: () => Identity;
  readonly send: (message: EventMessage) => void;
  /** the session ended: close everything */
  readonly end: (reason: string) => void;
}

export class EventHub {
  readonly #listeners = new Set<Listener>();
  readonly #bus: Bus;
  #changes = 0;
  /** what every event of this server itself carries */
  readonly origin: Pick<EventMessage, "orchidId">;

  /**
   * `orchidId`: the server id under which clients know this one; null = it is the aggregator and none of its servers.
   * `bus`: by which other servers' listeners hear what is published here.
   */
  constructor(orchidId: string | null = "1", bus: Bus = QUIET_BUS) {
    this.#bus = bus;
    bus.on(TOPIC, told, ({ message, rule }) => this.relay(message, (who) => isMeant(rule, who)));
    this.origin = orchidId === null ? {} : { orchidId };
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** The sockets of one user. */
  sizeOf(userId: string): number {
    let size = 0;
    for (const listener of this.#listeners) if (listener.identity().userId === userId) size += 1;
    return size;
  }

  /** The hashes of sessions whose sockets are open. */
  sessionHashes(): string[] {
    return [...this.#listeners].flatMap((listener) => listener.identity().session?.hash ?? []);
  }

  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells of a change that was made here, and that is one at every server of this database. */
  publish(type: EventType, resource: string, id: string, rule: AudienceRule): void {
    const message = { type, resource, id, ...this.origin };
    this.relay(message, (who) => isMeant(rule, who));
    this.#bus.publish(TOPIC, { message, rule });
  }

  /** How often a list of anybody has changed since the start. Motion is no part of lists. */
  get changes(): number {
    return this.#changes;
  }

  /** Sends a message unchanged to the listeners here, for example one of a recorder. */
  relay(message: EventMessage, audience: Audience): void {
    if (!isMotion(message.type)) this.#changes += 1;
    for (const listener of [...this.#listeners]) if (audience(listener.identity())) listener.send(message);
  }

  /** Informs and ends the sockets of one session, or with `userId` all sockets of a user. */
  end(
    whose: { sessionHash?: string; userId?: string },
    type: EventType,
    resource: string,
    id: string,
    why?: EndedWhy,
  ): void {
    for (const listener of [...this.#listeners]) {
      const identity = listener.identity();
      const isMeant =
        whose.sessionHash !== undefined
          ? identity.session?.hash === whose.sessionHash
          : identity.userId === whose.userId;
      if (!isMeant) continue;
      listener.send({ type, resource, id, ...(why === undefined ? {} : { why }), ...this.origin });
      listener.end(type);
    }
  }
}

const isMotion = (type: EventType): boolean => type === "motion-started" || type === "motion-stopped";
