import * as z from "zod/mini";

/** POST /service/license-session: an offline key. */
export const licenseWrite = z.strictObject({
  license: z.string().check(z.minLength(1), z.maxLength(8192)),
});

/** GET /service/license-session/activation: whether the recorder reaches the activation service at this moment. */
export const activationService = z.object({
  /** true: activate with a code; false: with a key */
  reachable: z.boolean(),
  machineId: z.string(),
  /** page where keys are made, without machine id and brand; empty = none is configured */
  portal: z._default(z.string(), ""),
  /** brand id, the portal's bid */
  brand: z._default(z.string(), ""),
});
export type ActivationService = z.infer<typeof activationService>;

/** POST /service/license-session/activation: activates or renews with the service. */
export const activationWrite = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(64)),
  /** spaces alone count as none */
  location: z.optional(z.string().check(z.maxLength(500), z.regex(/^$|\S/, "a location is more than blanks"))),
});
