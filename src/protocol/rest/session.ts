import * as z from "zod/mini";
import { wireId } from "../scalars.ts";
import { reference } from "./list.ts";

export const roleName = z.enum(["Live Viewer", "Viewer", "Manager", "Administrator"]);
export type RoleName = z.infer<typeof roleName>;

export const permission = z.enum(["live", "playback", "export", "ptz", "stats", "config", "talk"]);
export type Permission = z.infer<typeof permission>;

/** Permissions of newer servers that we do not know are dropped. */
const permissions = z.pipe(
  z.array(z.string()),
  z.transform((all) => all.filter((one): one is Permission => permission.safeParse(one).success)),
);

/** What a session may do: everywhere (`baseScope`), and on single cameras, where `cameraScopes` replaces it. */
export const sessionScope = z.object({
  baseScope: permissions,
  cameraScopes: z._default(z.array(z.object({ id: wireId, scope: permissions })), []),
});
export type SessionScope = z.infer<typeof sessionScope>;

export const session = z.object({
  type: z._default(z.enum(["user", "remote"]), "user"),
  /** the secret: only the answer to a sign-in carries it whole; in lists it is a handle that opens nothing */
  id: z.string(),
  href: z.optional(z.string()),
  name: z.string(),
  role: z.string(),
  scope: sessionScope,
  owner: z.optional(z.object({ id: wireId, href: z.optional(z.string()) })),
  /** seconds left */
  expiresIn: z.number(),
  userId: wireId,
});
export type Session = z.infer<typeof session>;

export const sessionList = z.object({ href: z.string(), sessions: z.array(session) });

/** Session expiry of both documents: 30 days. */
export const SESSION_EXPIRY_S = 2_592_000;

/** POST /service/sessions/user */
export const signInRequest = z.strictObject({
  username: z.string().check(z.minLength(1), z.maxLength(320)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  /** seconds, default one hour */
  expiresIn: z._default(z.int().check(z.positive(), z.maximum(SESSION_EXPIRY_S)), 3600),
  /** `persistent` survives the browser; `none` answers with the id only (API clients) */
  cookie: z._default(z.enum(["session", "persistent", "none"]), "session"),
});
export type SignInRequest = z.input<typeof signInRequest>;

/** POST /service/sessions/google: the ID token that Google gave the browser, and the nonce that the page had sent along. */
export const googleSignInRequest = z.strictObject({
  credential: z.string().check(z.minLength(1), z.maxLength(8192)),
  nonce: z.string().check(z.minLength(16), z.maxLength(128)),
  expiresIn: z._default(z.int().check(z.positive(), z.maximum(SESSION_EXPIRY_S)), 3600),
  cookie: z._default(z.enum(["session", "persistent", "none"]), "session"),
});

/** POST /service/tickets: a path (with its query) that the browser will open by itself, e.g. a download. */
export const ticketRequest = z.strictObject({
  path: z.string().check(z.regex(/^(\/fusion\/orchid-proxy\/[A-Za-z0-9_-]{1,64})?\/service\/[\x21-\x7e]{1,2000}$/)),
  cameraId: z.optional(z.string().check(z.maxLength(64))),
});
export type TicketRequest = z.infer<typeof ticketRequest>;

/** One use within `expiresIn` seconds: append it to exactly that path as `ticket=`. `url` has it appended. */
export const ticket = z.object({ ticket: z.string(), url: z.string(), expiresIn: z.number() });
export type Ticket = z.infer<typeof ticket>;

export const identity = z.object({ id: wireId, name: z.string(), role: z.string(), owner: z.optional(reference) });
