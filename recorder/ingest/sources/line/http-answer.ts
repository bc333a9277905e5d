import { endOfHead, headersOf } from "#recorder/rtp/rtsp-wire.ts";

/** The head of an answer, as cameras write it. */
export interface HttpHead {
  readonly status: number;
  readonly reason: string;
  /** names in lower case */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** where its body begins */
  readonly bodyAt: number;
  /** how the answer begins, where it has no head; else null */
  readonly headless: string | null;
}

/** A camera that sends more before its body sends no head. */
export const MAX_HEAD_BYTES = 128 * 1024;
/** So many answers may say that the answer itself follows. */
const MOST_INTERIM = 4;
const STATUS_LINE = /^\s*[a-z]+(?:\/[\d.]*)?\s+(\d{3})(?:\s+(.*))?$/i;
/** What begins with none of these is no head: such an answer is its body alone (HTTP/0.9). */
const BEGINNINGS = ["http/", "http ", "icy ", "ice/", "rtsp/"];
const BLANKS = /^\s*/;

/**
 * The head of an answer by HTTP; null = it is not whole. Only what says where the body begins must be right: lines that are no headers,
 * lengths that are none and other names of the protocol (ICY) are passed over.
 */
export function readHttpHead(bytes: Buffer, interim = 0): HttpHead | null {
  const start = bytes.toString("latin1", 0, 64).replace(BLANKS, "").toLowerCase();
  const beginsAs = (name: string): boolean => start.startsWith(name) || name.startsWith(start);
  if (!BEGINNINGS.some(beginsAs)) return { status: 200, reason: "", headers: new Map(), bodyAt: 0, headless: start };
  const { end, bodyAt } = endOfHead(bytes, 0);
  if (end < 0) return null;
  const lines = bytes
    .toString("latin1", 0, end)
    .replace(BLANKS, "")
    .split(/\r*\n|\r/);
  const [, status = "", reason = ""] = STATUS_LINE.exec(lines[0] ?? "") ?? [];
  const head = {
    status: Number(status),
    reason: reason.trim(),
    headers: headersOf(lines.slice(1)),
    bodyAt,
    headless: null,
  };
  // The answer itself follows.
  if (head.status < 100 || head.status >= 200 || interim === MOST_INTERIM) return head;
  const next = readHttpHead(bytes.subarray(bodyAt), interim + 1);
  return next && { ...next, bodyAt: bodyAt + next.bodyAt };
}

const CR = 0x0d;
const LF = 0x0a;
/** A line that says how long a chunk is, with whatever may stand behind the number. */
const CHUNK_LINE = /^\s*([0-9a-f]{1,8})\s*(?:;.*)?$/i;
const MAX_CHUNK_LINE_BYTES = 1024;

/** Takes the chunks of a body apart (RFC 9112, section 7.1). A body that is said to have some and has none is left as it is. */
export class Chunks {
  readonly #emit: (bytes: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);
  #left = 0;
  #areNone = false;
  /** the last one has come */
  isOver = false;

  constructor(emit: (bytes: Buffer) => void) {
    this.#emit = emit;
  }

  push(bytes: Buffer): void {
    if (this.#areNone) return this.#emit(bytes);
    let at = 0;
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    while (at < all.length && !this.isOver) {
      if (this.#left > 0) {
        const piece = all.subarray(at, at + this.#left);
        this.#emit(piece);
        this.#left -= piece.length;
        at += piece.length;
        continue;
      }
      while (all[at] === CR || all[at] === LF) at += 1;
      const end = all.indexOf(LF, at);
      if (end < 0 && all.length - at <= MAX_CHUNK_LINE_BYTES) break;
      const digits = end < 0 ? undefined : CHUNK_LINE.exec(all.toString("latin1", at, end).trimEnd())?.[1];
      if (digits === undefined) {
        this.#areNone = true;
        this.#rest = Buffer.alloc(0);
        return this.#emit(all.subarray(at));
      }
      this.#left = Number.parseInt(digits, 16);
      this.isOver = this.#left === 0;
      at = end + 1;
    }
    this.#rest = all.subarray(at);
  }
}
