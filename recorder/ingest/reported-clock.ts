import type { SenderReport } from "#recorder/rtp/rtcp.ts";
import type { FrameClock, Stamp } from "./wall-clock.ts";

/** Reports are kept for the frames that wait for their last packet, or for another frame. */
const KEPT_REPORTS = 64;
/** When dates move against the frames' own times by more than this, they leap. */
const LEAP_MS = 2000;

/**
 * Dates frames as their sender does, a recorder that sends a report before each of them. Of a frame without one
 * (it was lost on its way) the nearest report counts; before the first one there is only the arrival.
 */
export class ReportedClock implements FrameClock {
  readonly #ticksPerMs: number;
  /** epoch ms by RTP time, the newest last */
  readonly #reports = new Map<number, number>();
  #newest: { readonly rtpTime: number; readonly wallMs: number } | null = null;
  #last: { readonly rtpTime: number; readonly pts: number } | null = null;
  /** dates minus `pts` */
  #offsetMs = 0;
  /** The sender has put its dates in order already. */
  isReordered = false;

  constructor(clockRate: number) {
    this.#ticksPerMs = clockRate / 1000;
  }

  heard({ rtpTime, cameraMs }: Pick<SenderReport, "rtpTime" | "cameraMs">): void {
    this.#newest = { rtpTime, wallMs: cameraMs };
    this.#reports.delete(rtpTime);
    this.#reports.set(rtpTime, cameraMs);
    for (const oldest of this.#reports.keys()) {
      if (this.#reports.size <= KEPT_REPORTS) break;
      this.#reports.delete(oldest);
    }
  }

  at(rtpTime: number, receivedMs: number): Stamp {
    const wallMs = this.#reports.get(rtpTime) ?? this.#byNewest(rtpTime) ?? receivedMs;
    // Signed 32-bit distance, as in WallClock.
    const pts = this.#last ? this.#last.pts + ((rtpTime - this.#last.rtpTime) | 0) : 0;
    const offsetMs = wallMs - pts / this.#ticksPerMs;
    const jumped = this.#last !== null && Math.abs(offsetMs - this.#offsetMs) > LEAP_MS;
    this.#last = { rtpTime, pts };
    this.#offsetMs = offsetMs;
    return { pts, wallMs, jumped };
  }

  #byNewest(rtpTime: number): number | null {
    return this.#newest && this.#newest.wallMs + ((rtpTime - this.#newest.rtpTime) | 0) / this.#ticksPerMs;
  }
}
