import type { Trouble } from "#recorder/net/trouble.ts";
import { Pace } from "../pace.ts";
import type { RtspOptions } from "./rtsp-client.ts";
import type { RtspTarget } from "./line/rtsp-dial.ts";
import { type LinkSink, SourceLink } from "./source-link.ts";

/** What the connections of one stream tell it; of several, one has the word. */
export interface RaceSink extends Omit<LinkSink, "silent" | "waiting" | "ended"> {
  /** Another connection is wanted. `isLost`: there is none any more; else one stays that is silent. */
  lacking(trouble: Trouble, isLost: boolean): void;
  /** No other connection is wanted any more. */
  served(): void;
}

export interface RaceTiming extends RtspOptions {
  /** what a second connection brings is held back for this long while the first, which fell silent, may still deliver */
  readonly holdMs?: number;
}

/** A connection that is silent is kept beside others for this long. */
const KEPT_MS = 90_000;

/**
 * The connections of one stream. A network that stalls delivers late what it has: a silent connection stays while
 * another one is tried beside it, and whichever delivers first is taken. Nothing of the other one is handed on.
 */
export class SourceRace {
  readonly #target: RtspTarget;
  readonly #timing: RaceTiming;
  readonly #pace: Pace;
  #link: SourceLink | null = null;
  /** tried beside a connection that is silent */
  #rival: SourceLink | null = null;
  /** since when the connection that should deliver is silent; null = it is not */
  #silentSinceMs: number | null = null;
  /** the connection that should deliver has done so */
  #hasDelivered = false;
  #timer: NodeJS.Timeout | undefined;
  /** whose frames were handed on last */
  #last: SourceLink | null = null;
  #packets = { received: 0, lost: 0 };

  constructor(target: RtspTarget, timing: RaceTiming) {
    this.#target = target;
    this.#timing = timing;
    this.#pace = new Pace(timing.stallMs);
  }

  get videoConfig(): SourceLink["videoConfig"] {
    return this.#link?.videoConfig ?? null;
  }

  /** Packets of all connections so far. */
  get packets(): { readonly received: number; readonly lost: number } {
    const { received, lost } = this.#link?.packets ?? { received: 0, lost: 0 };
    return { received: this.#packets.received + received, lost: this.#packets.lost + lost };
  }

  /** Connects; beside a connection that is silent, what comes is held back at first. */
  open(sink: RaceSink): void {
    const isRival = this.#link !== null;
    const link: SourceLink = new SourceLink(
      this.#target,
      {
        ...sink,
        goesOn: () => {
          this.#takeOver(link);
          sink.goesOn();
        },
        video: (unit) => {
          this.#last = link;
          this.#delivers(sink);
          sink.video(unit);
        },
        silent: (trouble) => this.#fallsSilent(trouble, link, sink),
        waiting: (isFull) => this.#waits(link, isFull),
        ended: (trouble) => this.#ends(trouble, link, sink),
      },
      this.#timing,
      this.#pace,
      isRival,
      () => this.#last?.track ?? null,
    );
    if (isRival) this.#rival = link;
    else this.#take(link);
  }

  /** Ends all connections. */
  close(): void {
    this.#leave(this.#rival);
    this.#rival = null;
    this.#take(null);
    this.#last = null;
  }

  #delivers(sink: RaceSink): void {
    this.#hasDelivered = true;
    if (this.#silentSinceMs === null) return;
    this.#silentSinceMs = null;
    this.#rival?.close();
    this.#rival = null;
    sink.served();
  }

  #fallsSilent(trouble: Trouble, link: SourceLink, sink: RaceSink): boolean {
    if (link !== this.#link || !this.#hasDelivered || this.#silentSinceMs !== null) return false;
    this.#silentSinceMs = performance.now();
    sink.lacking(trouble, false);
    return true;
  }

  /** Another connection delivers: it is taken if the silent one does not begin to, either. */
  #waits(link: SourceLink, isFull: boolean): void {
    const { holdMs = 0 } = this.#timing;
    // Packets that UDP has lost do not come later, so waiting for them gains nothing.
    if (isFull || holdMs === 0 || this.#target.transport === "udp") return this.#takeOver(link);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#takeOver(link), holdMs);
  }

  #takeOver(link: SourceLink): void {
    if (link !== this.#rival) return;
    this.#rival = null;
    this.#take(link);
    link.release();
  }

  #ends(trouble: Trouble, link: SourceLink, sink: RaceSink): void {
    if (link === this.#rival) {
      const isAway = trouble.code === "camera/unreachable";
      const isKept = isAway && performance.now() - (this.#silentSinceMs ?? 0) < KEPT_MS;
      link.close();
      this.#rival = null;
      // A camera that answers, and does not send, may have no place for two.
      if (!isKept) this.#take(null);
      return sink.lacking(trouble, !isKept);
    }
    if (this.#rival) return this.#takeOver(this.#rival);
    const isWanted = this.#silentSinceMs === null;
    this.#take(null);
    if (isWanted) sink.lacking(trouble, true);
  }

  /** From here on this connection has the word; the one before ends. */
  #take(link: SourceLink | null): void {
    clearTimeout(this.#timer);
    this.#leave(this.#link);
    this.#link = link;
    this.#silentSinceMs = null;
    this.#hasDelivered = false;
  }

  #leave(link: SourceLink | null): void {
    if (!link) return;
    const { received, lost } = link.packets;
    this.#packets = { received: this.#packets.received + received, lost: this.#packets.lost + lost };
    link.close();
  }
}
