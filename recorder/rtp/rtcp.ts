/** The two RTCP packets that matter between a camera and a recorder (RFC 3550 section 6.4). */

export interface SenderReport {
  readonly ssrc: number;
  /** epoch ms of the camera's clock, with fraction: never trusted for the timeline */
  readonly cameraMs: number;
  readonly rtpTime: number;
  readonly packets: number;
  readonly octets: number;
  /** middle 32 bits of the NTP time: what a receiver report echoes */
  readonly compactNtp: number;
}

interface ReceiverReport {
  readonly ssrc: number;
  readonly ofSsrc: number;
  /** share lost since the last report, 0..255 */
  readonly fractionLost: number;
  readonly packetsLost: number;
  readonly highestSequence: number;
  readonly jitter: number;
  readonly lastCompactNtp: number;
  /** in 1/65536 s */
  readonly sinceLast: number;
}

const NTP_EPOCH_OFFSET_S = 2_208_988_800;
const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const GOODBYE = 203;
/** RTCP of all kinds (RFC 5761 section 4): no RTP of a camera looks like these. */
const TYPES = { first: 192, last: 223 };

/** Whether the packet is RTCP, on whichever channel it comes. */
export function isReport(bytes: Buffer): boolean {
  const type = bytes.length >= 4 && bytes.readUInt8(0) >> 6 === 2 ? bytes.readUInt8(1) : 0;
  return type >= TYPES.first && type <= TYPES.last;
}

/** Whether a sender says in it that it ends. */
export function isGoodbye(bytes: Buffer): boolean {
  for (let at = 0; at + 4 <= bytes.length; at += (bytes.readUInt16BE(at + 2) + 1) * 4) {
    if (bytes.readUInt8(at) >> 6 !== 2) return false;
    if (bytes.readUInt8(at + 1) === GOODBYE) return true;
  }
  return false;
}

/** The first sender report in a compound packet, null when there is none (or it is invalid). */
export function parseSenderReport(bytes: Buffer): SenderReport | null {
  let at = 0;
  while (at + 8 <= bytes.length) {
    if (bytes.readUInt8(at) >> 6 !== 2) return null;
    const length = (bytes.readUInt16BE(at + 2) + 1) * 4;
    if (bytes.readUInt8(at + 1) === SENDER_REPORT && length >= 28 && at + 28 <= bytes.length) {
      const seconds = bytes.readUInt32BE(at + 8);
      const fraction = bytes.readUInt32BE(at + 12);
      return {
        ssrc: bytes.readUInt32BE(at + 4),
        cameraMs: (seconds - NTP_EPOCH_OFFSET_S) * 1000 + (fraction * 1000) / 2 ** 32,
        rtpTime: bytes.readUInt32BE(at + 16),
        packets: bytes.readUInt32BE(at + 20),
        octets: bytes.readUInt32BE(at + 24),
        compactNtp: (((seconds & 0xffff) << 16) | (fraction >>> 16)) >>> 0,
      };
    }
    at += length;
  }
  return null;
}

export function writeSenderReport(report: Omit<SenderReport, "compactNtp">): Buffer {
  const bytes = Buffer.alloc(28);
  bytes.writeUInt8(0x80, 0);
  bytes.writeUInt8(SENDER_REPORT, 1);
  bytes.writeUInt16BE(6, 2);
  bytes.writeUInt32BE(report.ssrc, 4);
  const seconds = Math.floor(report.cameraMs / 1000);
  bytes.writeUInt32BE((seconds + NTP_EPOCH_OFFSET_S) >>> 0, 8);
  bytes.writeUInt32BE(Math.floor(((report.cameraMs - seconds * 1000) / 1000) * 2 ** 32) >>> 0, 12);
  bytes.writeUInt32BE(report.rtpTime >>> 0, 16);
  bytes.writeUInt32BE(report.packets >>> 0, 20);
  bytes.writeUInt32BE(report.octets >>> 0, 24);
  return bytes;
}

export function writeReceiverReport(report: ReceiverReport): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.writeUInt8(0x81, 0);
  bytes.writeUInt8(RECEIVER_REPORT, 1);
  bytes.writeUInt16BE(7, 2);
  bytes.writeUInt32BE(report.ssrc >>> 0, 4);
  bytes.writeUInt32BE(report.ofSsrc >>> 0, 8);
  bytes.writeUInt32BE((((report.fractionLost & 0xff) << 24) | (report.packetsLost & 0xffffff)) >>> 0, 12);
  bytes.writeUInt32BE(report.highestSequence >>> 0, 16);
  bytes.writeUInt32BE(report.jitter >>> 0, 20);
  bytes.writeUInt32BE(report.lastCompactNtp >>> 0, 24);
  bytes.writeUInt32BE(report.sinceLast >>> 0, 28);
  return bytes;
}
