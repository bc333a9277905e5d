export declare function findChromium(): string | undefined;
export declare function ensureChromium(): string;
export declare const chromiumArguments: string[];
export declare const withoutWebGlArguments: string[];
export declare function findHeadlessShell(): string | undefined;
export declare function ensureHeadlessShell(): string | undefined;
