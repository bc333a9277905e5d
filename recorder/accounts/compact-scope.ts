/**
 * A compact form for scopes in tokens that name many cameras. It lists, for each set of permissions, the cameras that
 * have it; six bytes of the hash of its id stand for each camera. HTTP headers have room for about five thousand of
 * them. A recorder matches the keys with its own cameras; two cameras that share a key are granted nothing by it.
 */
import { createHash } from "node:crypto";
import type { Permission, Scope } from "#domain/accounts/access.ts";

/** The text of a packed scope begins with this; another beginning is another format. */
const FORMAT = "1.";
/** Bits of a set, from the lowest. The order is part of the format. */
const BITS: readonly Permission[] = ["live", "playback", "ptz", "export", "stats", "config", "talk", "unmask"];
const KEY_BYTES = 6;
/** of a set of permissions: its bits, and how many cameras have it */
const SET_HEAD_BYTES = 5;

export interface ReadScope {
  readonly baseScope: readonly Permission[];
  readonly cameraScopes: readonly {
    readonly id: string;
    readonly scope: readonly Permission[];
    readonly views?: readonly string[] | undefined;
  }[];
}

export function packScope({ baseScope, cameraScopes }: Scope): string {
  const sets = new Map<number, Buffer[]>();
  for (const { id, scope, views } of cameraScopes) {
    // The format has no room for views, and without them the camera would be granted whole.
    const bits = views ? 0 : bitsOf(scope);
    const keys = sets.get(bits) ?? [];
    keys.push(keyOf(id));
    sets.set(bits, keys);
  }
  const parts: Buffer[] = [Buffer.from([bitsOf(baseScope)])];
  for (const [bits, keys] of sets) {
    const head = Buffer.alloc(SET_HEAD_BYTES);
    head.writeUInt8(bits);
    head.writeUInt32BE(keys.length, 1);
    parts.push(head, ...keys);
  }
  return FORMAT + Buffer.concat(parts).toString("base64url");
}

/** What a packed scope grants on these cameras; other cameras that it names are left out. Null: it cannot be read. */
export function unpackScope(text: string, cameraIds: readonly string[]): ReadScope | null {
  const packed = text.startsWith(FORMAT) ? read(Buffer.from(text.slice(FORMAT.length), "base64url")) : null;
  if (!packed) return null;
  const { baseScope, byKey } = packed;
  const cameraScopes = [...keysOf(cameraIds)].flatMap(([key, ids]) => {
    const scope = byKey.get(key);
    return scope ? ids.map((id) => ({ id, scope: ids.length === 1 ? scope : [] })) : [];
  });
  return { baseScope, cameraScopes };
}

interface Packed {
  readonly baseScope: readonly Permission[];
  /** by the key of a camera */
  readonly byKey: ReadonlyMap<string, readonly Permission[]>;
}

function read(bytes: Buffer): Packed | null {
  const base = bytes[0];
  if (base === undefined) return null;
  const byKey = new Map<string, readonly Permission[]>();
  for (let at = 1; at < bytes.length; ) {
    const first = at + SET_HEAD_BYTES;
    if (first > bytes.length) return null;
    const scope = permissionsOf(bytes.readUInt8(at));
    const end = first + bytes.readUInt32BE(at + 1) * KEY_BYTES;
    if (end > bytes.length) return null;
    for (at = first; at < end; at += KEY_BYTES) byKey.set(bytes.toString("hex", at, at + KEY_BYTES), scope);
  }
  return { baseScope: permissionsOf(base), byKey };
}

const bitsOf = (scope: readonly string[]): number =>
  BITS.reduce((bits, one, index) => (scope.includes(one) ? bits | (1 << index) : bits), 0);
const permissionsOf = (bits: number): readonly Permission[] =>
  BITS.filter((_one, index) => (bits & (1 << index)) !== 0);

const keyOf = (cameraId: string): Buffer => createHash("sha256").update(cameraId).digest().subarray(0, KEY_BYTES);

/** Cached per list of cameras, because every new token needs it. */
const known = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

function keysOf(cameraIds: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const before = known.get(cameraIds);
  if (before) return before;
  const made = new Map<string, string[]>();
  for (const id of cameraIds) {
    const key = keyOf(id).toString("hex");
    made.set(key, [...(made.get(key) ?? []), id]);
  }
  known.set(cameraIds, made);
  return made;
}
