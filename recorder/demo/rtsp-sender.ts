import { writeRtp } from "#recorder/ingest/rtp-packet.ts";
import { writeSenderReport } from "#recorder/ingest/rtcp.ts";
import type { MediaSource, SourceUnit } from "./media-source.ts";
import { aacPayload, h264Payloads } from "./rtp-packetizer.ts";

export const VIDEO_PAYLOAD_TYPE = 96;
export const AUDIO_PAYLOAD_TYPE = 97;
const REPORT_INTERVAL_MS = 5000;

/** How one track's packets get to the client. */
export interface SenderLink {
  rtp(packet: Buffer): void;
  rtcp(packet: Buffer): void;
  /** the client does not keep up: leave out pictures until the next key frame */
  readonly congested: boolean;
}

/** Numbers and stamps the packets of one track towards one client. Video begins with a key frame. */
export class RtspSender {
  readonly #link: SenderLink;
  readonly #clockRate: number;
  readonly #payloadType: number;
  readonly #ssrc = Math.floor(Math.random() * 2 ** 32);
  readonly #offset = Math.floor(Math.random() * 2 ** 32);
  #sequence = Math.floor(Math.random() * 65_536);
  #waitForKey = true;
  #packets = 0;
  #octets = 0;
  #reportedMs = Number.NEGATIVE_INFINITY;

  constructor(link: SenderLink, payloadType: number, clockRate: number) {
    this.#link = link;
    this.#payloadType = payloadType;
    this.#clockRate = clockRate;
  }

  send(unit: SourceUnit, source: MediaSource): void {
    if (unit.kind === "video") this.#sendVideo(unit, source);
    else {
      const payload = source.audio?.info.codec === "aac" ? aacPayload(unit.data) : unit.data;
      this.#write(payload, unit.pts, true);
    }
    this.#report(unit.pts);
  }

  #sendVideo(unit: Extract<SourceUnit, { kind: "video" }>, source: MediaSource): void {
    if (this.#link.congested) this.#waitForKey = true;
    if (this.#waitForKey && (!unit.key || this.#link.congested)) return;
    this.#waitForKey = false;
    const nals = unit.key ? [...source.parameterSets, ...unit.nals] : unit.nals;
    const payloads = nals.flatMap(h264Payloads);
    for (const [i, payload] of payloads.entries()) this.#write(payload, unit.pts, i === payloads.length - 1);
  }

  #write(payload: Buffer, pts: number, marker: boolean): void {
    const timestamp = this.#stamp(pts);
    const sequence = this.#sequence;
    this.#sequence = (sequence + 1) & 0xffff;
    this.#packets += 1;
    this.#octets += payload.length;
    this.#link.rtp(
      writeRtp({ payloadType: this.#payloadType, marker, sequence, timestamp, ssrc: this.#ssrc, payload }),
    );
  }

  #report(pts: number): void {
    const nowMs = performance.now();
    if (nowMs - this.#reportedMs < REPORT_INTERVAL_MS) return;
    this.#reportedMs = nowMs;
    this.#link.rtcp(
      writeSenderReport({
        ssrc: this.#ssrc,
        cameraMs: Date.now(),
        rtpTime: this.#stamp(pts),
        packets: this.#packets,
        octets: this.#octets,
      }),
    );
  }

  /** 32 bits of a number that may be far beyond. */
  #stamp(pts: number): number {
    const wrapped = Math.round(pts) % 2 ** 32;
    return ((wrapped + this.#offset) % 2 ** 32) >>> 0;
  }

  get clockRate(): number {
    return this.#clockRate;
  }
}
