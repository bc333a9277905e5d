/** The aggregator's accounts (/service/users). */
import * as z from "zod/mini";
import { wireBoolean, wireId } from "#protocol/scalars.ts";
import { pathId, readOnly } from "../list.ts";
import { isOwnName, knownName, ownNameOnly, signsInBy } from "./user.ts";

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
  /** who checks the user: this server by a password, the company's provider, or its directory [ours] */
  signsInBy: z._default(signsInBy, "password"),
  /** ids of the permission groups that list it directly */
  groups: z._default(z.array(wireId), []),
});
export type FusionAccount = z.infer<typeof fusionAccount>;

export const fusionAccountList = z.object({ href: z.optional(z.string()), users: z.array(fusionAccount) });

const password = z.string().check(z.maxLength(1024));
const email = z.union([
  z.literal(""),
  z.string().check(z.maxLength(320), z.regex(/^[^\s@<>",;]{1,64}@[^\s@<>",;]{1,255}$/, "name@domain")),
]);
const groups = z.array(pathId).check(z.maxLength(1000));

/** POST /service/users */
export const fusionAccountCreate = z
  .strictObject({
    username: knownName,
    password: z.optional(password),
    signsInBy: z.optional(signsInBy),
    email: z._default(email, ""),
    admin: z._default(z.boolean(), false),
    groups: z._default(groups, []),
  })
  .check(z.refine(isOwnName, ownNameOnly));
export type FusionAccountCreate = z.input<typeof fusionAccountCreate>;

/**
 * PUT and PATCH /service/users/{id}: `password` null or absent keeps it; `groups` replaces the memberships. A client
 * may send an account back as it read it: `superUser` must then be unchanged.
 */
export const fusionAccountPatch = z.strictObject({
  id: z.optional(z.string()),
  username: z.optional(knownName),
  password: z.optional(z.nullable(password)),
  signsInBy: z.optional(signsInBy),
  email: z.optional(email),
  admin: z.optional(z.boolean()),
  groups: z.optional(groups),
  href: readOnly,
  secondFactor: readOnly,
  superUser: z.optional(z.boolean()),
});
export type FusionAccountPatch = z.input<typeof fusionAccountPatch>;
