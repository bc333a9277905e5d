import * as z from "zod/mini";
import { COMPANY_NAME } from "#domain/accounts/company-sign-in.ts";
import { USERNAME_PATTERN } from "#domain/accounts/username.ts";
import { wireBoolean, wireId } from "#protocol/scalars.ts";
import { readOnly } from "../list.ts";
import { roleName } from "./session.ts";

export const signsInBy = z.enum(["password", "company", "directory"]);
type SignsInBy = z.infer<typeof signsInBy>;

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
  /** who checks the user: this server by a password, the company's provider, or its directory [ours] */
  signsInBy: z._default(signsInBy, "password"),
  /** may see without privacy masks: by the role, or by the account itself [ours] */
  unmask: z._default(wireBoolean, false),
  /** may share views of fisheyes: by the role, or by the account itself [ours] */
  share: z._default(wireBoolean, false),
  /** cameras whose permissions differ from the role's */
  cameraScopes: z.optional(
    z.array(z.object({ id: wireId, scope: z.array(z.string()), views: z.optional(z.array(wireId)) })),
  ),
});
export type User = z.infer<typeof user>;

export const userList = z.object({ href: z.optional(z.string()), users: z.array(user) });

/** Document 2, section 5: word characters only; document 1: user@domain where sign-in is by domain or by Google. */
const username = z.string().check(z.regex(USERNAME_PATTERN, "word characters only, or user@domain"));
/** Or as the company names somebody, for accounts that sign in there. */
export const knownName = z.union([username, z.string().check(z.regex(COMPANY_NAME, "a name of the company"))]);
const password = z.string().check(z.maxLength(1024));
const cameraScopes = z
  .array(
    z.strictObject({
      id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)),
      scope: z
        .array(z.enum(["live", "playback", "export", "ptz", "stats", "talk", "unmask", "share"]))
        .check(z.maxLength(8)),
      /** live and recorded video of these shared views alone is seen, and exported with `export`; nothing else of the camera [ours] */
      views: z.optional(z.array(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))).check(z.maxLength(200))),
    }),
  )
  .check(z.maxLength(2000));

/** Names with dots, blanks and letters of any script are only for accounts that the company checks. */
export const isOwnName = ({
  username,
  signsInBy: by = "password",
}: {
  username: string;
  signsInBy?: SignsInBy | undefined;
}) => by !== "password" || USERNAME_PATTERN.test(username);
export const ownNameOnly = { path: ["username"], error: "word characters only, or user@domain" };

/** POST /service/users */
export const userCreate = z
  .strictObject({
    username: knownName,
    /** of accounts that sign in by it */
    password: z.optional(password),
    signsInBy: z.optional(signsInBy),
    role: roleName,
    unmask: z.optional(z.boolean()),
    share: z.optional(z.boolean()),
    cameraScopes: z.optional(cameraScopes),
  })
  .check(z.refine(isOwnName, ownNameOnly));
export type UserCreate = z.input<typeof userCreate>;

/**
 * PUT and PATCH /service/users/{id}: `password` null or absent keeps it. A client may send an account back as it read
 * it: `id`, `superUser` and `admin` must then be unchanged.
 */
export const userPatch = z.strictObject({
  id: z.optional(z.string()),
  username: z.optional(knownName),
  password: z.optional(z.nullable(password)),
  signsInBy: z.optional(signsInBy),
  role: z.optional(roleName),
  unmask: z.optional(z.boolean()),
  share: z.optional(z.boolean()),
  cameraScopes: z.optional(cameraScopes),
  href: readOnly,
  secondFactor: readOnly,
  superUser: z.optional(z.boolean()),
  admin: z.optional(z.boolean()),
});
export type UserPatch = z.input<typeof userPatch>;
