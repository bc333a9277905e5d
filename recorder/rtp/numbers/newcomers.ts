import type { RtpPacket } from "../rtp-packet.ts";

/** So many packets in a row, no further apart than this, make another source the stream's (RFC 3550 appendix A.1, MIN_SEQUENTIAL). */
const LEAST = { ofOne: 2, mixed: 3 };
const MOST_APART = 64;

/** Packets of another source than the one that is received, until it is known that the stream is theirs now. */
export class Newcomers {
  #packets: RtpPacket[] = [];

  /** True: more of them are needed. `goesOn`: it has the number that the source before would have given it, or there was none. */
  isStranger(packet: RtpPacket, goesOn: boolean): boolean {
    if (goesOn) {
      this.#packets = [packet];
      return false;
    }
    const before = this.#packets.at(-1);
    const apart = before ? ((packet.sequence - before.sequence) << 16) >> 16 : 0;
    // A camera that makes up another source for each packet counts on all the same.
    const fits = before !== undefined && (before.ssrc === packet.ssrc ? Math.abs(apart) <= MOST_APART : apart === 1);
    if (!fits) this.#packets = [];
    this.#packets.push(packet);
    const isOne = this.#packets.every(({ ssrc }) => ssrc === packet.ssrc);
    return this.#packets.length < (isOne ? LEAST.ofOne : LEAST.mixed);
  }

  /** All of them, since the last packet of the source that is received. */
  take(): RtpPacket[] {
    return this.#packets.splice(0);
  }
}
