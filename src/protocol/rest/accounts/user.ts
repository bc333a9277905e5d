import * as z from "zod/mini";
import { USERNAME_PATTERN } from "#domain/accounts/username.ts";
import { wireBoolean, wireId } from "#protocol/scalars.ts";
import { readOnly } from "../list.ts";
import { roleName } from "./session.ts";

export const user = z.object({
  id: wireId,
  href: z.optional(z.string()),
  username: z.string(),
  role: z.string(),
  /** the account that can be neither renamed, downgraded nor deleted */
  superUser: z._default(wireBoolean, false),
  admin: z._default(wireBoolean, false),
  /** the account signs in with one-time codes */
  secondFactor: z._default(wireBoolean, false),
  /** cameras whose permissions differ from the role's */
  cameraScopes: z.optional(z.array(z.object({ id: wireId, scope: z.array(z.string()) }))),
});
export type User = z.infer<typeof user>;

export const userList = z.object({ href: z.optional(z.string()), users: z.array(user) });

/** Document 2, section 5: word characters only; document 1: user@domain where sign-in is by domain or by Google. */
const username = z.string().check(z.regex(USERNAME_PATTERN, "word characters only, or user@domain"));
const password = z.string().check(z.maxLength(1024));
const cameraScopes = z
  .array(
    z.strictObject({
      id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)),
      scope: z.array(z.enum(["live", "playback", "export", "ptz", "stats", "talk"])).check(z.maxLength(6)),
    }),
  )
  .check(z.maxLength(2000));

/** POST /service/users */
export const userCreate = z.strictObject({
  username,
  password,
  role: roleName,
  cameraScopes: z.optional(cameraScopes),
});
export type UserCreate = z.input<typeof userCreate>;

/**
 * PUT and PATCH /service/users/{id}: `password` null or absent keeps it. A client may send an account back as it read
 * it: `id`, `superUser` and `admin` must then be unchanged.
 */
export const userPatch = z.strictObject({
  id: z.optional(z.string()),
  username: z.optional(username),
  password: z.optional(z.nullable(password)),
  role: z.optional(roleName),
  cameraScopes: z.optional(cameraScopes),
  href: readOnly,
  secondFactor: readOnly,
  superUser: z.optional(z.boolean()),
  admin: z.optional(z.boolean()),
});
export type UserPatch = z.input<typeof userPatch>;
