import type { AudioInfo, VideoInfo } from "#recorder/formats/media-info.ts";
import { writeRtp } from "./rtp-packet.ts";
import { writeSenderReport } from "./rtcp.ts";
import { jpegPayloads } from "./payloads/jpeg-packetizer.ts";
import type { MountUnit } from "./mount-point.ts";
import { aacPayload, h264Payloads, h265Payloads } from "./payloads/rtp-packetizer.ts";

const REPORT_INTERVAL_MS = 5000;
const WRAP = 2 ** 32;

/** Delivers one track's packets to the client. */
export interface SenderLink {
  rtp(packet: Buffer): void;
  rtcp(packet: Buffer): void;
  /** the client does not keep up: leave out frames until the next key frame */
  readonly congested: boolean;
}

export interface SentTrack {
  readonly codec: VideoInfo["codec"] | AudioInfo["codec"];
  readonly payloadType: number;
  /** Hz */
  readonly clockRate: number;
}

/**
 * Numbers and stamps the packets of one track towards one client. Video begins with a key frame. The stamps of a
 * session's tracks share one wall-clock timeline, also after a camera came back with new ones.
 */
export class RtpSender {
  readonly #link: SenderLink;
  readonly #track: SentTrack;
  readonly #startMs: number;
  readonly #reportEveryMs: number;
  readonly #ssrc = Math.floor(Math.random() * WRAP);
  readonly #first = Math.floor(Math.random() * WRAP);
  #sequence = Math.floor(Math.random() * 65_536);
  #waitForKey = true;
  /** ticks of the session minus the unit's own; null = the next unit starts anew */
  #offset: number | null = null;
  #ticks = Number.NEGATIVE_INFINITY;
  #packets = 0;
  #octets = 0;
  #reportedMs = Number.NEGATIVE_INFINITY;

  /** `startMs`: epoch ms that is zero on the session's timeline; `isDated`: as of an admission */
  constructor(link: SenderLink, track: SentTrack, startMs: number, isDated = false) {
    this.#reportEveryMs = isDated ? 0 : REPORT_INTERVAL_MS;
    this.#link = link;
    this.#track = track;
    this.#startMs = startMs;
  }

  /** The next units do not continue those before. */
  restart(): void {
    this.#offset = null;
    this.#waitForKey = true;
  }

  /** `patient`: it is sent however much is waiting, as the group of pictures with which a session begins. */
  send(unit: MountUnit, patient = false): void {
    if (unit.kind === "video") {
      const congested = !patient && this.#link.congested;
      if (congested) this.#waitForKey = true;
      if (this.#waitForKey && (!unit.key || congested)) return;
      this.#waitForKey = false;
    } else if (this.#link.congested) return;
    const stamp = this.#stamp(unit.kind === "video" ? unit.pts90k : unit.pts, unit.wallMs);
    // Sent before the first packet: players that synchronise tracks by it need not guess at the beginning.
    this.#report(stamp, unit.wallMs);
    const payloads = this.#payloads(unit);
    for (const [i, payload] of payloads.entries()) this.#write(payload, stamp, i === payloads.length - 1);
  }

  #payloads(unit: MountUnit): readonly Buffer[] {
    const { codec } = this.#track;
    if (unit.kind === "audio") return [codec === "aac" ? aacPayload(unit.data) : unit.data];
    if (codec === "mjpeg") return unit.nals.flatMap(jpegPayloads);
    return unit.nals.flatMap(codec === "h265" ? h265Payloads : h264Payloads);
  }

  /** 32 bits of the unit's place on the session's timeline. */
  #stamp(pts: number, wallMs: number): number {
    const begins = this.#offset === null;
    const offset = this.#offset ?? Math.round(((wallMs - this.#startMs) * this.#track.clockRate) / 1000) - pts;
    this.#offset = offset;
    // Frames that come out of order keep their stamps; only a new start must not go back.
    if (begins && pts + offset <= this.#ticks) this.#offset = this.#ticks + 1 - pts;
    const ticks = pts + this.#offset;
    this.#ticks = Math.max(this.#ticks, ticks);
    return (((Math.round(ticks) + this.#first) % WRAP) + WRAP) % WRAP;
  }

  #write(payload: Buffer, timestamp: number, marker: boolean): void {
    const sequence = this.#sequence;
    this.#sequence = (sequence + 1) & 0xffff;
    this.#packets += 1;
    this.#octets += payload.length;
    const { payloadType } = this.#track;
    this.#link.rtp(writeRtp({ payloadType, marker, sequence, timestamp, ssrc: this.#ssrc, payload }));
  }

  #report(rtpTime: number, wallMs: number): void {
    const nowMs = performance.now();
    if (nowMs - this.#reportedMs < this.#reportEveryMs) return;
    this.#reportedMs = nowMs;
    this.#link.rtcp(
      writeSenderReport({
        ssrc: this.#ssrc,
        cameraMs: wallMs,
        rtpTime,
        packets: this.#packets % WRAP,
        octets: this.#octets % WRAP,
      }),
    );
  }
}
