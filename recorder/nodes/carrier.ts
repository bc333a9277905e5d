/** Brings messages to the other servers. The messages are written in a table too, which stays the last word. */
import type { Message } from "./outbox.ts";

export interface Carrier {
  /** Whether it brings messages to the others now. If not, the database wakes them. */
  readonly isOpen: boolean;
  /** Resolves with whether all others will hear these messages, in this order. */
  carry(messages: readonly Message[]): Promise<boolean>;
  close(): Promise<void>;
}
