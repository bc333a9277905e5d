/** What everybody does with the own account. */
import * as z from "zod/mini";

/** PUT /service/users/me/password */
export const passwordChange = z.strictObject({
  oldPassword: z.string().check(z.maxLength(1024)),
  newPassword: z.string().check(z.maxLength(1024)),
});
