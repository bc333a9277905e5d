/**
 * The form of an object in the bucket: a head of 512 bytes in clear, then the body: the list of its recordings, and their files
 * one after another. By a passphrase the body is sealed in pieces (AES-256-GCM), so that a part of it can be read alone.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod/mini";

export const HEAD_BYTES = 512;
const MAGIC = "proscenium-archive-1\n";
const PIECE_BYTES = 65_536;
const TAG_BYTES = 16;
const SEALED_PIECE_BYTES = PIECE_BYTES + TAG_BYTES;
const SALT_BYTES = 32;
/** As OWASP advises for passphrases that can be tried without limit: 64 MB and a fifth of a second for each try. */
const SCRYPT = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const MOST_LIST_BYTES = 4 * 1024 * 1024;

const member = z.object({
  file: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  bytes: z.number(),
  frames: z.number(),
  /** hex */
  sha256: z.string(),
  /** the list of its fragments as in the index, base64 */
  fragments: z.string(),
});
const list = z.object({
  streamId: z.string(),
  cameraId: z.string(),
  members: z.array(member).check(z.minLength(1)),
});
/** What an object says of itself. */
export type ObjectList = z.infer<typeof list>;

const head = z.object({
  listBytes: z.number().check(z.positive(), z.maximum(MOST_LIST_BYTES)),
  bodyBytes: z.number().check(z.positive()),
  /** salts of the passphrase and of this object, base64; null = not encrypted */
  sealed: z.nullable(z.object({ phraseSalt: z.string(), salt: z.string() })),
});
export type ObjectHead = z.infer<typeof head>;

export const writeList = (of: ObjectList): Buffer => deflateRawSync(JSON.stringify(of));
/** Throws when the bytes are no list. */
export const readList = (bytes: Uint8Array): ObjectList =>
  list.parse(JSON.parse(inflateRawSync(bytes, { maxOutputLength: 16 * MOST_LIST_BYTES }).toString()));

function writeHead(of: ObjectHead): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES, " ");
  bytes.write(MAGIC + JSON.stringify(of));
  return bytes;
}
/** The head as the index keeps it. */
export const headText = (of: ObjectHead): string => writeHead(of).toString().trimEnd();
/** null: the object is not ours, or has a later form */
export function readHead(bytes: Uint8Array): ObjectHead | null {
  const text = Buffer.from(bytes).toString();
  if (!text.startsWith(MAGIC)) return null;
  try {
    const read = head.safeParse(JSON.parse(text.slice(MAGIC.length).trim()));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The keys of one passphrase. They are kept, because deriving them takes a fifth of a second. */
export class PhraseKeys {
  readonly #phrase: string;
  readonly #masters = new Map<string, Promise<Buffer>>();

  constructor(phrase: string) {
    this.#phrase = phrase;
  }

  async of({ phraseSalt, salt }: NonNullable<ObjectHead["sealed"]>): Promise<Buffer> {
    let master = this.#masters.get(phraseSalt);
    if (!master) {
      master = derived(this.#phrase, Buffer.from(phraseSalt, "base64"), 32, SCRYPT);
      this.#masters.set(phraseSalt, master);
    }
    return Buffer.from(hkdfSync("sha256", await master, Buffer.from(salt, "base64"), "proscenium archive object", 32));
  }
}
const derived = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);

export const freshSalt = (): string => randomBytes(SALT_BYTES).toString("base64");

/** Length of an object. */
export const objectBytes = ({ bodyBytes, sealed }: ObjectHead): number =>
  HEAD_BYTES + bodyBytes + (sealed ? Math.ceil(bodyBytes / PIECE_BYTES) * TAG_BYTES : 0);

/** Reads bytes [from, to) of something. */
export type ReadBytes = (from: number, to: number) => Promise<Buffer>;

/** Bytes [from, to) of an object, made from its clear body. `key`: null = the object is not encrypted. */
export async function objectRange(
  of: ObjectHead,
  key: Buffer | null,
  body: ReadBytes,
  from: number,
  to: number,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  if (from < HEAD_BYTES) parts.push(writeHead(of).subarray(from, Math.min(to, HEAD_BYTES)));
  const [start, end] = [Math.max(0, from - HEAD_BYTES), Math.max(0, to - HEAD_BYTES)];
  if (end > start) {
    if (key === null) parts.push(await body(start, end));
    else {
      const [first, after] = [Math.floor(start / SEALED_PIECE_BYTES), Math.ceil(end / SEALED_PIECE_BYTES)];
      const plain = await body(first * PIECE_BYTES, Math.min(of.bodyBytes, after * PIECE_BYTES));
      const sealed = sealPieces(of, key, first, plain);
      parts.push(sealed.subarray(start - first * SEALED_PIECE_BYTES, end - first * SEALED_PIECE_BYTES));
    }
  }
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/** Bytes [from, to) of the clear body, read from an object. Throws when somebody has changed the object. */
export async function bodyRange(
  of: ObjectHead,
  key: Buffer | null,
  object: ReadBytes,
  from: number,
  to: number,
): Promise<Buffer> {
  const wanted = (at: number, end: number): Promise<Buffer> => whole(object, HEAD_BYTES + at, HEAD_BYTES + end);
  if (key === null) return wanted(from, to);
  const [first, after] = [Math.floor(from / PIECE_BYTES), Math.ceil(to / PIECE_BYTES)];
  const end = Math.min(objectBytes(of) - HEAD_BYTES, after * SEALED_PIECE_BYTES);
  const sealed = await wanted(first * SEALED_PIECE_BYTES, end);
  const plain = openPieces(of, key, first, sealed);
  return plain.subarray(from - first * PIECE_BYTES, to - first * PIECE_BYTES);
}

async function whole(object: ReadBytes, from: number, to: number): Promise<Buffer> {
  const bytes = await object(from, to);
  if (bytes.length !== to - from) throw new Error(`an object of the bucket is shorter than it should be`);
  return bytes;
}

/** The nonce of a piece is its place, because each object has a key of its own. It also marks the last piece, so that no end can be cut off. */
function nonceAndPlace(of: ObjectHead, piece: number): [Buffer, Buffer] {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(piece, 8);
  const isLast = (piece + 1) * PIECE_BYTES >= of.bodyBytes;
  return [nonce, Buffer.from(`${piece}${isLast ? " last" : ""} ${of.listBytes}`)];
}

function sealPieces(of: ObjectHead, key: Buffer, first: number, plain: Buffer): Buffer {
  const out: Buffer[] = [];
  for (let at = 0, piece = first; at < plain.length; at += PIECE_BYTES, piece++) {
    const [nonce, place] = nonceAndPlace(of, piece);
    const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(place);
    out.push(cipher.update(plain.subarray(at, at + PIECE_BYTES)), cipher.final(), cipher.getAuthTag());
  }
  return Buffer.concat(out);
}

function openPieces(of: ObjectHead, key: Buffer, first: number, sealed: Buffer): Buffer {
  const out: Buffer[] = [];
  for (let at = 0, piece = first; at < sealed.length; at += SEALED_PIECE_BYTES, piece++) {
    const [nonce, place] = nonceAndPlace(of, piece);
    const one = sealed.subarray(at, at + SEALED_PIECE_BYTES);
    const decipher = createDecipheriv("aes-256-gcm", key, nonce)
      .setAAD(place)
      .setAuthTag(one.subarray(one.length - TAG_BYTES));
    out.push(decipher.update(one.subarray(0, one.length - TAG_BYTES)), decipher.final());
  }
  return Buffer.concat(out);
}
