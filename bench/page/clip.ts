import type { MediaNotice } from "#protocol/media-socket.ts";
import { MEDIA_HEADER_BYTES, MediaFlag, MediaKind, writeMediaHeader } from "#protocol/media-socket.ts";
import type { OpenMediaSocket } from "#transport/media-socket.ts";

/**
 * The description that `make-clips.ts` writes beside a clip: an init segment, then one fragment per frame, all in one
 * file.
 */
export interface ClipIndex {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** avcC, base64 */
  readonly description: string;
  readonly initBytes: number;
  readonly frames: { readonly offset: number; readonly bytes: number; readonly key: boolean }[];
}

interface Clip {
  readonly index: ClipIndex;
  readonly bytes: ArrayBuffer;
}

export async function loadClip(base: string, name: string): Promise<Clip> {
  const [index, bytes] = await Promise.all([
    fetch(`${base}/${name}.json`).then((response) => response.json() as Promise<ClipIndex>),
    fetch(`${base}/${name}.bin`).then((response) => response.arrayBuffer()),
  ]);
  return { index, bytes };
}

/** The number of frames that were due since the page started, over all sockets. */
export const fed = { frames: 0 };

/**
 * A media socket without a network: it plays a clip in a loop at its own rate. Each socket starts at another second of
 * the clip and sends at another moment of the frame time. One timer serves all sockets of a thread.
 */
export function clipSockets(clip: Clip): OpenMediaSocket {
  let opened = 0;
  return (_url, handlers) => {
    const offset = opened++;
    let generation = 0;
    let stop = (): void => {};
    queueMicrotask(() => handlers.opened());
    return {
      send(command) {
        if (command.op !== "play") return;
        stop();
        generation = command.generation;
        handlers.notice(configOf(clip, generation));
        handlers.binary(message(clip, MediaKind.init, 0, generation, 0, 0, clip.index.initBytes));
        stop = everyFrame(clip.index.fps, offset, (count) => {
          // it starts at a key frame, and each socket at a different one
          const frame = clip.index.frames[(count + offset * clip.index.fps * 2) % clip.index.frames.length];
          if (!frame) return;
          fed.frames += 1;
          const flags = frame.key ? MediaFlag.key : 0;
          const nowMs = performance.timeOrigin + performance.now();
          handlers.binary(message(clip, MediaKind.video, flags, generation, nowMs, frame.offset, frame.bytes));
        });
      },
      close: () => stop(),
    };
  };
}

function configOf({ index }: Clip, generation: number): MediaNotice {
  const { codec, width, height, description } = index;
  return { type: "config", generation, codec, width, height, description };
}

function message(
  clip: Clip,
  kind: 1 | 2,
  flags: number,
  generation: number,
  wallMs: number,
  offset: number,
  bytes: number,
): ArrayBuffer {
  const whole = new Uint8Array(MEDIA_HEADER_BYTES + bytes);
  const header = { kind, flags, generation, prefetch: 0, wallMs, durationUs: 1e6 / clip.index.fps };
  writeMediaHeader(new DataView(whole.buffer), header);
  whole.set(new Uint8Array(clip.bytes, offset, bytes), MEDIA_HEADER_BYTES);
  return whole.buffer;
}

interface Ticking {
  readonly gapMs: number;
  dueMs: number;
  count: number;
  readonly run: (count: number) => void;
}
const ticking = new Set<Ticking>();
let timer: ReturnType<typeof setInterval> | null = null;
/** Spreads the arrivals of cameras evenly over the frame time (golden ratio). */
const SPREAD = 0.618;
const TIMER_MS = 4;

function everyFrame(fps: number, offset: number, run: (count: number) => void): () => void {
  const gapMs = 1000 / fps;
  const entry: Ticking = { gapMs, dueMs: performance.now() + ((offset * SPREAD) % 1) * gapMs, count: 0, run };
  ticking.add(entry);
  timer ??= setInterval(() => {
    const nowMs = performance.now();
    for (const each of ticking) {
      while (each.dueMs <= nowMs) {
        each.dueMs += each.gapMs;
        each.run(each.count++);
      }
    }
  }, TIMER_MS);
  return () => {
    ticking.delete(entry);
    if (ticking.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}
