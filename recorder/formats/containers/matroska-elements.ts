/** The elements of a Matroska file, as bytes: head, facts about its tracks, blocks and cues. Times are whole ms from the file's beginning. */
import { ebml, ebmlFloat, ebmlHead, ebmlInt, ebmlText, ebmlUint } from "./ebml.ts";

interface MatroskaVideo {
  readonly codec: "h264" | "h265";
  readonly width: number;
  readonly height: number;
  /** avcC or hvcC */
  readonly description: Buffer;
}

interface MatroskaAudio {
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

/** A frame of video or a piece of audio in the file. */
export interface Block {
  readonly track: number;
  readonly timeMs: number;
  readonly durationMs: number;
  readonly key: boolean;
  readonly data: Buffer;
}

export const VIDEO = 1;
export const AUDIO = 2;
/** Matroska counts time from 2001. */
const EPOCH_2001_MS = Date.UTC(2001, 0, 1);
const APP = "Proscenium";

const INFO = 0x1549_a966;
const TRACKS = 0x1654_ae6b;
const TAGS = 0x1254_c367;
export const CUES = 0x1c53_bb6b;
const SEGMENT = 0x1853_8067;
export const CLUSTER = 0x1f43_b675;
/** of a Segment's or a Duration's content: after id and length */
export const SEGMENT_HEAD_BYTES = 12;
export const DURATION_HEAD_BYTES = 3;

export const bytesOf = (parts: readonly Buffer[]): number => parts.reduce((bytes, part) => bytes + part.length, 0);

/** A block, and with `withDuration` the group around it that states how long it lasts. */
export function blockParts(block: Block, clusterMs: number, withDuration: boolean): Buffer[] {
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

export const header = (): Buffer =>
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

export function segmentHead(bytes: number): Buffer {
  const head = Buffer.allocUnsafe(SEGMENT_HEAD_BYTES);
  head.writeUInt32BE(SEGMENT, 0);
  head.writeBigUInt64BE((1n << 56n) | BigInt(bytes), 4);
  return head;
}

/** Positions of the parts in the segment; the cues come last, so that their place can be written when it is known. */
export function seekHead(infoAt: number, tracksAt: number, tagsAt: number, cuesAt: number): Buffer {
  const entry = (id: number, at: number): Buffer => {
    const name = Buffer.allocUnsafe(4);
    name.writeUInt32BE(id);
    return ebml(0x4dbb, ebml(0x53ab, name), ebmlUint(0x53ac, at));
  };
  return ebml(0x114d_9b74, entry(INFO, infoAt), entry(TRACKS, tracksAt), entry(TAGS, tagsAt), entry(CUES, cuesAt));
}

/** The duration stands last, for the same reason. */
export const infoOf = ({ title, createdMs }: MatroskaFacts): Buffer =>
  ebml(
    INFO,
    ebmlUint(0x2a_d7b1, 1_000_000),
    ebmlInt(0x4461, Math.round((createdMs - EPOCH_2001_MS) * 1000) * 1000),
    ebmlText(0x7ba9, title),
    ebmlText(0x4d80, APP),
    ebmlText(0x5741, APP),
    ebmlFloat(0x4489, 0),
  );

export function tracksOf({ title, video, audio }: MatroskaFacts): Buffer {
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

export function tagsOf({ comment, createdMs }: MatroskaFacts): Buffer {
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

export const cueOf = (timeMs: number, clusterAt: number): Buffer =>
  ebml(0xbb, ebmlUint(0xb3, timeMs), ebml(0xb7, ebmlUint(0xf7, VIDEO), ebmlUint(0xf1, clusterAt)));
