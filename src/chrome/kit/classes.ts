/** Joins class names, leaving out what is missing or false. */
export const classes = (...names: readonly (string | undefined | false | null)[]): string =>
  names.filter(Boolean).join(" ");
