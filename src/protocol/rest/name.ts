import * as z from "zod/mini";

const LONGEST = 200;

/** No control characters, line or paragraph separators, or halves of characters: databases, requests and file names break on some. */
export const oneLine = z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]*$/u, "no control characters or line breaks");

/** What people call a thing, as it is written. Empty: the receiver finds a name. What is read is not held to it. */
export const writtenNameOrNone = z.string().check(z.trim(), z.maxLength(LONGEST), oneLine);
export const writtenName = writtenNameOrNone.check(z.minLength(1));
