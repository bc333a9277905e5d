import type { RtpPacket } from "../rtp-packet.ts";

/** So many of the newest packets are remembered; a power of two. */
const REMEMBERED = 1024;
const TIMES = 2 ** 32;

/** Tells packets that a camera sends twice from those of a camera that begins to count anew, with each picture or now and then. */
export class PacketMemory {
  /** number and time of the newest packet at each place */
  readonly #packets = new Float64Array(REMEMBERED).fill(-1);

  came(packet: RtpPacket): void {
    this.#packets[packet.sequence % REMEMBERED] = keyOf(packet);
  }

  /** Whether a packet of this number and this time came before. */
  has(packet: RtpPacket): boolean {
    return this.#packets[packet.sequence % REMEMBERED] === keyOf(packet);
  }
}

const keyOf = ({ sequence, timestamp }: RtpPacket): number => sequence * TIMES + timestamp;
