export declare function until<T>(
  what: string,
  holds: () => T | Promise<T>,
  limits?: { readonly everyMs?: number; readonly withinMs?: number },
): Promise<T>;
export declare function spanned(ms: number): Promise<number>;
