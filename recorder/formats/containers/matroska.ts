/**
 * Writes Matroska files from the data of recordings: data is written to disk as it was read, some megabytes at a time,
 * without copying (docs/decisions/0011). Times are whole ms from the file's beginning.
 */
import { ebmlFloat, ebmlHead, ebmlUint } from "./ebml.ts";
import {
  AUDIO,
  type Block,
  blockParts,
  bytesOf,
  CLUSTER,
  cueOf,
  CUES,
  DURATION_HEAD_BYTES,
  header,
  infoOf,
  type MatroskaFacts,
  SEGMENT_HEAD_BYTES,
  seekHead,
  segmentHead,
  tagsOf,
  tracksOf,
  VIDEO,
} from "./matroska-elements.ts";

/**
 * Where a file's bytes go: Node's `FileHandle` matches it. Positions are absolute; a write may accept less than it was
 * given.
 */
interface MatroskaFile {
  write(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesWritten: number }>;
  writev(parts: Buffer[], position: number): Promise<{ readonly bytesWritten: number }>;
  close(): Promise<void>;
}

/** Written to the disk in one call. */
const WRITE_BYTES = 4 * 1024 * 1024;
/**
 * A cluster begins with a key frame; without one it ends after this time at the latest (times inside it have 16 bits).
 */
const CLUSTER_MS = 10_000;
/** Audio arrives up to a fragment of a second after its video: this much is held back to interleave them. */
const HOLD_MS = 2000;
export class MatroskaWriter {
  readonly #file: MatroskaFile;
  readonly #hasAudio: boolean;
  readonly #segmentAt: number;
  readonly #cuesEntryAt: number;
  readonly #durationAt: number;
  #at: number;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> = Promise.resolve();
  readonly #pictures: Block[] = [];
  readonly #audio: Block[] = [];
  #heardMs = Number.NEGATIVE_INFINITY;
  #cluster: Block[] = [];
  readonly #cues: Buffer[] = [];
  #endMs = 0;

  /** `file`: open and empty; `finish` and `abort` close it. */
  constructor(file: MatroskaFile, facts: MatroskaFacts) {
    this.#file = file;
    this.#hasAudio = facts.audio !== null;
    const head = header();
    const info = infoOf(facts);
    const tracks = tracksOf(facts);
    const seekHeadBytes = seekHead(0, 0, 0, 0).length;
    const infoAt = seekHeadBytes;
    const tracksAt = infoAt + info.length;
    const tagsAt = tracksAt + tracks.length;
    const seeks = seekHead(infoAt, tracksAt, tagsAt, 0);
    this.#segmentAt = head.length;
    const body = head.length + SEGMENT_HEAD_BYTES;
    this.#cuesEntryAt = body + seeks.length - 8;
    this.#durationAt = body + infoAt + info.length - 8;
    this.#at = 0;
    // Its length is not known yet: eight bytes are reserved for it.
    this.#push(head, segmentHead(0), seeks, info, tracks, tagsOf(facts));
  }

  /** A frame in decoding order. `data`: NAL units with their lengths; it must not change any more. */
  async video(timeMs: number, durationMs: number, key: boolean, data: Buffer): Promise<void> {
    this.#pictures.push({ track: VIDEO, timeMs: Math.round(timeMs), durationMs, key, data });
    await this.#release(this.#hasAudio ? Math.max(this.#heardMs, timeMs - HOLD_MS) : Number.POSITIVE_INFINITY);
  }

  async audio(timeMs: number, durationMs: number, data: Buffer): Promise<void> {
    this.#audio.push({ track: AUDIO, timeMs: Math.round(timeMs), durationMs, key: true, data });
    this.#heardMs = timeMs;
    await this.#release(timeMs);
  }

  /** Writes the remaining data and the beginning of the file, and closes it. */
  async finish(): Promise<void> {
    await this.#release(Number.POSITIVE_INFINITY);
    await this.#endCluster(true);
    const cuesAt = this.#at - this.#segmentAt - SEGMENT_HEAD_BYTES;
    // An export of days has so many cues that spreading them would exceed the engine's limit of arguments.
    this.#push(Buffer.concat([ebmlHead(CUES, bytesOf(this.#cues)), ...this.#cues]));
    await this.#flush();
    const bytes = this.#at - this.#segmentAt - SEGMENT_HEAD_BYTES;
    await this.#file.write(segmentHead(bytes), 0, SEGMENT_HEAD_BYTES, this.#segmentAt);
    await this.#file.write(ebmlUint(0x53ac, cuesAt), 3, 8, this.#cuesEntryAt);
    await this.#file.write(ebmlFloat(0x4489, this.#endMs), DURATION_HEAD_BYTES, 8, this.#durationAt);
    await this.#file.close();
  }

  /** Closes the file as it is. */
  async abort(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#file.close();
  }

  /** Puts blocks up to a time into clusters, video and audio in the order of their times. */
  async #release(untilMs: number): Promise<void> {
    for (;;) {
      const [picture, audio] = [this.#pictures[0], this.#audio[0]];
      if (audio && (!picture || audio.timeMs <= picture.timeMs)) await this.#add(this.#audio.shift() ?? audio);
      else if (picture && picture.timeMs <= untilMs) await this.#add(this.#pictures.shift() ?? picture);
      else return;
    }
  }

  async #add(block: Block): Promise<void> {
    const [first] = this.#cluster;
    const begins = block.track === VIDEO && block.key;
    if (first && (begins || block.timeMs - first.timeMs > CLUSTER_MS)) await this.#endCluster(false);
    if (begins) this.#cues.push(cueOf(block.timeMs, this.#at - this.#segmentAt - SEGMENT_HEAD_BYTES));
    this.#cluster.push(block);
    this.#endMs = Math.max(this.#endMs, block.timeMs + block.durationMs);
  }

  async #endCluster(isLast: boolean): Promise<void> {
    const blocks = this.#cluster;
    const [first] = blocks;
    if (!first) return;
    this.#cluster = [];
    const time = ebmlUint(0xe7, first.timeMs);
    // Nothing tells how long the very last frame is shown.
    const last = isLast ? blocks.findLastIndex(({ track }) => track === VIDEO) : -1;
    const parts: Buffer[] = [time];
    for (const [index, block] of blocks.entries()) parts.push(...blockParts(block, first.timeMs, index === last));
    this.#push(ebmlHead(CLUSTER, bytesOf(parts)), ...parts);
    if (this.#waitingBytes >= WRITE_BYTES) await this.#write();
  }

  #push(...parts: readonly Buffer[]): void {
    const bytes = bytesOf(parts);
    this.#waiting.push(...parts);
    this.#waitingBytes += bytes;
    this.#at += bytes;
  }

  /** One write is under way while the next is prepared. */
  async #write(): Promise<void> {
    await this.#writing;
    const [parts, bytes] = [this.#waiting, this.#waitingBytes];
    const position = this.#at - bytes;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#writing = writeAll(this.#file, parts, bytes, position);
    // A failed write is reported when it is next awaited.
    this.#writing.catch(() => undefined);
  }

  async #flush(): Promise<void> {
    await this.#write();
    await this.#writing;
  }
}

async function writeAll(file: MatroskaFile, parts: Buffer[], bytes: number, position: number): Promise<void> {
  const { bytesWritten } = await file.writev(parts, position);
  if (bytesWritten === bytes) return;
  // A disk that is nearly full accepts less; the write of the rest then fails with the reason.
  const rest = Buffer.concat(parts).subarray(bytesWritten);
  for (let at = 0; at < rest.length; )
    at += (await file.write(rest, at, rest.length - at, position + bytesWritten + at)).bytesWritten;
}
