/** The texts of a file of rows: each code has one. */
export type TextsOf<Rows> = Readonly<Record<keyof Rows, string>>;
