/** What is the same in every language: the product's name, and the patterns of codes. */
export const sameEverywhere = ["app.name", "activation.codeHint"] as const;
/** The texts of a file in another language than English: all that have one of their own there. */
export type Translated<English> = Readonly<Record<Exclude<keyof English, (typeof sameEverywhere)[number]>, string>>;
