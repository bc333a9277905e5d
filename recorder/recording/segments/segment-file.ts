import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TrackConfigs } from "#recorder/formats/codec-config.ts";
import { initSegment } from "#recorder/formats/containers/fmp4-init.ts";
import type { BuiltFragment } from "./fragment-builder.ts";
import { encodeFragments, type FragmentEntry } from "../index/fragment-index.ts";
import type { OpenSegments } from "./open-segments.ts";
import type { RecordingIndex, SegmentProgress } from "../index/recording-index.ts";
import type { WritableVolume } from "./segment-places.ts";
import { segmentPath } from "./segment-path.ts";
import { makeFolder, syncFolder } from "./synced-folder.ts";

export interface SegmentFilePorts {
  readonly index: RecordingIndex;
  readonly openSegments: OpenSegments;
}

/** Fragments of a stream differ in size: the buffer has room for one that is larger than all before by this factor. */
const SPARE = 1.25;

/**
 * One segment on its way to disk. Every step may fail (disk full, gone) and be called again: it continues where it was,
 * and a half-written fragment is overwritten.
 */
export class SegmentFile {
  readonly #ports: SegmentFilePorts;
  readonly #volume: Pick<WritableVolume, "name" | "folder" | "admit">;
  readonly #streamId: string;
  readonly #configs: TrackConfigs;
  readonly #startMs: number;
  #copy = 0;
  #file = "";
  #id: number | null = null;
  #handle: FileHandle | null = null;
  #ready = false;
  #offset = 0;
  #entries: FragmentEntry[] = [];
  #endMs: number;
  #frames = 0;
  #dirty = false;
  #closedRow = false;
  #isAtIndex = false;
  #isLeft = false;
  #scratch: Buffer = Buffer.alloc(0);
  /** digest of the first `#offset` bytes */
  #hash = createHash("sha256");

  constructor(
    ports: SegmentFilePorts,
    volume: Pick<WritableVolume, "name" | "folder" | "admit">,
    streamId: string,
    configs: TrackConfigs,
    startMs: number,
  ) {
    this.#ports = ports;
    this.#volume = volume;
    this.#streamId = streamId;
    this.#configs = configs;
    this.#startMs = startMs;
    this.#endMs = startMs;
  }

  /** the content of the row; null before there is a row */
  get progress(): SegmentProgress | null {
    if (this.#id === null) return null;
    return { id: this.#id, endMs: this.#endMs, bytes: this.#offset, frames: this.#frames };
  }

  get dirty(): boolean {
    return this.#dirty;
  }

  /** The last failure came from the index, and not from the disk of the file. */
  get failedAtIndex(): boolean {
    return this.#isAtIndex;
  }

  /** Row first, then file: a crash between them leaves a row without file, which recovery drops. */
  async open(): Promise<void> {
    if (this.#ready) return;
    const init = initSegment(this.#configs);
    this.#isAtIndex = false;
    await this.#volume.admit(init.length, true);
    this.#stay();
    const { index, openSegments } = this.#ports;
    if (this.#id === null) {
      this.#file = segmentPath(this.#streamId, this.#startMs, this.#copy);
      try {
        const row = { streamId: this.#streamId, startMs: this.#startMs, file: this.#file, volume: this.#volume.name };
        this.#id = await this.#indexed(() => index.createSegment(row));
      } catch (error) {
        if (!isNameTaken(error)) throw error;
        this.#copy += 1;
        await this.open();
        return;
      }
    }
    await this.#stayOrForget(this.#id);
    const path = join(this.#volume.folder, this.#file);
    if (!this.#handle) {
      await makeFolder(dirname(path));
      const handle = await open(path, "w");
      if (this.#isLeft) await handle.close();
      this.#stay();
      this.#handle = handle;
    }
    const { bytesWritten } = await this.#handle.write(init, 0, init.length, 0);
    if (bytesWritten !== init.length) throw new ShortWrite(bytesWritten, init.length);
    this.#offset = init.length;
    this.#hash = createHash("sha256").update(init);
    await syncFolder(dirname(path));
    this.#dirty = true;
    this.#ready = true;
    openSegments.set(this.#id, { streamId: this.#streamId, configs: this.#configs, fragments: this.#entries });
  }

  async append(built: BuiltFragment): Promise<void> {
    await this.open();
    const handle = this.#handle;
    if (!handle) throw new Error("the segment is closed");
    const size = built.entry.bytes;
    await this.#volume.admit(size, false);
    this.#stay();
    if ((await handle.stat()).nlink === 0) throw new FileDeleted(this.#file);
    const bytes = this.#together(built);
    const { bytesWritten } = await handle.write(bytes, 0, size, this.#offset);
    this.#stay();
    if (bytesWritten !== size) throw new ShortWrite(bytesWritten, size);
    this.#hash.update(bytes.subarray(0, size));
    this.#entries.push({ ...built.entry, offset: this.#offset });
    this.#offset += built.entry.bytes;
    this.#endMs = Math.max(this.#endMs, built.endMs);
    this.#frames += built.entry.videoSamples;
    this.#dirty = true;
    this.#ports.openSegments.changed(this.#streamId);
  }

  /** The last picture is still shown. */
  lasts(untilMs: number): void {
    if (untilMs <= this.#endMs) return;
    this.#endMs = untilMs;
    this.#dirty = true;
  }

  /** The fragment as one buffer. The buffer is used again, because fragments are written one after another. */
  #together({ buffers, entry }: BuiltFragment): Buffer {
    if (this.#scratch.length < entry.bytes) this.#scratch = Buffer.allocUnsafeSlow(Math.ceil(entry.bytes * SPARE));
    let at = 0;
    for (const part of buffers) {
      this.#scratch.set(part, at);
      at += part.length;
    }
    return this.#scratch;
  }

  async sync(): Promise<void> {
    if (!this.#dirty || !this.#handle) return;
    this.#dirty = false;
    try {
      await this.#handle.datasync();
    } catch (error) {
      this.#dirty = true;
      throw error;
    }
  }

  /** Somebody deleted the file while it was written: its row goes, too. */
  async abandon(): Promise<void> {
    const { index, openSegments } = this.#ports;
    const [id, handle] = [this.#id, this.#handle];
    this.#handle = null;
    await handle?.close();
    if (id === null) return;
    openSegments.delete(id);
    openSegments.changed(this.#streamId);
    await index.removeSegments([id]);
  }

  /**
   * The file stays on a volume that takes nothing more, as far as it is written. Nothing waits for that disk: what is under
   * way there ends whenever it does, and changes nothing any more.
   */
  async leave(): Promise<void> {
    this.#isLeft = true;
    const { index, openSegments } = this.#ports;
    void this.#handle?.close().catch(() => undefined);
    const id = this.#id;
    if (id === null || this.#closedRow) return;
    this.#closedRow = true;
    openSegments.delete(id);
    openSegments.changed(this.#streamId);
    if (this.#entries.length === 0) await index.removeSegments([id]);
    else await index.closeSegment(this.#closed(id));
  }

  /** Completes file and row. */
  async close(): Promise<void> {
    const { index, openSegments } = this.#ports;
    const id = this.#id;
    this.#isAtIndex = false;
    if (this.#handle) {
      // The torn rest of a failed write may follow the last whole fragment.
      await this.#handle.truncate(this.#offset);
      await this.sync();
      const handle = this.#handle;
      this.#handle = null;
      await handle.close();
    }
    if (id === null || this.#closedRow) return;
    this.#stay();
    await this.#indexed(() => index.closeSegment(this.#closed(id)));
    this.#closedRow = true;
    openSegments.delete(id);
    openSegments.changed(this.#streamId);
  }

  #closed(id: number): Parameters<RecordingIndex["closeSegment"]>[0] {
    const startMs = this.#entries[0]?.wallMs ?? this.#startMs;
    const fragments = encodeFragments(startMs, this.#entries);
    const sha256 = this.#hash.copy().digest();
    return { id, startMs, endMs: this.#endMs, bytes: this.#offset, frames: this.#frames, fragments, sha256 };
  }

  async #indexed<T>(work: () => Promise<T>): Promise<T> {
    this.#isAtIndex = true;
    const answer = await work();
    this.#isAtIndex = false;
    return answer;
  }

  #stay(): void {
    if (this.#isLeft) throw new VolumeLeft();
  }

  /** The row that was made while the volume was left. */
  async #stayOrForget(id: number): Promise<void> {
    if (this.#isLeft) await this.#ports.index.removeSegments([id]);
    this.#stay();
  }
}

/** Somebody has deleted the file that is being written. */
export class FileDeleted extends Error {
  constructor(file: string) {
    super(`the recording ${file} was deleted while it was written`);
  }
}

/** The stream is written on another volume now. */
export class VolumeLeft extends Error {
  constructor() {
    super("the recording goes on at another volume");
  }
}

class ShortWrite extends Error {
  readonly code = "ENOSPC";
  constructor(written: number, wanted: number) {
    super(`only ${written} of ${wanted} bytes could be written`);
  }
}

function isNameTaken(error: unknown): boolean {
  return error instanceof Error && /UNIQUE constraint failed: segment\.file|segment_file_key/.test(error.message);
}
