import { open } from "node:fs/promises";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import {
  type AudioConfig,
  sameAudio,
  sameVideo,
  type TrackConfigs,
  type VideoConfig,
} from "#recorder/formats/codec-config.ts";
import { decodeFragments, type FragmentEntry } from "#recorder/recording/index/fragment-index.ts";
import type { OpenSegments } from "../open-segments.ts";
import { pathOf, type VolumeFolders, type WhileThere } from "../segment-places.ts";
import type { RecordedVideo } from "../recorded-sample.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { SegmentRow } from "#recorder/recording/index/segment-row.ts";
import type { OpenCopy, SegmentSource } from "../segment-source.ts";
import { type FragmentContent, parseFragment } from "./fragment-content.ts";
import { Peeker, readInit, scanSegment, type SegmentScan } from "../segment-scan.ts";

/** A segment ready to be read. `fragments` grows while this process writes it. */
export interface SegmentView {
  readonly row: SegmentRow;
  readonly configs: TrackConfigs;
  readonly fragments: readonly FragmentEntry[];
}

const MAX_VIEWS = 128;
/** Only exports ask for these, and for fewer. */
const MAX_UNREACHED = 10_000;
/**
 * Read at once where a whole range is read: an export then waits for the disk some dozen times, not once per second of
 * video.
 */
const BATCH_BYTES = 4 * 1024 * 1024;

/** Opens segments and reads fragments of them. A file that retention removed in the meantime gives null. */
export class SegmentAccess {
  readonly #folders: VolumeFolders;
  readonly #index: RecordingIndex;
  readonly #openSegments: OpenSegments | null;
  readonly #whileThere: WhileThere;
  readonly #openCopy: OpenCopy;
  /** files that could not be opened where the index says */
  readonly #unreached = new Set<number>();
  readonly #views = new Map<number, SegmentView>();
  readonly #scans = new Map<number, SegmentScan>();
  readonly #videoConfigs = new Map<string, VideoConfig>();
  readonly #audioConfigs = new Map<string, AudioConfig>();

  /** `openSegments`: of the recorder in this process; null where nothing is recorded (exports) */
  constructor(
    folders: VolumeFolders,
    index: RecordingIndex,
    openSegments: OpenSegments | null,
    whileThere: WhileThere = (_, work) => work,
    copies: OpenCopy = () => Promise.resolve(null),
  ) {
    this.#openCopy = copies;
    this.#whileThere = whileThere;
    this.#folders = folders;
    this.#index = index;
    this.#openSegments = openSegments;
  }

  async view(row: SegmentRow): Promise<SegmentView | null> {
    const growing = this.#openSegments?.get(row.id);
    if (growing) return { row, configs: this.#intern(row.streamId, growing.configs), fragments: growing.fragments };
    const known = this.#views.get(row.id);
    // A newer segment may have taken part of its time since.
    if (known && isSame(known.row, row)) return known;
    const blob = await this.#index.fragments(row.id);
    const closed = blob !== null;
    const view = closed ? await this.#indexed(row, blob) : await this.#scanned(row);
    if (!view || !closed) return view;
    this.#scans.delete(row.id);
    this.#views.set(row.id, view);
    if (this.#views.size > MAX_VIEWS) {
      const [oldest] = this.#views.keys();
      if (oldest !== undefined) this.#views.delete(oldest);
    }
    return view;
  }

  async #indexed(row: SegmentRow, blob: Uint8Array): Promise<SegmentView | null> {
    return this.#withFile(row, async (file) => {
      const init = await readInit(new Peeker(file, (await file.stat()).size));
      if (!init) return null;
      const fragments = decodeFragments(row.startMs, blob) ?? (await scanSegment(file)).fragments;
      return { row, configs: this.#intern(row.streamId, init.configs), fragments };
    });
  }

  async #scanned(row: SegmentRow): Promise<SegmentView | null> {
    return this.#withFile(row, async (file) => {
      const scan = await scanSegment(file, this.#scans.get(row.id));
      this.#scans.set(row.id, scan);
      if (!scan.configs) return null;
      return { row, configs: this.#intern(row.streamId, scan.configs), fragments: scan.fragments };
    });
  }

  async fragment(view: SegmentView, entry: FragmentEntry): Promise<FragmentContent | null> {
    return this.#withFile(view.row, async (file) => {
      const bytes = Buffer.allocUnsafeSlow(entry.bytes);
      const { bytesRead } = await file.read(bytes, 0, entry.bytes, entry.offset);
      return bytesRead === entry.bytes ? parseFragment(bytes, view.configs) : null;
    });
  }

  /** Reads several fragments from `from` on that begin before `untilMs` at once: as many as fit into some megabytes. */
  async fragments(view: SegmentView, from: number, untilMs: number): Promise<readonly (FragmentContent | null)[]> {
    const first = view.fragments[from];
    if (!first) return [];
    let end = from;
    let stop = first.offset;
    for (let entry = view.fragments[end]; entry; entry = view.fragments[++end]) {
      // They are adjacent in the file; a fragment that is not is read separately.
      if (entry.offset !== stop || entry.wallMs >= untilMs) break;
      if (end > from && entry.offset + entry.bytes - first.offset > BATCH_BYTES) break;
      stop = entry.offset + entry.bytes;
    }
    if (end === from) return [];
    const bytes = Buffer.allocUnsafeSlow(stop - first.offset);
    const read = await this.#withFile(view.row, async (file) => {
      const { bytesRead } = await file.read(bytes, 0, bytes.length, first.offset);
      return bytesRead === bytes.length || null;
    });
    return view.fragments.slice(from, end).map((entry) => {
      const at = entry.offset - first.offset;
      return read ? parseFragment(bytes.subarray(at, at + entry.bytes), view.configs) : null;
    });
  }

  /** The first frame of a fragment that begins with a key frame, read alone. */
  async keyFrame(view: SegmentView, entry: FragmentEntry): Promise<RecordedVideo | null> {
    if (entry.keyBytes === 0) return null;
    const bytes = Buffer.allocUnsafeSlow(entry.headerBytes + entry.keyBytes);
    const read = await this.#withFile(view.row, async (file) => {
      const { bytesRead } = await file.read(bytes, 0, bytes.length, entry.offset);
      return bytesRead === bytes.length || null;
    });
    return read ? (parseFragment(bytes, view.configs, 1)?.video[0] ?? null) : null;
  }

  async #withFile<T>(row: SegmentRow, work: (file: SegmentSource) => Promise<T | null>): Promise<T | null> {
    const own = this.#whileThere(row.volume, this.#used(this.#open(row), work));
    const there = await own.catch(() => null);
    if (there?.isThere && there.found !== null) return there.found;
    // The file is away, gone or too short, or its disk cannot read it.
    const copied = await this.#used(this.#openCopy(row.id), work).catch(() => null);
    if (copied?.isThere) return copied.found;
    // Throws the error of the disk.
    if ((await own)?.isThere) return null;
    // The file may have gone to another volume since the row was read.
    const now = await this.#index.segment(row.id);
    // The cleaner has removed file and row, so nothing is missing.
    if (!now) return null;
    const moved =
      now.volume === row.volume ? null : await this.#whileThere(now.volume, this.#used(this.#open(now), work));
    if (moved?.isThere) return moved.found;
    this.#unreached.add(row.id);
    if (this.#unreached.size > MAX_UNREACHED) this.#unreached.clear();
    return null;
  }

  /** Its volume cannot be reached. */
  isNowhere(row: SegmentRow): boolean {
    return row.volume !== BUCKET_VOLUME && pathOf(this.#folders, row) === null;
  }

  /** Neither it nor a copy could be read before. */
  hasFailed(row: SegmentRow): boolean {
    return this.#unreached.has(row.id);
  }

  /** Opens a file for one use: a handle that stays open would keep the space of a file that the cleaner removed. */
  async #used<T>(
    opened: Promise<SegmentSource | null>,
    work: (file: SegmentSource) => Promise<T | null>,
  ): Promise<{ readonly isThere: boolean; readonly found: T | null }> {
    const file = await opened;
    if (file === null) return { isThere: false, found: null };
    try {
      return { isThere: true, found: await work(file) };
    } finally {
      // Nobody waits for the close: on a busy machine each task waits for a thread of the file system.
      file.close().catch(() => undefined);
    }
  }

  /** null: it cannot be reached, or it is not there */
  async #open(row: Pick<SegmentRow, "volume" | "file">): Promise<SegmentSource | null> {
    const path = pathOf(this.#folders, row);
    if (path === null) return null;
    try {
      return await open(path, "r");
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  /** Equal configs of one stream become one object. */
  #intern(streamId: string, configs: TrackConfigs): TrackConfigs {
    const video = this.#videoConfigs.get(streamId);
    const audio = this.#audioConfigs.get(streamId);
    if (!video || !sameVideo(video, configs.video)) this.#videoConfigs.set(streamId, configs.video);
    if (configs.audio && (!audio || !sameAudio(audio, configs.audio))) this.#audioConfigs.set(streamId, configs.audio);
    return {
      video: this.#videoConfigs.get(streamId) ?? configs.video,
      audio: configs.audio && (this.#audioConfigs.get(streamId) ?? configs.audio),
    };
  }
}

const isSame = (one: SegmentRow, other: SegmentRow): boolean =>
  one.startMs === other.startMs && one.endMs === other.endMs && one.volume === other.volume;

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
