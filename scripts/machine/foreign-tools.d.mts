export declare const PYTHON: string;
export declare const SLAPD: string;
export declare function hasGstServer(): boolean;
export declare function hasFfmpeg(): boolean;
export declare function hasSlapd(): boolean;
export declare function hasS3Service(): boolean;
export declare function ensureForeignTools(): {
  readonly gstServer: string | null;
  readonly ffmpeg: string | null;
  readonly nginx: string | null;
  readonly haproxy: string | null;
  readonly postgres: string | null;
  readonly nats: string | null;
  readonly slapd: string | null;
  readonly s3: string | null;
};
