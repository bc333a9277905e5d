/** The aggregator's accounts (/service/users). */
import * as z from "zod/mini";
import { USERNAME_PATTERN } from "#domain/accounts/username.ts";
import { wireBoolean, wireId } from "#protocol/scalars.ts";
import { pathId, readOnly } from "../list.ts";

/** An account as administrators see it. */
export const fusionAccount = z.object({
  id: wireId,
  href: z.optional(z.string()),
  username: z.string(),
  email: z._default(z.string(), ""),
  /** of the account itself; members of an `admin` permission group are administrators, too */
  admin: z._default(wireBoolean, false),
  /** the account that can be neither renamed, downgraded nor deleted */
  superUser: z._default(wireBoolean, false),
  /** the account signs in with one-time codes */
  secondFactor: z._default(wireBoolean, false),
  /** ids of the permission groups that list it directly */
  groups: z._default(z.array(wireId), []),
});
export type FusionAccount = z.infer<typeof fusionAccount>;

export const fusionAccountList = z.object({ href: z.optional(z.string()), users: z.array(fusionAccount) });

/** As in user.ts: word characters only, or user@domain where sign-in is by domain or by Google. */
const username = z.string().check(z.regex(USERNAME_PATTERN, "word characters only, or user@domain"));
const password = z.string().check(z.maxLength(1024));
const email = z.union([
  z.literal(""),
  z.string().check(z.maxLength(320), z.regex(/^[^\s@<>",;]{1,64}@[^\s@<>",;]{1,255}$/, "name@domain")),
]);
const groups = z.array(pathId).check(z.maxLength(1000));

/** POST /service/users */
export const fusionAccountCreate = z.strictObject({
  username,
  password,
  email: z._default(email, ""),
  admin: z._default(z.boolean(), false),
  groups: z._default(groups, []),
});
export type FusionAccountCreate = z.input<typeof fusionAccountCreate>;

/**
 * PUT and PATCH /service/users/{id}: `password` null or absent keeps it; `groups` replaces the memberships. A client
 * may send an account back as it read it: `superUser` must then be unchanged.
 */
export const fusionAccountPatch = z.strictObject({
  id: z.optional(z.string()),
  username: z.optional(username),
  password: z.optional(z.nullable(password)),
  email: z.optional(email),
  admin: z.optional(z.boolean()),
  groups: z.optional(groups),
  href: readOnly,
  secondFactor: readOnly,
  superUser: z.optional(z.boolean()),
});
export type FusionAccountPatch = z.input<typeof fusionAccountPatch>;
