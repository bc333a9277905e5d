/** The building blocks of Matroska: elements of an id, a length and content (RFC 8794). */

/** Id and length of an element whose content has this many bytes; ids carry their own length marker. */
export function ebmlHead(id: number, contentBytes: number): Buffer {
  const idBytes = id > 0xff_ffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1;
  const sizeBytes = contentBytes < 0x7f ? 1 : contentBytes < 0x3fff ? 2 : contentBytes < 0x1f_ffff ? 3 : 8;
  const head = Buffer.allocUnsafe(idBytes + sizeBytes);
  head.writeUIntBE(id, 0, idBytes);
  if (sizeBytes === 8) head.writeBigUInt64BE((1n << 56n) | BigInt(contentBytes), idBytes);
  else head.writeUIntBE(contentBytes + 2 ** (7 * sizeBytes), idBytes, sizeBytes);
  return head;
}

/** A whole element. */
export function ebml(id: number, ...content: readonly Buffer[]): Buffer {
  return Buffer.concat([
    ebmlHead(
      id,
      content.reduce((bytes, part) => bytes + part.length, 0),
    ),
    ...content,
  ]);
}

/** An unsigned integer in eight bytes: a value that is written later keeps its length. */
export function ebmlUint(id: number, value: number): Buffer {
  const data = Buffer.allocUnsafe(8);
  data.writeBigUInt64BE(BigInt(value));
  return ebml(id, data);
}

export function ebmlInt(id: number, value: number): Buffer {
  const data = Buffer.allocUnsafe(8);
  data.writeBigInt64BE(BigInt(value));
  return ebml(id, data);
}

export function ebmlFloat(id: number, value: number): Buffer {
  const data = Buffer.allocUnsafe(8);
  data.writeDoubleBE(value);
  return ebml(id, data);
}

export const ebmlText = (id: number, text: string): Buffer => ebml(id, Buffer.from(text));
