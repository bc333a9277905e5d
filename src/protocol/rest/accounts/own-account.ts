/** What everybody does with the own account. */
import * as z from "zod/mini";
import { oneTimeCode } from "./sign-in.ts";

/** PUT /service/users/me/password */
export const passwordChange = z.strictObject({
  oldPassword: z.string().check(z.maxLength(1024)),
  newPassword: z.string().check(z.maxLength(1024)),
});

/** GET /service/users/me/second-factor */
export const ownFactorState = z.object({
  /** false: another server, or Google, signs this user in */
  possible: z.boolean(),
  active: z.boolean(),
  required: z.boolean(),
  recoveryCodesLeft: z.number(),
});
export type OwnFactorState = z.infer<typeof ownFactorState>;

/** POST begins: the answer is `factorKey`. PUT confirms with the first code. */
export const ownFactorBegin = z.strictObject({ password: z.string().check(z.maxLength(1024)) });
export const ownFactorConfirm = z.strictObject({ code: oneTimeCode });
export const ownFactorConfirmed = z.object({ recoveryCodes: z.array(z.string()) });

/** POST /service/users/me/second-factor/removal */
export const ownFactorRemoval = z.strictObject({ password: z.string().check(z.maxLength(1024)), code: oneTimeCode });
