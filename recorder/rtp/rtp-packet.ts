/** One RTP packet, its payload a view into what came from the wire. */
export interface RtpPacket {
  readonly payloadType: number;
  readonly marker: boolean;
  /** 16 bits */
  readonly sequence: number;
  /** 32 bits, in units of the payload's clock */
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Buffer;
  /** the header extension (RFC 3550 section 5.3.1), with what its profile says that it is */
  readonly extension?: { readonly profile: number; readonly data: Buffer };
}

const HEADER_BYTES = 12;

/** Reads RFC 3550 section 5.1; null when it is not RTP version 2 or lies about its lengths. */
export function parseRtp(bytes: Buffer): RtpPacket | null {
  if (bytes.length < HEADER_BYTES) return null;
  const first = bytes.readUInt8(0);
  if (first >> 6 !== 2) return null;
  let start = HEADER_BYTES + (first & 0x0f) * 4;
  let extension: RtpPacket["extension"];
  if (first & 0x10) {
    if (bytes.length < start + 4) return null;
    const from = start + 4;
    start = from + bytes.readUInt16BE(start + 2) * 4;
    extension = { profile: bytes.readUInt16BE(from - 4), data: bytes.subarray(from, start) };
  }
  let end = bytes.length;
  if (first & 0x20) {
    // A length of 0 is none: the camera says that there is padding, and there is not.
    end -= bytes.readUInt8(end - 1);
  }
  if (start > end) return null;
  const second = bytes.readUInt8(1);
  return {
    payloadType: second & 0x7f,
    marker: second >> 7 === 1,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    payload: bytes.subarray(start, end),
    ...(extension ? { extension } : {}),
  };
}

/** Writes one packet without padding; the data of an extension are whole words of 4 bytes. */
export function writeRtp({ extension, ...packet }: RtpPacket): Buffer {
  const start = HEADER_BYTES + (extension ? 4 + extension.data.length : 0);
  const bytes = Buffer.allocUnsafe(start + packet.payload.length);
  bytes.writeUInt8(extension ? 0x90 : 0x80, 0);
  bytes.writeUInt8((packet.marker ? 0x80 : 0) | packet.payloadType, 1);
  bytes.writeUInt16BE(packet.sequence & 0xffff, 2);
  bytes.writeUInt32BE(packet.timestamp >>> 0, 4);
  bytes.writeUInt32BE(packet.ssrc >>> 0, 8);
  if (extension) {
    bytes.writeUInt16BE(extension.profile, HEADER_BYTES);
    bytes.writeUInt16BE(extension.data.length / 4, HEADER_BYTES + 2);
    extension.data.copy(bytes, HEADER_BYTES + 4);
  }
  packet.payload.copy(bytes, start);
  return bytes;
}
