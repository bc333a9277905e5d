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
  readonly extension?: RtpExtension;
}

export interface RtpExtension {
  readonly profile: number;
  readonly data: Buffer;
}

export const RTP_HEADER_BYTES = 12;

export const isVersion2 = (bytes: Buffer): boolean => (bytes[0] ?? 0) >> 6 === 2;

/** Reads RFC 3550 section 5.1; null when it is not RTP version 2 or lies about its lengths. */
export function parseRtp(bytes: Buffer): RtpPacket | null {
  if (bytes.length < RTP_HEADER_BYTES) return null;
  const first = bytes.readUInt8(0);
  if (!isVersion2(bytes)) return null;
  let start = RTP_HEADER_BYTES + (first & 0x0f) * 4;
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
  return start > end ? null : packetOf(bytes, start, end, extension);
}

/** The packet whose payload begins and ends there. */
export function packetOf(bytes: Buffer, from: number, to: number, extension?: RtpExtension): RtpPacket {
  const second = bytes.readUInt8(1);
  return {
    payloadType: second & 0x7f,
    marker: second >> 7 === 1,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    payload: bytes.subarray(from, to),
    ...(extension ? { extension } : {}),
  };
}

/** Writes one packet without padding; the data of an extension are whole words of 4 bytes. */
export function writeRtp({ extension, ...packet }: RtpPacket): Buffer {
  const start = RTP_HEADER_BYTES + (extension ? 4 + extension.data.length : 0);
  const bytes = Buffer.allocUnsafe(start + packet.payload.length);
  bytes.writeUInt8(extension ? 0x90 : 0x80, 0);
  bytes.writeUInt8((packet.marker ? 0x80 : 0) | packet.payloadType, 1);
  bytes.writeUInt16BE(packet.sequence & 0xffff, 2);
  bytes.writeUInt32BE(packet.timestamp >>> 0, 4);
  bytes.writeUInt32BE(packet.ssrc >>> 0, 8);
  if (extension) {
    bytes.writeUInt16BE(extension.profile, RTP_HEADER_BYTES);
    bytes.writeUInt16BE(extension.data.length / 4, RTP_HEADER_BYTES + 2);
    extension.data.copy(bytes, RTP_HEADER_BYTES + 4);
  }
  packet.payload.copy(bytes, start);
  return bytes;
}
