declare const brand: unique symbol;

/** A type that is a `Base` to the machine and its own kind to the compiler. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
