import * as z from "zod/mini";

const LONGEST = 200;

/**
 * No control characters, line or paragraph separators, or unpaired surrogates: some databases, requests and file names
 * break on them. No controls of the writing direction either: a name with them can look like another one.
 */
export const oneLine = z.regex(
  /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]*$/u,
  "no control characters or line breaks",
);

/**
 * The name of a thing, unchanged. Empty: the receiver chooses a name. Names that are read are not checked against it.
 */
export const writtenNameOrNone = z.string().check(z.trim(), z.maxLength(LONGEST), oneLine);
export const writtenName = writtenNameOrNone.check(z.minLength(1));
