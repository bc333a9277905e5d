/** A segment as the index knows it. Times are epoch ms with fraction. */
export interface SegmentRow {
  readonly id: number;
  readonly streamId: string;
  readonly startMs: number;
  readonly endMs: number;
  /** the volume that holds the file; "" = the one folder */
  readonly volume: string;
  /** relative to the folder of its volume, with `/` */
  readonly file: string;
  readonly bytes: number;
  readonly frames: number;
  /** false while it is written (or if the process died while writing it) */
  readonly closed: boolean;
}

/** `volume` absent = the one folder */
export type NewSegment = Omit<SegmentRow, "id" | "closed" | "volume"> & { readonly volume?: string };
