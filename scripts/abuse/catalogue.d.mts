/** `files`: the tests that hold a case, from the root of the project; absent where it has code of its own. */
export const cases: readonly { readonly id: string; readonly files?: readonly string[] }[];
