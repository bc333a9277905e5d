/**
 * Numbers, dates and codes as a hand types them, in the characters that rules read: an input method for Japanese writes
 * digits, points and colons in full width.
 */
export const plainTyped = (typed: string): string => typed.normalize("NFKC").trim();
