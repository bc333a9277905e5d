import * as z from "zod/mini";

const LONGEST = 200;

/**
 * What people call a thing, as it is written: one line. Control characters, line and paragraph separators and halves of
 * characters are refused: no form types them, and databases and file names break on some. What is read is not held to it.
 */
const line = z
  .string()
  .check(
    z.trim(),
    z.maxLength(LONGEST),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]*$/u, "no control characters or line breaks"),
  );

export const writtenName = line.check(z.minLength(1));
/** Empty: whoever takes it finds a name. */
export const writtenNameOrNone = line;
