import { Leaps } from "./numbers/leaps.ts";
import { Newcomers } from "./numbers/newcomers.ts";
import { PacketMemory } from "./numbers/packet-memory.ts";
import { writeReceiverReport } from "./rtcp.ts";
import type { SenderReport } from "./rtcp.ts";
import { HeadReader } from "./head-reader.ts";
import { isVersion2, type RtpPacket } from "./rtp-packet.ts";

/** Packets held back for one that is late (UDP only). */
const MAX_HELD = 64;
/** ... and for how long; a LAN reorders within a few ms. */
const MAX_HOLD_MS = 60;
/** Packets in a row of a payload type that was not announced, before it is taken for the track's. */
const MISFITS = 5;
/** The same of a track whose own packets came before: those of another type may be something beside them. */
const LATER_MISFITS = 60;
/** So many packets of one number and different times, and the number stands still. */
const STANDS_AFTER = 4;
/** RTCP on the channel of RTP looks like these payload types (RFC 5761 section 4). */
const isRtcpType = (payloadType: number): boolean => payloadType >= 64 && payloadType <= 95;
/** A jump by more than this is a new count, not loss (RFC 3550 appendix A.1). */
const MAX_DROPOUT = 3000;
/** So many numbers that are missing may have come on another track. */
const MOST_ELSEWHERE = 64;
/**
 * Receives one RTP stream: checks the payload type, restores the order, counts loss, writes receiver reports. Packets
 * of another source (SSRC) than before are a restart of the camera's stream when they go on, or when they go on from what came before.
 */
export class RtpReceiver {
  #payloadTypes: readonly number[];
  readonly #isMeant: (packets: readonly RtpPacket[]) => boolean;
  readonly #clockRate: number;
  readonly #deliver: (packet: RtpPacket, lost: boolean) => void;
  readonly #ownSsrc = Math.floor(Math.random() * 2 ** 32);
  #ssrc: number | null = null;
  #expected = 0;
  #cycles = 0;
  #baseSequence = 0;
  #held = new Map<number, RtpPacket>();
  #heldSinceMs = 0;
  #jitter = 0;
  #transit: number | null = null;
  #reportedExpected = 0;
  #reportedReceived = 0;
  #report: { report: SenderReport; atMs: number } | null = null;
  #misfits: RtpPacket[] = [];
  readonly #newcomers = new Newcomers();
  readonly #heads: HeadReader;
  /** of the newest packet */
  #timestamp = 0;
  readonly #leaps = new Leaps();
  readonly #memory = new PacketMemory();
  /** so many packets of different times had the same number in a row */
  #standing = 0;
  received = 0;
  lost = 0;
  /** packets may come out of order (UDP) */
  isReordered: boolean;
  /** whether a number that is missing came on another track; null = there is none */
  isElsewhere: ((sequence: number) => boolean) | null = null;
  /** told of each report of the sender; null = nobody wants to know */
  onSenderReport: ((report: SenderReport) => void) | null = null;

  /**
   * `isMeant`: whether packets in a row that are of none of the payload types, all of one other, are the track's; `isLikely`: whether a
   * payload looks like one of the track, null = that cannot be seen
   */
  constructor(
    payloadTypes: number | readonly number[],
    clockRate: number,
    isReordered: boolean,
    deliver: (packet: RtpPacket, lost: boolean) => void,
    isMeant: (packets: readonly RtpPacket[]) => boolean = () => false,
    isLikely: ((payload: Buffer) => boolean) | null = null,
  ) {
    this.#heads = new HeadReader(isLikely);
    this.#payloadTypes = [payloadTypes].flat();
    this.#isMeant = isMeant;
    this.#clockRate = clockRate;
    this.isReordered = isReordered;
    this.#deliver = deliver;
  }

  /** `nowMs`: any clock that does not jump. */
  push(bytes: Buffer, nowMs: number): void {
    const packet = this.#heads.read(bytes);
    if (!packet) return;
    if (!this.expects(packet.payloadType)) return isVersion2(bytes) ? this.#weigh(packet, nowMs) : undefined;
    this.#misfits = [];
    this.#receive(packet, nowMs);
  }

  expects(payloadType: number): boolean {
    return this.#payloadTypes.includes(payloadType);
  }

  #receive(packet: RtpPacket, nowMs: number): void {
    const isOther = packet.ssrc !== this.#ssrc;
    const goesOn = this.#ssrc === null || packet.sequence === this.#expected;
    if (isOther && this.#newcomers.isStranger(packet, goesOn)) return;
    const newcomers = this.#newcomers.take();
    if (!isOther) return this.#order(packet, nowMs);
    for (const [at, one] of newcomers.entries()) {
      if (at === 0) this.#restart(one);
      this.#order(one, nowMs);
    }
  }

  #order(packet: RtpPacket, nowMs: number): void {
    this.received += 1;
    this.#measureJitter(packet, nowMs);
    const ahead = (packet.sequence - this.#expected) & 0xffff;
    if (this.#stands(packet, ahead)) return this.#deliver(packet, false);
    if (!this.isReordered && ahead !== 0 && this.#memory.has(packet)) return;
    this.#leaps.add(ahead, ahead <= MAX_DROPOUT);
    if (ahead !== 0 && !this.isReordered && this.#leaps.areUsual) this.#goOn(packet);
    else if (ahead === 0) {
      this.#take(packet, false);
      this.#drain();
    } else if (ahead >= 0x8000) {
      // late or duplicate: useless now. A long run back is a camera that started to count anew.
      if (((this.#expected - packet.sequence) & 0xffff) > MAX_DROPOUT) this.#jump(packet);
      else if (!this.isReordered) this.#goOn(packet);
    } else if (ahead > MAX_DROPOUT) this.#jump(packet);
    else if (this.#areElsewhere(ahead)) {
      this.#baseSequence += ahead;
      this.#take(packet, false);
    } else if (this.isReordered) this.#hold(packet, nowMs);
    else this.#skipTo(packet);
  }

  /** Whether the next numbers, so many, came on another track. */
  #areElsewhere(count: number): boolean {
    const { isElsewhere } = this;
    if (isElsewhere === null || count > MOST_ELSEWHERE) return false;
    for (let i = 0; i < count; i++) if (!isElsewhere((this.#expected + i) & 0xffff)) return false;
    return true;
  }

  /** Whether the camera gives all its packets one number: they say something else, and none of them is a duplicate. */
  #stands({ timestamp }: RtpPacket, ahead: number): boolean {
    const isSame = ahead === 0xffff;
    if (!isSame) this.#standing = 0;
    else if (timestamp !== this.#timestamp) this.#standing += 1;
    this.#timestamp = timestamp;
    return isSame && this.#standing >= STANDS_AFTER;
  }

  /** The payload type of packets that came and were not announced; null = none, or others came. */
  get misfit(): number | null {
    return this.received === 0 ? (this.#misfits[0]?.payloadType ?? null) : null;
  }

  /** Packets that were not announced are kept until there are enough of one type to believe that it is meant. */
  #weigh(packet: RtpPacket, nowMs: number): void {
    if (isRtcpType(packet.payloadType)) return;
    const most = this.received > 0 ? LATER_MISFITS : MISFITS;
    if (this.#misfits[0]?.payloadType !== packet.payloadType) this.#misfits = [];
    this.#misfits.push(packet);
    if (this.#misfits.length < most) return;
    if (!this.#isMeant(this.#misfits)) return void (this.#misfits = [packet]);
    this.#payloadTypes = [packet.payloadType];
    for (const kept of this.#misfits.splice(0)) this.#receive(kept, nowMs);
  }

  takeSenderReport(report: SenderReport, nowMs: number): void {
    this.#report = { report, atMs: nowMs };
    this.onSenderReport?.(report);
  }

  /** A receiver report on what came since the last one; null before the first packet. */
  receiverReport(nowMs: number): Buffer | null {
    if (this.#ssrc === null) return null;
    const expected = this.#cycles * 65_536 + this.#expected - this.#baseSequence;
    const received = this.received;
    const newlyExpected = expected - this.#reportedExpected;
    const newlyLost = newlyExpected - (received - this.#reportedReceived);
    this.#reportedExpected = expected;
    this.#reportedReceived = received;
    return writeReceiverReport({
      ssrc: this.#ownSsrc,
      ofSsrc: this.#ssrc,
      fractionLost:
        newlyExpected > 0 && newlyLost > 0 ? Math.min(255, Math.floor((newlyLost * 256) / newlyExpected)) : 0,
      packetsLost: Math.min(this.lost, 0x7fffff),
      highestSequence: (this.#cycles & 0xffff) * 65_536 + ((this.#expected - 1) & 0xffff),
      jitter: Math.min(this.#jitter, 2 ** 32 - 1),
      lastCompactNtp: this.#report?.report.compactNtp ?? 0,
      sinceLast: this.#report ? Math.round(((nowMs - this.#report.atMs) / 1000) * 65_536) : 0,
    });
  }

  /** The numbers go on from here, and nothing is missing. */
  #goOn(packet: RtpPacket): void {
    this.#count(packet);
    this.#take(packet, false);
  }

  #restart(packet: RtpPacket): void {
    if (this.#ssrc !== null) this.lost += 1;
    this.#count(packet);
  }

  #count(packet: RtpPacket): void {
    this.#ssrc = packet.ssrc;
    this.#held.clear();
    this.#expected = packet.sequence;
    this.#baseSequence = packet.sequence;
    this.#cycles = 0;
    this.#reportedExpected = 0;
    this.#reportedReceived = this.received;
    this.#transit = null;
  }

  #jump(packet: RtpPacket): void {
    this.#restart(packet);
    this.lost += 1;
    this.#take(packet, true);
  }

  #hold(packet: RtpPacket, nowMs: number): void {
    if (this.#held.size === 0) this.#heldSinceMs = nowMs;
    this.#held.set(packet.sequence, packet);
    if (this.#held.size < MAX_HELD && nowMs - this.#heldSinceMs < MAX_HOLD_MS) return;
    const order = [...this.#held.values()].sort(
      (a, b) => ((a.sequence - this.#expected) & 0xffff) - ((b.sequence - this.#expected) & 0xffff),
    );
    const next = order[0];
    if (!next) return;
    this.#held.delete(next.sequence);
    this.#skipTo(next);
    this.#drain();
    this.#heldSinceMs = nowMs;
  }

  #skipTo(packet: RtpPacket): void {
    this.lost += (packet.sequence - this.#expected) & 0xffff;
    this.#take(packet, true);
  }

  #drain(): void {
    for (let next = this.#held.get(this.#expected); next; next = this.#held.get(this.#expected)) {
      this.#held.delete(this.#expected);
      this.#take(next, false);
    }
  }

  #take(packet: RtpPacket, lost: boolean): void {
    if (!this.isReordered) this.#memory.came(packet);
    if (packet.sequence < this.#expected) this.#cycles += 1;
    this.#expected = (packet.sequence + 1) & 0xffff;
    if (this.#expected === 0) this.#cycles += 1;
    this.#deliver(packet, lost);
  }

  #measureJitter(packet: RtpPacket, nowMs: number): void {
    const transit = (nowMs / 1000) * this.#clockRate - packet.timestamp;
    if (this.#transit !== null) this.#jitter += (Math.abs(transit - this.#transit) - this.#jitter) / 16;
    this.#transit = transit;
  }
}
