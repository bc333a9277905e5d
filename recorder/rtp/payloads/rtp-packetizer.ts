/** Payload that fits an Ethernet frame with IP, UDP, RTP and SRTP around it. */
export const MAX_PAYLOAD_BYTES = 1400;

/** One NAL unit as RTP payloads (RFC 6184, packetization-mode 1): whole when it fits, else FU-A pieces. */
export const h264Payloads = (nal: Buffer): Buffer[] => h264PayloadsOf(nal, MAX_PAYLOAD_BYTES);

/** The same with payloads of at most `mostBytes`. */
export function h264PayloadsOf(nal: Buffer, mostBytes: number): Buffer[] {
  if (nal.length <= mostBytes) return [nal];
  const first = nal.readUInt8(0);
  const payloads: Buffer[] = [];
  for (let at = 1; at < nal.length; ) {
    const length = Math.min(mostBytes - 2, nal.length - at);
    const piece = Buffer.allocUnsafe(length + 2);
    piece.writeUInt8((first & 0xe0) | 28, 0);
    piece.writeUInt8((first & 0x1f) | (at === 1 ? 0x80 : 0) | (at + length === nal.length ? 0x40 : 0), 1);
    nal.copy(piece, 2, at, at + length);
    payloads.push(piece);
    at += length;
  }
  return payloads;
}

/** One NAL unit as RTP payloads (RFC 7798): whole when it fits, else fragmentation units of type 49. */
export function h265Payloads(nal: Buffer): Buffer[] {
  if (nal.length <= MAX_PAYLOAD_BYTES) return [nal];
  const [first, second] = [nal.readUInt8(0), nal.readUInt8(1)];
  const payloads: Buffer[] = [];
  for (let at = 2; at < nal.length; ) {
    const length = Math.min(MAX_PAYLOAD_BYTES - 3, nal.length - at);
    const piece = Buffer.allocUnsafe(length + 3);
    piece.writeUInt8((first & 0x81) | (49 << 1), 0);
    piece.writeUInt8(second, 1);
    piece.writeUInt8(((first >> 1) & 63) | (at === 2 ? 0x80 : 0) | (at + length === nal.length ? 0x40 : 0), 2);
    nal.copy(piece, 3, at, at + length);
    payloads.push(piece);
    at += length;
  }
  return payloads;
}

/** One AAC frame as an RFC 3640 AAC-hbr payload (13 bits of size, 3 of index). */
export function aacPayload(frame: Buffer): Buffer {
  const head = Buffer.from([0, 16, frame.length >> 5, (frame.length & 31) << 3]);
  return Buffer.concat([head, frame]);
}
