import * as z from "zod/mini";

const LONGEST = 200;
/** What programs read of a text that is not one line. */
export const ONE_LINE = "no control characters or line breaks";

/**
 * No control characters, line or paragraph separators, or unpaired surrogates: some databases, requests and file names
 * break on them. No controls of the writing direction either: a name with them can look like another one.
 */
export const oneLine = z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]*$/u, ONE_LINE);

const BROKEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]+/gu;
/** What another server calls a thing, as a name that could be written here. The same text where it is one. */
export const asOneLine = (text: string): string =>
  text
    .replace(BROKEN, " ")
    .slice(0, LONGEST)
    .replace(/\p{Cs}$/u, "");

/** A name of zero-width characters, fillers or an empty Braille cell alone is a gap in every list. */
const seen = z.regex(/^$|[^\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u, "at least one character that is seen");

/**
 * The name of a thing, unchanged. Empty: the receiver chooses a name. Names that are read are not checked against it.
 */
export const writtenNameOrNone = z.string().check(z.trim(), z.maxLength(LONGEST), oneLine, seen);
export const writtenName = writtenNameOrNone.check(z.minLength(1));
