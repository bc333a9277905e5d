/** The ids of texts that are the same in every language: the product's name, and the patterns of codes. */
export const sameEverywhere = ["app.name", "activation.codeHint"] as const;
/** The type of a file of texts in a language other than English: it has all texts except those above. */
export type Translated<English> = Readonly<Record<Exclude<keyof English, (typeof sameEverywhere)[number]>, string>>;
