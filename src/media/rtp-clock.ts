/** Maps 90 kHz RTP timestamps (32 bits, wrapping) to server time by the newest pair that the recorder has sent. */
export interface RtpAnchor {
  readonly wallMs: number;
  readonly rtpTime: number;
}

const RTP_PER_MS = 90;

/** Ticks from `from` to `to`, -2^31 ... 2^31-1: right as long as the two lie within six hours. */
export const rtpDelta = (from: number, to: number): number => (to - from) | 0;

/** Server ms of an RTP timestamp. */
export const rtpToWall = (anchor: RtpAnchor, rtpTime: number): number =>
  anchor.wallMs + rtpDelta(anchor.rtpTime, rtpTime) / RTP_PER_MS;
