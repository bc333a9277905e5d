/** What the recorder tells by its event socket, as those hear it who show what has changed. */
import type { Emitter } from "#base/emitter.ts";
import type { Refetched } from "#domain/live-events.ts";
import type { EventMessage } from "#protocol/rest/event-message.ts";

/**
 * By what has changed and is to be fetched again. Each carries the recorder's message; null: the socket was away and is back, so
 * anything of this kind may have changed.
 */
export type ServerEvents = { readonly [What in Refetched]: EventMessage | null };
/** For those who only listen. */
export type ServerEventSource = Pick<Emitter<ServerEvents>, "on">;
