import * as z from "zod/mini";

/** A reference to another resource. */
export const reference = z.object({ id: z.string(), href: z.optional(z.string()) });

/** The characters that an identifier of ours may have in a path: never a slash, a dot or a space. */
export const pathId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** Members that come back with a whole resource and are read-only. */
export const readOnly = z.optional(z.unknown());

/** Epoch ms of the server in a query: text or number, never negative, below the year 10000. */
export const queryTimeMs = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,15}(\.\d{1,6})?$/)), z.number().check(z.nonnegative())]),
  z.transform((value) => Number(value)),
);

/** A whole number of a query, e.g. `take`. */
export const queryCount = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,9}$/)), z.int().check(z.nonnegative())]),
  z.transform((value) => Number(value)),
);

/** A flag of a query: present without a value, `true` or `1` is true; every other allowed value is false. */
export const queryFlag = z.pipe(
  z.enum(["", "true", "1", "false", "0"]),
  z.transform((value) => value === "" || value === "true" || value === "1"),
);

const QUERY_IDS_MAX = 1000;
const idsOf = (text: string): string[] => text.split(",").filter((id) => id !== "");

/**
 * A comma list of identifiers; empty text is an empty list. At most 1000: a longer list is refused, no entry is left
 * out silently.
 */
export const queryIds = z.pipe(
  z.string().check(
    z.regex(/^[A-Za-z0-9_,-]{0,65000}$/),
    z.refine((text) => idsOf(text).length <= QUERY_IDS_MAX, `at most ${QUERY_IDS_MAX} identifiers`),
  ),
  z.transform(idsOf),
);
