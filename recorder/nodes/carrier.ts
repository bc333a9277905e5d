/** What brings messages to the other servers beside the table in which they are written. */
import type { Message } from "./outbox.ts";

export interface Carrier {
  /** Whether what is said now comes to the others this way; where not, the database wakes them. */
  readonly isOpen: boolean;
  /** Whether all others will hear of these, in this order. */
  carry(messages: readonly Message[]): Promise<boolean>;
  close(): Promise<void>;
}
