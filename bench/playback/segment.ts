/**
 * A recorded segment in the form that a `<video>` player needs: the place and the start of each fragment, and which
 * fragments begin with a key frame.
 */
export interface Fragment {
  readonly offset: number;
  readonly bytes: number;
  /** s on the file's own clock */
  readonly startS: number;
  readonly key: boolean;
}
export interface Segment {
  readonly initBytes: number;
  /** WebCodecs' name of the codec */
  readonly codec: string;
  readonly fragments: readonly Fragment[];
}

const TIMESCALE = 90_000;
/** the flags of the first sample in `trun`, as the recorder writes them */
const SAMPLE_FLAGS_AT = 28;
const NON_SYNC = 0x1_0000;

/** Reads the boxes of a fragmented MP4 with one video track (fragments of other tracks are skipped). */
export function readSegment(file: ArrayBuffer): Segment {
  const view = new DataView(file);
  const fragments: Fragment[] = [];
  let initBytes = 0;
  let codec = "";
  let started = -1;
  let moof: { at: number; bytes: number } | null = null;
  for (const { type, at, bytes } of boxes(view, 0, view.byteLength)) {
    if (type === "moov") {
      initBytes = at + bytes;
      codec = codecOf(view, at, bytes);
    } else if (type === "prft") started = at;
    else if (type === "moof") moof = { at, bytes };
    else if (type === "mdat" && moof) {
      const offset = started >= 0 ? started : moof.at;
      const about = firstVideo(view, moof.at, moof.bytes);
      if (about) fragments.push({ offset, bytes: at + bytes - offset, ...about });
      started = -1;
    }
  }
  return { initBytes, codec, fragments };
}

function* boxes(view: DataView, from: number, to: number) {
  for (let at = from; at + 8 <= to; ) {
    const bytes = view.getUint32(at);
    if (bytes < 8 || at + bytes > to) return;
    yield { type: nameAt(view, at + 4), at, bytes };
    at += bytes;
  }
}

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, 4));

/** Reads profile, constraints and level from avcC. */
function codecOf(view: DataView, from: number, bytes: number): string {
  for (let at = from; at < from + bytes - 8; at++) {
    if (nameAt(view, at) !== "avcC") continue;
    const hex = [5, 6, 7].map((byte) =>
      view
        .getUint8(at + byte)
        .toString(16)
        .padStart(2, "0"),
    );
    return `avc1.${hex.join("")}`;
  }
  throw new Error("no H.264 in this recording");
}

function firstVideo(view: DataView, from: number, bytes: number): { startS: number; key: boolean } | null {
  for (const traf of boxes(view, from + 8, from + bytes)) {
    if (traf.type !== "traf") continue;
    let [track, startS, key] = [0, 0, false];
    for (const box of boxes(view, traf.at + 8, traf.at + traf.bytes)) {
      if (box.type === "tfhd") track = view.getUint32(box.at + 12);
      if (box.type === "tfdt")
        startS =
          (view.getUint8(box.at + 8) === 1 ? Number(view.getBigUint64(box.at + 12)) : view.getUint32(box.at + 12)) /
          TIMESCALE;
      if (box.type === "trun") key = (view.getUint32(box.at + SAMPLE_FLAGS_AT) & NON_SYNC) === 0;
    }
    if (track === 1) return { startS, key };
  }
  return null;
}
