declare const brand: unique symbol;

/** A type that is a `Base` to the machine and its own kind to the compiler. */
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

/** Milliseconds since 1970 on the recorder's clock: every time on the wire, in archives and on the timeline. */
export type ServerMs = Brand<number, "ServerMs">;
/** Milliseconds since 1970 on this machine's clock: only for measuring and for asking the browser. */
type ClientMs = Brand<number, "ClientMs">;

/** Declares a number read from this machine's clock to be client time. */
export const clientMs = (value: number): ClientMs => value as ClientMs;

/** Server time of a client instant; `skewMs` is server minus client. */
export const toServer = (at: ClientMs, skewMs: number): ServerMs => (at + skewMs) as ServerMs;
