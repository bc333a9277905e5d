export declare const proxyNames: readonly string[];
export declare function findProxy(name: string): string | undefined;
export declare function startProxy(
  name: string,
  target: string,
  change?: (lines: string) => string,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }>;
