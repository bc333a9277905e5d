/**
 * Writes Matroska files from the data of recordings: data is written to disk as it was read, some megabytes at a time,
 * without copying (docs/decisions/0011). Times are whole ms from the file's beginning.
 */
import { ebml, ebmlFloat, ebmlHead, ebmlInt, ebmlText, ebmlUint } from "./ebml.ts";

export interface MatroskaVideo {
  readonly codec: "h264" | "h265";
  readonly width: number;
  readonly height: number;
  /** avcC or hvcC */
  readonly description: Buffer;
}

export interface MatroskaAudio {
  readonly codec: "aac" | "pcm-s16";
  readonly sampleRate: number;
  readonly channels: number;
  /** AudioSpecificConfig; empty for PCM */
  readonly description: Buffer;
}

export interface MatroskaFacts {
  readonly title: string;
  readonly comment: string;
  /** of the first frame, epoch ms */
  readonly createdMs: number;
  readonly video: MatroskaVideo;
  readonly audio: MatroskaAudio | null;
}

/**
 * Where a file's bytes go: Node's `FileHandle` matches it. Positions are absolute; a write may accept less than it was
 * given.
 */
export interface MatroskaFile {
  write(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesWritten: number }>;
  writev(parts: Buffer[], position: number): Promise<{ readonly bytesWritten: number }>;
  close(): Promise<void>;
}

interface Block {
  readonly track: number;
  readonly timeMs: number;
  readonly durationMs: number;
  readonly key: boolean;
  readonly data: Buffer;
}

const VIDEO = 1;
const AUDIO = 2;
/** Written to the disk in one call. */
const WRITE_BYTES = 4 * 1024 * 1024;
/**
 * A cluster begins with a key frame; without one it ends after this time at the latest (times inside it have 16 bits).
 */
const CLUSTER_MS = 10_000;
/** Audio arrives up to a fragment of a second after its video: this much is held back to interleave them. */
const HOLD_MS = 2000;
/** Matroska counts time from 2001. */
const EPOCH_2001_MS = Date.UTC(2001, 0, 1);
const APP = "Proscenium";

const INFO = 0x1549_a966;
const TRACKS = 0x1654_ae6b;
const TAGS = 0x1254_c367;
const CUES = 0x1c53_bb6b;
const SEGMENT = 0x1853_8067;
const CLUSTER = 0x1f43_b675;
/** of a Segment's or a Duration's content: after id and length */
const SEGMENT_HEAD_BYTES = 12;
const DURATION_HEAD_BYTES = 3;

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

const bytesOf = (parts: readonly Buffer[]): number => parts.reduce((bytes, part) => bytes + part.length, 0);

/** A block, and with `withDuration` the group around it that states how long it lasts. */
function blockParts(block: Block, clusterMs: number, withDuration: boolean): Buffer[] {
  const { track, timeMs, durationMs, key, data } = block;
  const about = Buffer.allocUnsafe(4);
  about.writeUInt8(0x80 | track, 0);
  about.writeInt16BE(timeMs - clusterMs, 1);
  about.writeUInt8(key && !withDuration ? 0x80 : 0, 3);
  if (!withDuration) return [ebmlHead(0xa3, data.length + about.length), about, data];
  const inner = [ebmlHead(0xa1, data.length + about.length), about, data];
  const more = [ebmlUint(0x9b, Math.max(1, Math.round(durationMs)))];
  // A frame that refers to an earlier one is not a key frame.
  if (!key) more.push(ebmlInt(0xfb, -Math.max(1, Math.round(durationMs))));
  return [ebmlHead(0xa0, bytesOf(inner) + bytesOf(more)), ...inner, ...more];
}

const header = (): Buffer =>
  ebml(
    0x1a45_dfa3,
    ebmlUint(0x4286, 1),
    ebmlUint(0x42f7, 1),
    ebmlUint(0x42f2, 4),
    ebmlUint(0x42f3, 8),
    ebmlText(0x4282, "matroska"),
    ebmlUint(0x4287, 4),
    ebmlUint(0x4285, 2),
  );

function segmentHead(bytes: number): Buffer {
  const head = Buffer.allocUnsafe(SEGMENT_HEAD_BYTES);
  head.writeUInt32BE(SEGMENT, 0);
  head.writeBigUInt64BE((1n << 56n) | BigInt(bytes), 4);
  return head;
}

/** Positions of the parts in the segment; the cues come last, so that their place can be written when it is known. */
function seekHead(infoAt: number, tracksAt: number, tagsAt: number, cuesAt: number): Buffer {
  const entry = (id: number, at: number): Buffer => {
    const name = Buffer.allocUnsafe(4);
    name.writeUInt32BE(id);
    return ebml(0x4dbb, ebml(0x53ab, name), ebmlUint(0x53ac, at));
  };
  return ebml(0x114d_9b74, entry(INFO, infoAt), entry(TRACKS, tracksAt), entry(TAGS, tagsAt), entry(CUES, cuesAt));
}

/** The duration stands last, for the same reason. */
const infoOf = ({ title, createdMs }: MatroskaFacts): Buffer =>
  ebml(
    INFO,
    ebmlUint(0x2a_d7b1, 1_000_000),
    ebmlInt(0x4461, Math.round((createdMs - EPOCH_2001_MS) * 1000) * 1000),
    ebmlText(0x7ba9, title),
    ebmlText(0x4d80, APP),
    ebmlText(0x5741, APP),
    ebmlFloat(0x4489, 0),
  );

function tracksOf({ title, video, audio }: MatroskaFacts): Buffer {
  const common = (track: number, type: number): Buffer[] => [
    ebmlUint(0xd7, track),
    ebmlUint(0x73c5, track),
    ebmlUint(0x83, type),
    ebmlUint(0x9c, 0),
    ebmlText(0x22_b59c, "und"),
  ];
  const videoEntry = ebml(
    0xae,
    ...common(VIDEO, 1),
    ebmlText(0x536e, title),
    ebmlText(0x86, video.codec === "h264" ? "V_MPEG4/ISO/AVC" : "V_MPEGH/ISO/HEVC"),
    ebml(0x63a2, video.description),
    ebml(0xe0, ebmlUint(0xb0, video.width), ebmlUint(0xba, video.height)),
  );
  if (!audio) return ebml(TRACKS, videoEntry);
  const isAac = audio.codec === "aac";
  const audioEntry = ebml(
    0xae,
    ...common(AUDIO, 2),
    ebmlText(0x86, isAac ? "A_AAC" : "A_PCM/INT/LIT"),
    ...(isAac ? [ebml(0x63a2, audio.description)] : []),
    ebml(
      0xe1,
      ebmlFloat(0xb5, audio.sampleRate),
      ebmlUint(0x9f, audio.channels),
      ...(isAac ? [] : [ebmlUint(0x6264, 16)]),
    ),
  );
  return ebml(TRACKS, videoEntry, audioEntry);
}

function tagsOf({ comment, createdMs }: MatroskaFacts): Buffer {
  const created = new Date(createdMs).toISOString();
  const tag = (name: string, text: string): Buffer => ebml(0x67c8, ebmlText(0x45a3, name), ebmlText(0x4487, text));
  return ebml(
    TAGS,
    ebml(
      0x7373,
      ebml(0x63c0),
      tag("DATE", created.slice(0, 10)),
      tag("COMMENT", comment),
      tag("creation_time", created),
    ),
  );
}

const cueOf = (timeMs: number, clusterAt: number): Buffer =>
  ebml(0xbb, ebmlUint(0xb3, timeMs), ebml(0xb7, ebmlUint(0xf7, VIDEO), ebmlUint(0xf1, clusterAt)));
