import * as z from "zod/mini";

/** POST /service/tickets: a path (with its query) that the browser will open itself, e.g. a download. */
export const ticketRequest = z.strictObject({
  path: z.string().check(z.regex(/^(\/fusion\/orchid-proxy\/[A-Za-z0-9_-]{1,64})?\/service\/[\x21-\x7e]{1,2000}$/)),
  cameraId: z.optional(z.string().check(z.maxLength(64))),
});

/** One use within `expiresIn` seconds: append it to exactly that path as `ticket=`. `url` has it appended. */
export const ticket = z.object({ ticket: z.string(), url: z.string(), expiresIn: z.number() });
