import type { Cover } from "#domain/cameras/privacy-mask.ts";
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";

/**
 * One export: a short-lived child forked by `main`, which sends `export.start` (with a long timeout), listens, and
 * kills it when it has answered. SIGTERM cancels and leaves nothing; SIGKILL leaves `outFile`*.part, which `main`
 * removes.
 */
export interface ExportSpec {
  /** of the index and, where no volumes are named, of the recordings */
  readonly recordingsDir: string;
  readonly volumes?: readonly VolumeSpec[];
  /** where copies of recordings are; absent = nowhere, or it cannot be reached */
  readonly bucket?: BucketSpec | undefined;
  /** postgres://... of the index, empty = SQLite in the recordings folder */
  readonly databaseUrl?: string;
  readonly streams: readonly ExportStream[];
  /** epoch ms, [startMs, stopMs) */
  readonly startMs: number;
  readonly stopMs: number;
  /** dewarp: a page that contains and plays the video, for fisheyes */
  readonly format: "mkv" | "mov" | "dewarp";
  /** the bundled script of that page; not read for other formats */
  readonly dewarpScript: string;
  /** the file to write; it appears under this name only when it is complete. Several streams, or *.zip, make a zip. */
  readonly outFile: string;
  /** Ed25519 private key (PKCS #8, PEM) for the manifest of a zip; null = no manifest */
  readonly signingKey: string | null;
  /** who made it, for the manifest */
  readonly recorderName: string;
  /** time zone of the file names in a zip (IANA) */
  readonly zone: string;
}

export interface ExportStream {
  readonly streamId: string;
  readonly cameraName: string;
  /** painted over its video, which is encoded again; absent or empty = it is copied */
  readonly masks?: readonly Cover[];
  /** the same; absent = none */
  readonly watermark?: string;
  /** of a fisheye: only this view of it is in the video, which is encoded again; absent = the whole picture */
  readonly view?: DewarpScene;
  /** the stream's dewarpConfiguration; for the dewarp page */
  readonly dewarp?: Readonly<Record<string, unknown>>;
}

export interface ExportedFile {
  readonly streamId: string;
  /** name inside the zip, or of the file */
  readonly name: string;
  readonly bytes: number;
  readonly startMs: number;
  readonly stopMs: number;
  readonly frames: number;
  /** frames before the first key frame that had to be encoded again */
  readonly reencoded: number;
  /** privacy masks are painted over its pictures */
  readonly isMasked?: true;
  /** painted over its pictures */
  readonly watermark?: string;
}

/** Recorded, on a volume that could not be reached. */
export interface UnreachedSpan {
  readonly streamId: string;
  readonly startMs: number;
  readonly stopMs: number;
}

/** What the `export` child serves. */
export interface ExportContract {
  calls: {
    /**
     * Resolves when the file is complete. failure: archive/none (nothing recorded), export/codec, export/failed,
     * export/disk, export/too-large (a dewarp page)
     */
    "export.start": {
      ask: ExportSpec;
      /** `withoutVideo`: ids of streams that have no recording there; `notReachable`: what is recorded and not in it */
      answer: {
        files: readonly ExportedFile[];
        bytes: number;
        withoutVideo: readonly string[];
        notReachable: readonly UnreachedSpan[];
      };
    };
  };
  events: {
    /** at most 10 a second; share 0..1 */
    progress: { share: number };
  };
}

/** What `main` tells the `export` child. */
export interface ExportMainContract {
  calls: Record<string, never>;
  events: {
    /** all volumes that do not answer now */
    away: { volumes: readonly string[] };
  };
}
