/** Sign-in by the company's directory (LDAP): its settings for administrators. [ours] */
import * as z from "zod/mini";
import { grantRules } from "./company.ts";

const text = (most: number) => z.string().check(z.maxLength(most));
const address = z
  .string()
  .check(z.regex(/^ldaps?:\/\/([\w.-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?$/, "ldaps://name or ldap://name"));
const attribute = z.string().check(z.regex(/^[A-Za-z][\w;.-]{0,100}$/, "name of an attribute"));
const withName = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(/\{name\}/, "it must have {name}, the place of the name"));

const fields = {
  address,
  /** encrypts a connection that begins in plain text */
  startTls: z.boolean(),
  /** PEM: of authorities that have signed its certificate; empty = those that this machine knows */
  ca: text(32_768),
  /** who looks for people; empty = people bind as `userDn` says */
  bindDn: text(500),
  /** for people who bind themselves: uid={name},ou=people,dc=example,dc=com or {name}@example.com; empty = they are looked for */
  userDn: z.union([z.literal(""), withName(500)]),
  base: z.string().check(z.minLength(1), z.maxLength(500)),
  filter: z.string().check(z.regex(/^\(.*\{name\}.*\)$/, "(uid={name})"), z.maxLength(1000)),
  nameAttribute: attribute,
  groupsAttribute: z.union([z.literal(""), attribute]),
  /** where groups are that name their members; empty = they are not looked for */
  groupsBase: z._default(text(500), ""),
  groupsFilter: z._default(
    z.string().check(z.regex(/^\(.*\{dn\}.*\)$/, "(member={dn})"), z.maxLength(1000)),
    "(member={dn})",
  ),
  ...grantRules,
  makesAccounts: z.boolean(),
  /** whom people ask who are refused; empty = an administrator */
  contact: text(200),
};

/** PUT /service/directory-sign-in. `bindPassword` null keeps the one before. */
export const directorySignInWrite = z.strictObject({ ...fields, bindPassword: z.nullable(text(1024)) });
export type DirectorySignInWrite = z.infer<typeof directorySignInWrite>;

/** GET /service/directory-sign-in: null = not set up */
export const directorySignIn = z.object({
  settings: z.nullable(z.object({ ...fields, hasPassword: z.boolean() })),
});
export type DirectorySignIn = z.infer<typeof directorySignIn>;

/** POST /service/directory-sign-in/test: as somebody who signs in, where people bind themselves with their password. */
export const directoryTestAsk = z.strictObject({
  settings: directorySignInWrite,
  name: text(64),
  password: text(1024),
});
/** `person` null: nobody was asked for. */
export const directoryTest = z.object({
  person: z.nullable(z.object({ dn: z.string(), name: z.string(), groups: z.array(z.string()) })),
});
export type DirectoryTest = z.infer<typeof directoryTest>;
