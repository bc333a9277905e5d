export declare const PYTHON: string;
export declare function hasGstServer(): boolean;
export declare function hasFfmpeg(): boolean;
export declare function ensureForeignTools(): { readonly gstServer: string | null; readonly ffmpeg: string | null };
