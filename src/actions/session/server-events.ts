/** The recorder's event messages, for screens that show what has changed. */
import type { Emitter } from "#base/emitter.ts";
import type { Refetched } from "#domain/live-events.ts";
import type { EventMessage } from "#protocol/rest/event-message.ts";

/**
 * By what has changed and must be fetched again. Each carries the recorder's message; null: the socket was away and is
 * back, so anything of this kind may have changed.
 */
export type ServerEvents = { readonly [What in Refetched]: EventMessage | null };
/** The part for code that only listens. */
export type ServerEventSource = Pick<Emitter<ServerEvents>, "on">;
