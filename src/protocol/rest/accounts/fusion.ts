/** The aggregator's sign-in: POST /fusion/users/login, then GET /service/users/me. The page that signs in reads it. */
import * as z from "zod/mini";
import { wireBoolean, wireId } from "#protocol/scalars.ts";

/**
 * The request is `signInRequest` of session.ts. `token`: the session id, only in this answer; `sessionId`: its handle.
 */
export const fusionLogin = z.object({
  token: z.string(),
  id: z.optional(wireId),
  sessionId: z.optional(z.string()),
  recoveryCodes: z.optional(z.array(z.string())),
});

export const fusionUser = z.object({
  id: z.optional(wireId),
  userId: z.optional(wireId),
  username: z.string(),
  admin: z._default(wireBoolean, false),
  email: z._default(z.string(), ""),
});
