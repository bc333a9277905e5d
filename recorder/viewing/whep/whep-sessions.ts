import type { Disposer } from "#base/disposer.ts";
import type { Result } from "#base/result.ts";
import { type Failure, type Refusal, failure, refuse } from "#domain/failures/failure.ts";
import type { PlaySpec, ViewRights } from "#recorder/ipc/viewing-shapes.ts";
import type { LiveFeed } from "../live-feed.ts";
import type { LiveParts } from "../live-parts.ts";
import { ViewGuard } from "../socket/view-guard.ts";
import { parseWhepOffer } from "./whep-offer.ts";
import { openPeer, type RtcNetwork } from "./whep-peer.ts";
import { WhepSession } from "./whep-session.ts";
import { audioKind } from "./whep-audio.ts";
import { webRtcRendition } from "../transcoding/rendition.ts";
import { whyNothing } from "../playback/recorded-stream.ts";

/** An answered offer that nobody connected to is given up after this. */
const CONNECT_TIMEOUT_MS = 30_000;

/**
 * A group of pictures is sent within this time, but never slower or faster than these limits: its key frame, the first
 * frame that is seen, is often half of it (docs/benchmarks.md). No packet was lost with 16 viewers at once.
 */
const BURST_S = 0.1;
const SLOWEST_PACE = 24_000_000;
const FASTEST_PACE = 60_000_000;

export interface WhepAsk {
  readonly sessionId: string;
  readonly streamId: string;
  readonly offer: string;
  readonly play: PlaySpec;
  readonly rights: ViewRights;
}

/** All WebRTC viewers. A viewer that is gone is noticed by its missing consent (30 s at most). */
export class WhepSessions {
  readonly #parts: LiveParts;
  readonly #network: RtcNetwork;
  readonly #onClosed: (sessionId: string, why: Failure) => void;
  readonly #sessions = new Map<string, WhepSession>();
  readonly #unlisten: Disposer;

  /** `onClosed`: a session ended by itself */
  constructor(parts: LiveParts, network: RtcNetwork, onClosed: (sessionId: string, why: Failure) => void) {
    this.#parts = parts;
    this.#network = network;
    this.#onClosed = onClosed;
    this.#unlisten = parts.masks.onChange((changed) => {
      for (const session of this.#sessions.values()) session.masksChanged(changed);
    });
  }

  get count(): number {
    return this.#sessions.size;
  }

  find(sessionId: string): WhepSession | null {
    return this.#sessions.get(sessionId) ?? null;
  }

  async open({ sessionId, streamId, offer: sdp, play, rights }: WhepAsk): Promise<Result<{ answer: string }, Failure>> {
    const refusal = await this.#refusal(streamId, play, rights);
    if (refusal) return refusal;
    const offer = parseWhepOffer(sdp);
    if (!offer.ok) return refuse("whep/bad-offer", { cause: offer.error });
    const { video } = offer.value;
    const h264 = video?.h264;
    if (!video || !h264) return refuse("whep/codec", { cause: failure("webrtc/no-h264") });
    const audio = this.#parts.streams.feed(streamId)?.audio ?? null;
    let timer: ReturnType<typeof setTimeout> | null = null;
    // Reassigned below: the handlers may be called as soon as the peer exists.
    const held: { session: WhepSession | null; opened: boolean; ended: boolean } = {
      session: null,
      opened: false,
      ended: false,
    };
    const ended = (why: Failure): void => {
      held.ended = true;
      if (timer) clearTimeout(timer);
      if (held.session && this.#sessions.get(sessionId) === held.session) {
        this.close(sessionId);
        this.#onClosed(sessionId, why);
      }
    };
    const opened = await openPeer(
      sessionId,
      sdp,
      { ...offer.value, video: { ...video, h264 } },
      audioKind(audio, offer.value),
      this.#network,
      paceOf(this.#parts.streams.feed(streamId)),
      {
        opened: () => {
          held.opened = true;
          if (timer) clearTimeout(timer);
          held.session?.opened();
        },
        pictureLost: () => held.session?.pictureLost(),
        control: (text) => held.session?.control(text),
        ended,
      },
    );
    if (!opened.ok) return refuse("whep/bad-offer", { cause: opened.error });
    const { peer, audio: negotiatedAudio } = opened.value;
    const guard = new ViewGuard(rights, play.timeMs, (timeMs) => this.#parts.onPlayback(sessionId, timeMs));
    const session = new WhepSession(peer, negotiatedAudio, streamId, play, guard, this.#parts);
    held.session = session;
    if (held.ended) {
      session.close();
      return refuse("whep/bad-offer", { cause: failure("offer/ended") });
    }
    this.close(sessionId);
    this.#sessions.set(sessionId, session);
    if (held.opened) session.opened();
    else timer = setTimeout(() => ended(failure("peer/not-connected")), CONNECT_TIMEOUT_MS);
    return { ok: true, value: { answer: opened.value.answer } };
  }

  close(sessionId: string): boolean {
    const session = this.#sessions.get(sessionId);
    if (!session) return false;
    this.#sessions.delete(sessionId);
    session.close();
    return true;
  }

  closeAll(): void {
    this.#unlisten();
    for (const id of [...this.#sessions.keys()]) this.close(id);
  }

  async #refusal(streamId: string, play: PlaySpec, rights: ViewRights): Promise<Refusal | null> {
    const { streams, reader, analysis, masks } = this.#parts;
    const feed = streams.feed(streamId);
    // Without a codec nothing can be painted, and what is not painted over is not sent.
    if (masks.of(streamId, rights).length > 0 && !analysis.connected) return refuse("stream/not-masked");
    if (play.timeMs > 0) {
      const there =
        (await reader.nextRecorded(streamId, play.timeMs)) ?? (await reader.previousRecorded(streamId, play.timeMs));
      return there === null
        ? refuse("archive/none", { cause: await whyNothing(reader, [streamId], play.timeMs) })
        : null;
    }
    if (!feed) return refuse("stream/unknown", { cause: failure("stream/none") });
    const trouble = streams.trouble(streamId);
    if (trouble && feed.gop.length === 0) return { ok: false, error: trouble };
    const { video } = feed;
    if (video && webRtcRendition(video).kind !== "copy" && !analysis.connected)
      return refuse("whep/codec", { cause: failure("webrtc/no-converter", { name: video.codec.toUpperCase() }) });
    return null;
  }
}

function paceOf(feed: LiveFeed | null): number {
  if (!feed || feed.gop.length === 0) return SLOWEST_PACE;
  let bytes = 0;
  for (const unit of feed.gop) for (const nal of unit.nals) bytes += nal.length;
  return Math.round(Math.min(FASTEST_PACE, Math.max(SLOWEST_PACE, (bytes * 8) / BURST_S)));
}
