import * as z from "zod/mini";

/** Every answer of 400 and above. Shown as `{code}: {reason}` (document 2, section 8). */
export const errorBody = z.object({
  code: z.string(),
  reason: z.string(),
  /** which members of the request were wrong, for forms */
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
