import type { PeerTrack } from "./whep-tracks.ts";

const TICKS_PER_MS = 90;
/**
 * Frames that are sent only because later ones need them are spaced this far apart, so that a player runs through them
 * at once.
 */
const BURST_TICKS = 90;
/** A time that deviates more than this from the expected one is a jump of the source, not of the play. */
const JUMP_TICKS = 5000 * TICKS_PER_MS;
const REPLAY_EVERY_MS = 300;
const MAX_KEPT_UNITS = 600;

interface Sent {
  readonly data: Buffer;
  readonly wallMs: number;
  readonly ticks: number;
}

/**
 * Puts frames on one RTP timeline that continues over seeks, pauses and reconnects of the camera, and sends the current
 * group of pictures again when the viewer lost something.
 */
export class RtpVideo {
  readonly #track: PeerTrack;
  #rtpTime = Math.floor(Math.random() * 2 ** 31);
  #sentAtMs = 0;
  /** RTP time minus source ticks; null = the next frame starts anew */
  #offset: number | null = null;
  #group: Sent[] = [];
  #replayedAtMs = Number.NEGATIVE_INFINITY;
  /** server ms and RTP time of the newest frame; null = none yet */
  last: { readonly wallMs: number; readonly rtpTime: number } | null = null;
  replays = 0;

  constructor(track: PeerTrack) {
    this.#track = track;
  }

  /** The next frames do not continue the time of those before. */
  restart(): void {
    this.#offset = null;
    this.#track.forget?.();
  }

  /** A frame that only leads to the wanted one. */
  burst(data: Buffer, key: boolean, wallMs: number, ticks: number): void {
    this.#keep({ data, wallMs, ticks }, key);
    this.#put(data, this.#rtpTime + BURST_TICKS, wallMs, ticks);
  }

  /** A frame at its time; `ticks` of 90 kHz on the source's (or the play's) own timeline. */
  timed(data: Buffer, key: boolean, wallMs: number, ticks: number): void {
    this.#keep({ data, wallMs, ticks }, key);
    const elapsed = this.#sentAtMs === 0 ? 0 : (performance.now() - this.#sentAtMs) * TICKS_PER_MS;
    let rtpTime = this.#offset === null ? Number.NaN : this.#offset + ticks;
    const step = rtpTime - this.#rtpTime;
    if (!(step > 0 && step < elapsed + JUMP_TICKS))
      rtpTime = this.#rtpTime + Math.max(BURST_TICKS, Math.round(elapsed));
    this.#put(data, rtpTime, wallMs, ticks);
  }

  /** The viewer asks for a key frame: sends the group so far, at most every 300 ms. */
  replay(): void {
    const now = performance.now();
    if (now - this.#replayedAtMs < REPLAY_EVERY_MS || this.#group.length === 0) return;
    this.#replayedAtMs = now;
    this.replays += 1;
    for (const { data, wallMs, ticks } of this.#group) this.#put(data, this.#rtpTime + BURST_TICKS, wallMs, ticks);
  }

  #keep(sent: Sent, key: boolean): void {
    if (key) this.#group = [];
    else if (this.#group.length === 0) return;
    if (this.#group.length < MAX_KEPT_UNITS) this.#group.push(sent);
    else this.#group = [];
  }

  #put(data: Buffer, rtpTime: number, wallMs: number, ticks: number): void {
    this.#rtpTime = rtpTime;
    this.#offset = rtpTime - ticks;
    this.#sentAtMs = performance.now();
    const wire = Math.round(rtpTime) % 2 ** 32;
    this.last = { wallMs, rtpTime: wire };
    this.#track.send(data, wire);
  }
}
