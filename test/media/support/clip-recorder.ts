/**
 * The recorder's side of a media socket for one clip, following `#protocol/media-socket.ts`: forward, backwards, keys,
 * still, step.
 */
import {
  MEDIA_HEADER_BYTES,
  MediaFlag,
  MediaKind,
  type MediaCommand,
  type MediaKindCode,
  writeMediaHeader,
} from "#protocol/media-socket.ts";
import type { MediaSocketHandlers, MediaSocketPort, OpenMediaSocket } from "#transport/media-socket.ts";
import { type Clip, encodeClip } from "./coded-clip.ts";
import { fragmentBytes, initBytes, join } from "./fmp4-bytes.ts";

export const FRAME_MS = 40;
const START_MS = 1_700_000_000_000;

export class ClipRecorder implements MediaSocketPort {
  readonly clip: Clip;
  readonly commands: MediaCommand[] = [];
  handlers: MediaSocketHandlers | null = null;
  closed = false;
  /** false: as an older recorder, which does not know `prefetch` */
  mayPrefetch = true;
  /** changes what is sent of a picture, to simulate broken streams */
  spoil: (index: number, data: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> = (_index, data) => data;
  #sequence = 0;
  #ticks = 0;
  #generation = 0;
  #prefetch = 0;

  constructor(clip: Clip) {
    this.clip = clip;
  }

  static async make(count: number, gop: number): Promise<ClipRecorder> {
    return new ClipRecorder(await encodeClip(count, gop));
  }

  readonly open: OpenMediaSocket = (_url, handlers) => {
    this.handlers = handlers;
    queueMicrotask(() => handlers.opened());
    return this;
  };

  send(command: MediaCommand): void {
    this.commands.push(command);
    if (command.op === "play") queueMicrotask(() => this.#play(command));
    if (command.op === "prefetch") queueMicrotask(() => this.#ahead(command));
    if (command.op === "step") {
      const index = this.indexAt(command.from) + command.direction;
      queueMicrotask(() => this.#still(command.generation, index));
    }
  }
  close(): void {
    this.closed = true;
  }

  indexAt(wallMs: number): number {
    return Math.floor((wallMs - START_MS) / FRAME_MS + 1e-6);
  }
  wallOf(index: number): number {
    return START_MS + index * FRAME_MS;
  }

  begin(generation: number): void {
    this.#generation = generation;
    const { clip } = this;
    this.handlers?.notice({
      type: "config",
      generation,
      ...(this.#prefetch === 0 ? { mayPrefetch: this.mayPrefetch } : { prefetch: this.#prefetch }),
      codec: clip.codec,
      width: clip.width,
      height: clip.height,
      description: btoa(String.fromCharCode(...clip.description)),
    });
    this.message(MediaKind.init, 0, 0, initBytes(clip.width, clip.height, clip.description));
  }

  picture(index: number, flags = 0, durationMs = FRAME_MS): void {
    const picture = this.clip.pictures[index];
    if (!picture) return;
    const data = this.spoil(index, picture.data);
    const bytes = fragmentBytes(++this.#sequence, this.#ticks, FRAME_MS * 90, picture.key, data);
    this.#ticks += FRAME_MS * 90;
    this.message(MediaKind.video, flags | (picture.key ? MediaFlag.key : 0), this.wallOf(index), bytes, durationMs);
  }

  message(
    kind: MediaKindCode,
    flags: number,
    wallMs: number,
    payload: Uint8Array,
    durationMs = 0,
    generation = this.#generation,
    prefetch = this.#prefetch,
  ): void {
    const header = new Uint8Array(MEDIA_HEADER_BYTES);
    const durationUs = durationMs * 1000;
    writeMediaHeader(new DataView(header.buffer), { kind, flags, generation, prefetch, durationUs, wallMs });
    this.handlers?.binary(join(header, payload).buffer);
  }

  keyBefore(index: number): number {
    for (let i = index; i > 0; i--) if (this.clip.pictures[i]?.key) return i;
    return 0;
  }

  /** As for a still, beside what plays. */
  #ahead({ number, time }: Extract<MediaCommand, { op: "prefetch" }>): void {
    if (number === 0) return;
    const [generation, index] = [this.#generation, this.indexAt(time)];
    this.#prefetch = number;
    this.begin(0);
    for (let i = this.keyBefore(index); i <= index; i++) this.picture(i, i < index ? MediaFlag.pre : 0);
    this.#prefetch = 0;
    this.#generation = generation;
  }

  #play({ generation, time, rate, paused }: Extract<MediaCommand, { op: "play" }>): void {
    const last = this.clip.pictures.length - 1;
    const index = time === 0 ? 0 : Math.min(last, this.indexAt(time));
    if (paused) return this.#still(generation, index);
    this.begin(generation);
    if (rate >= 16) this.#keys(index, 1);
    else if (rate > 0) this.#forward(index);
    else if (rate > -4) this.#groupsBackward(index);
    else this.#keys(index, -1);
    if (time === 0) return;
    this.message(MediaKind.video, MediaFlag.end, 0, new Uint8Array(0));
    this.handlers?.notice({ type: "state", generation, state: "ended" });
  }

  #still(generation: number, index: number): void {
    this.begin(generation);
    for (let i = this.keyBefore(index); i <= index; i++) this.picture(i, i < index ? MediaFlag.pre : 0);
    this.handlers?.notice({ type: "state", generation, state: "paused" });
  }

  #forward(index: number): void {
    for (let i = this.keyBefore(index); i < this.clip.pictures.length; i++)
      this.picture(i, i < index ? MediaFlag.pre : 0);
  }

  #groupsBackward(index: number): void {
    for (let end = index; end >= 0; ) {
      const key = this.keyBefore(end);
      for (let i = key; i <= end; i++) this.picture(i);
      this.message(MediaKind.video, MediaFlag.reverseEnd, this.wallOf(key), new Uint8Array(0));
      end = key - 1;
    }
  }

  #keys(index: number, direction: 1 | -1): void {
    for (let i = this.keyBefore(index); i >= 0 && i < this.clip.pictures.length; i += direction) {
      if (this.clip.pictures[i]?.key) this.picture(i, direction < 0 ? MediaFlag.reverseEnd : 0, 1000);
    }
  }
}
