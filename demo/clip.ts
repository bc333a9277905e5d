import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { scenes } from "./scenes/scenes.ts";

/** One encoded loop: H.264 pictures at equal intervals over the loop, starting with a key frame. */
export interface Clip {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerSecond: number;
  /** SPS, PPS */
  readonly parameterSets: readonly Buffer[];
  readonly pictures: readonly { readonly key: boolean; readonly nals: readonly Buffer[] }[];
}

/** The encoded sound of one loop. */
export interface AudioClip {
  readonly codec: "aac" | "pcmu";
  readonly sampleRate: number;
  /** AudioSpecificConfig; empty for G.711 */
  readonly config: Buffer;
  readonly samplesPerPacket: number;
  readonly packets: readonly Buffer[];
}

/** Increase this when drawing or encoding changes: old clips are then encoded again. */
const CLIP_VERSION = 2;

interface Head {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerSecond: number;
  readonly parameterSets: readonly string[];
  /**
   * for each picture: whether it is a key frame, then the length of each NAL unit; the units follow one another after
   * the header
   */
  readonly pictures: readonly (readonly [key: 0 | 1, ...lengths: number[]])[];
}

interface AudioHead {
  readonly codec: "aac" | "pcmu";
  readonly sampleRate: number;
  readonly config: string;
  readonly samplesPerPacket: number;
  readonly packets: readonly number[];
}

/** A folder of the clips of the current scenes. Folders of other versions are removed. */
export class ClipStore {
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  static async open(root: string): Promise<ClipStore> {
    const table = scenes.map(({ key, source, place, markers, lens, audio }) => [
      key,
      source,
      place.movers,
      markers,
      lens,
      audio,
    ]);
    const mark = createHash("sha256")
      .update(JSON.stringify([CLIP_VERSION, table]))
      .digest("hex")
      .slice(0, 12);
    const name = `scenes-${mark}`;
    await mkdir(join(root, name), { recursive: true });
    for (const other of await readdir(root))
      if (/^scenes-[0-9a-f]{12}$/.test(other) && other !== name)
        await rm(join(root, other), { recursive: true, force: true });
    return new ClipStore(join(root, name));
  }

  /** A file of this store that exists: see `has`. */
  read(name: string): Promise<Buffer> {
    return readFile(join(this.#dir, name));
  }

  /** Creates a file that does not exist yet; it is written as a whole or not at all. */
  async make(name: string, bytes: () => Promise<Buffer> | Buffer): Promise<void> {
    const path = join(this.#dir, name);
    if (existsSync(path)) return;
    await writeFile(`${path}.tmp`, await bytes());
    await rename(`${path}.tmp`, path);
  }

  has(name: string): boolean {
    return existsSync(join(this.#dir, name));
  }
}

const pack = (head: Head | AudioHead, parts: readonly Buffer[]): Buffer => {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, ...parts]);
};

const unpack = (bytes: Buffer): { head: unknown; rest: Buffer } => {
  const end = 4 + bytes.readUInt32BE(0);
  return { head: JSON.parse(bytes.toString("utf8", 4, end)), rest: bytes.subarray(end) };
};

export function packClip(clip: Clip): Buffer {
  const { widthPx, heightPx, framesPerSecond } = clip;
  const head: Head = {
    widthPx,
    heightPx,
    framesPerSecond,
    parameterSets: clip.parameterSets.map((nal) => nal.toString("base64")),
    pictures: clip.pictures.map(({ key, nals }) => [key ? 1 : 0, ...nals.map((nal) => nal.length)]),
  };
  return pack(
    head,
    clip.pictures.flatMap(({ nals }) => nals),
  );
}

/** Reads a file that `packClip` wrote: our own format, written atomically. */
export function unpackClip(bytes: Buffer): Clip {
  const { head, rest } = unpack(bytes);
  const { parameterSets, pictures, ...shape } = head as Head;
  let at = 0;
  return {
    ...shape,
    parameterSets: parameterSets.map((text) => Buffer.from(text, "base64")),
    pictures: pictures.map(([key, ...lengths]) => ({
      key: key === 1,
      nals: lengths.map((length) => rest.subarray(at, (at += length))),
    })),
  };
}

export function packAudio(clip: AudioClip): Buffer {
  const head: AudioHead = {
    codec: clip.codec,
    sampleRate: clip.sampleRate,
    config: clip.config.toString("hex"),
    samplesPerPacket: clip.samplesPerPacket,
    packets: clip.packets.map((packet) => packet.length),
  };
  return pack(head, clip.packets);
}

export function unpackAudio(bytes: Buffer): AudioClip {
  const { head, rest } = unpack(bytes);
  const { config, packets, ...shape } = head as AudioHead;
  let at = 0;
  return {
    ...shape,
    config: Buffer.from(config, "hex"),
    packets: packets.map((length) => rest.subarray(at, (at += length))),
  };
}
