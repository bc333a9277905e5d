/** The texts of failures by their ids in the catalogue: `failure.camera/unknown`. */
export const failureTexts = <Code extends string>(
  texts: Readonly<Record<Code, string>>,
): Readonly<Record<`failure.${Code}`, string>> =>
  Object.fromEntries(Object.entries<string>(texts).map(([code, text]) => [`failure.${code}`, text])) as Record<
    `failure.${Code}`,
    string
  >;
