import type { Disposer } from "#base/disposer.ts";
import type { Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { LowBandwidthOutlook } from "#recorder/ipc/viewing-shapes.ts";
import type { LiveParts } from "../live-parts.ts";
import { LowBandwidthSession, type SessionSpec } from "./low-bandwidth-session.ts";

/** A session without a socket (or fetches of frames) ends after this time. */
const IDLE_MS = 30_000;
const SWEEP_MS = 5000;

/**
 * What a line carried is remembered for this long after the session that found it out: players that froze open another
 * session.
 */
const LINE_KNOWN_MS = 60_000;

const unknown = refuse("low-bandwidth/unknown");

/** All low-bandwidth sessions; none outlives its viewer by more than half a minute. */
export class LowBandwidthSessions {
  readonly #parts: LiveParts;
  readonly #onClosed: (sessionId: string, why: Failure) => void;
  readonly #idleMs: number;
  readonly #sessions = new Map<string, LowBandwidthSession>();
  /** by viewer: of sessions that have ended */
  readonly #knownCaps = new Map<string, { readonly bitsPerSecond: number; readonly atMs: number }>();
  readonly #sweeper: ReturnType<typeof setInterval>;
  readonly #unlisten: Disposer;

  /** `onClosed`: a session ended by itself. `idleMs` is for tests. */
  constructor(parts: LiveParts, onClosed: (sessionId: string, why: Failure) => void, idleMs = IDLE_MS) {
    this.#parts = parts;
    this.#onClosed = onClosed;
    this.#idleMs = idleMs;
    this.#unlisten = parts.masks.onChange((changed) => {
      for (const session of this.#sessions.values()) session.masksChanged(changed);
    });
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(SWEEP_MS, idleMs / 2));
  }

  get count(): number {
    return this.#sessions.size;
  }

  async open(spec: SessionSpec): Promise<Result<LowBandwidthOutlook, Failure>> {
    if (!this.#parts.streams.feed(spec.streamId) && spec.play.timeMs === 0)
      return refuse("stream/unknown", { cause: failure("stream/none") });
    this.#sessions.get(spec.sessionId)?.close();
    const session = new LowBandwidthSession(spec, this.#parts, () => this.#knownCap(spec.viewer));
    this.#sessions.set(spec.sessionId, session);
    return { ok: true, value: await session.state() };
  }

  async state(sessionId: string): Promise<Result<LowBandwidthOutlook, Failure>> {
    const session = this.#sessions.get(sessionId);
    return session ? { ok: true, value: await session.state() } : unknown;
  }

  async frame(sessionId: string): Promise<Result<{ jpeg: Uint8Array; wallMs: number }, Failure>> {
    return (await this.#sessions.get(sessionId)?.nextPicture()) ?? unknown;
  }

  find(sessionId: string): LowBandwidthSession | null {
    return this.#sessions.get(sessionId) ?? null;
  }

  close(sessionId: string): boolean {
    const session = this.#sessions.get(sessionId);
    if (!session) return false;
    this.#sessions.delete(sessionId);
    const { capBitsPerSecond } = session;
    const { viewer } = session.spec;
    if (viewer !== undefined && capBitsPerSecond !== null)
      this.#knownCaps.set(viewer, { bitsPerSecond: capBitsPerSecond, atMs: performance.now() });
    session.close();
    return true;
  }

  closeAll(): void {
    clearInterval(this.#sweeper);
    this.#unlisten();
    for (const id of [...this.#sessions.keys()]) this.close(id);
  }

  /** The lowest rate that a session of this viewer has, or had lately. */
  #knownCap(viewer: string | undefined): number | null {
    if (viewer === undefined) return null;
    const left = this.#knownCaps.get(viewer);
    const known = left && performance.now() - left.atMs < LINE_KNOWN_MS ? [left.bitsPerSecond] : [];
    for (const { spec, capBitsPerSecond } of this.#sessions.values())
      if (spec.viewer === viewer && capBitsPerSecond !== null) known.push(capBitsPerSecond);
    return known.length > 0 ? Math.min(...known) : null;
  }

  #sweep(): void {
    const now = performance.now();
    for (const [viewer, { atMs }] of this.#knownCaps) if (now - atMs >= LINE_KNOWN_MS) this.#knownCaps.delete(viewer);
    for (const [id, session] of [...this.#sessions]) {
      if (session.idleMs(now) < this.#idleMs) continue;
      this.close(id);
      this.#onClosed(id, failure("live/not-watched"));
    }
  }
}
