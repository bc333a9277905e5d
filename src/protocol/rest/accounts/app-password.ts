/** Passwords of programs: they open the own account for HTTP Basic, RTSP and the API, never the sign-in page. */
import * as z from "zod/mini";
import { wireId, wireNumber } from "#protocol/scalars.ts";
import { writtenName } from "../name.ts";

const appPassword = z.object({
  id: wireId,
  name: z.string(),
  /** only live and recorded pictures are seen with it */
  viewOnly: z._default(z.boolean(), false),
  /** server ms */
  created: wireNumber,
  /** null = not yet */
  lastUsed: z.nullable(wireNumber),
  /** from where; empty = not yet */
  lastAddress: z.string(),
});
export type AppPassword = z.infer<typeof appPassword>;

/** GET /service/users/me/app-passwords */
export const appPasswords = z.object({
  /** false: another server, the company or Google signs this user in */
  possible: z.boolean(),
  /** the user has just signed in: no password is asked for */
  fresh: z.boolean(),
  appPasswords: z.array(appPassword),
});
export type AppPasswordList = z.infer<typeof appPasswords>;

/** POST /service/users/me/app-passwords. `password`: the own one; without it the sign-in must be fresh. */
export const newAppPassword = z.strictObject({
  name: writtenName.check(z.maxLength(64)),
  password: z.optional(z.string().check(z.maxLength(1024))),
  /** of a recorder */
  viewOnly: z.optional(z.boolean()),
});

/** `secret`: the app password itself, which nobody can read again. */
export const madeAppPassword = z.object({ appPassword, secret: z.string() });
