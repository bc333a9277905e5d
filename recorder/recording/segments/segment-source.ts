/** Bytes of a segment's file, wherever it lies: a `FileHandle` is one. */
export interface SegmentSource {
  readonly read: (
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ) => Promise<{ readonly bytesRead: number }>;
  readonly stat: () => Promise<{ readonly size: number }>;
  readonly close: () => Promise<void>;
}

/** The copy of a segment in the bucket; null: there is none, or nothing can be read there now. */
export type OpenCopy = (segment: number) => Promise<SegmentSource | null>;
