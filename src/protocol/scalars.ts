import * as z from "zod/mini";

/**
 * Inside capabilities, features, configuration, dewarpConfiguration and recordingConfiguration, recorders send every
 * scalar as a string ("true", "30", "1.1000000000000001") or natively. These schemas read both and give the native
 * value.
 */
export const wireNumber = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value, context) => {
    const number = typeof value === "number" ? value : value.trim() === "" ? Number.NaN : Number(value);
    if (Number.isFinite(number)) return number;
    context.issues.push({ code: "custom", message: "not a number", input: value });
    return z.NEVER;
  }),
);

export const wireBoolean = z.pipe(
  z.union([z.boolean(), z.enum(["true", "false"])]),
  z.transform((value) => value === true || value === "true"),
);

/** Identifiers come as numbers from old recorders and as strings from new ones; our code uses strings. */
export const wireId = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value)),
);
