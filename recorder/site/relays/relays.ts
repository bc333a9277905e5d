/**
 * The relays that hold the link now, and their sessions. Live sessions ask here instead of `media`: what a relay may
 * serve is opened there, everything else goes on to `media`, and so does what a relay refuses.
 */
import { ok, type Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { relayFor } from "#domain/servers/relay-choice.ts";
import type { RelaySource } from "#protocol/relay-link.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import { Channel, type Port } from "#recorder/ipc/channel.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import type { RtspAsk } from "#recorder/ipc/main-contract.ts";
import type { RtspSight } from "#recorder/ipc/viewing-shapes.ts";
import type { RelayContract, RelayedContract } from "#recorder/ipc/relay-contract.ts";
import type { Log } from "#recorder/core/log.ts";
import { newSecret } from "#recorder/store/ids.ts";

type Calls = MediaContract["calls"];
type Answer<K extends keyof Calls> = Result<Calls[K]["answer"], Failure>;
type Closed = RelayContract["events"]["session.closed"];

/** The relay reads the stream first, and waits no longer than this. */
const OPEN_MS = 6000;
const SOON_MS = 2000;

interface Relay {
  readonly id: string;
  /** origin at which browsers reach it */
  readonly address: string;
  readonly channel: Channel<RelayedContract, RelayContract>;
  load: number;
  end(): void;
}

interface RelayParts {
  readonly media: Pick<MediaLink, "call" | "rtspPort">;
  /** streams are served by RTSPS */
  readonly isSecure: boolean;
  readonly log: Log;
}

/** Acts on what relays report. */
interface RelayListener {
  readonly onClosed: (session: Closed) => void;
  /** a relay is gone: what it showed can be had elsewhere */
  readonly onGone: (relayId: string) => void;
  /** an RTSP player of a relay wants to watch */
  readonly onRtspAsk: (ask: RtspAsk) => Promise<Result<RtspSight, Failure>>;
  readonly hasStream: (streamId: string) => boolean;
}

export class Relays {
  readonly #parts: RelayParts;
  readonly #relays = new Map<string, Relay>();
  /** the relay of each session that one serves */
  readonly #sessions = new Map<string, Relay>();
  #listener: RelayListener | null = null;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  listen(listener: RelayListener): void {
    this.#listener = listener;
  }

  /** Where pages open media sockets beside our own address. */
  get origins(): readonly string[] {
    return [...this.#relays.values()].map(({ address }) => socketOrigin(address)).toSorted();
  }

  get count(): number {
    return this.#relays.size;
  }

  /** A relay has opened the link; one with the same id was the same relay before. `end`: closes the link. */
  attach(port: Port, { id, address }: Pick<Relay, "id" | "address">, end: () => void): void {
    this.#relays.get(id)?.end();
    const channel = new Channel<RelayedContract, RelayContract>(port);
    const relay: Relay = { id, address, channel, load: 0, end };
    this.#relays.set(id, relay);
    this.#parts.log.info({ relay: id, address }, "a relay is there");
    channel.on("load", ({ share }) => (relay.load = share));
    channel.on("session.closed", (session) => {
      if (this.#sessions.get(session.sessionId) !== relay) return;
      this.#sessions.delete(session.sessionId);
      this.#listener?.onClosed(session);
    });
    channel.serve("rtsp.admit", (ask) => this.#admit(ask, relay));
    channel.serve("stream.known", ({ streamId }) => ok({ isKnown: this.#listener?.hasStream(streamId) ?? false }));
    port.on("disconnect", () => this.#gone(relay));
  }

  close(): void {
    for (const relay of this.#relays.values()) relay.end();
  }

  /** As `MediaLink.call`, for what live sessions ask. */
  async call<K extends keyof Calls>(name: K, ask: Calls[K]["ask"], timeoutMs?: number): Promise<Answer<K>> {
    const answer = await this.#byRelay(name, ask);
    return answer ? (answer as Answer<K>) : this.#parts.media.call(name, ask, timeoutMs);
  }

  /** null: `media` must answer it */
  async #byRelay(name: keyof Calls, ask: unknown): Promise<Result<unknown, Failure> | null> {
    if (name === "whep.open") return this.#openWhep(ask as Calls["whep.open"]["ask"]);
    if (name === "low-bandwidth.open") return this.#openLowBandwidth(ask as Calls["low-bandwidth.open"]["ask"]);
    const { sessionId } = ask as { readonly sessionId: string };
    const relay = this.#sessions.get(sessionId);
    if (!relay) return null;
    const { channel } = relay;
    switch (name) {
      case "low-bandwidth.state":
        return channel.call(name, { sessionId }, SOON_MS);
      case "session.rights":
        // A user who may no longer see live video loses the session; other changes of rights do not concern a relay.
        return { ok: true, value: null };
      case "whep.close":
      case "low-bandwidth.close":
      case "rtsp.close":
        this.#sessions.delete(sessionId);
        return channel.call(name, { sessionId }, SOON_MS);
      default:
        return null;
    }
  }

  async #openWhep(ask: Calls["whep.open"]["ask"]): Promise<Answer<"whep.open"> | null> {
    const relay = this.#relayOf(ask);
    if (!relay) return null;
    const { sessionId, streamId, offer, play } = ask;
    const opened = { sessionId, streamId, offer, play: liveOf(play), rights: LIVE_ONLY, source: this.#source };
    const answer = await this.#open(relay, sessionId, relay.channel.call("whep.open", opened, OPEN_MS));
    return answer && { ok: true, value: { ...answer, relay: { id: relay.id, socket: "" } } };
  }

  async #openLowBandwidth(ask: Calls["low-bandwidth.open"]["ask"]): Promise<Answer<"low-bandwidth.open"> | null> {
    const relay = ask.format === "fmp4" ? this.#relayOf(ask) : null;
    if (!relay) return null;
    const { sessionId, streamId, play, waitMs, isSynced, viewer } = ask;
    const key = newSecret();
    const opened = {
      ...{ sessionId, streamId, play: liveOf(play), rights: LIVE_ONLY, source: this.#source },
      ...{ waitMs, isSynced, key, ...(viewer === undefined ? {} : { viewer }) },
    };
    const answer = await this.#open(relay, sessionId, relay.channel.call("low-bandwidth.open", opened, OPEN_MS));
    const socket = `${socketOrigin(relay.address)}/service/low-bandwidth/streams/${sessionId}/ws?key=${key}`;
    return answer && { ok: true, value: { ...answer, relay: { id: relay.id, socket } } };
  }

  /** null: the relay does not serve it, for whatever reason */
  async #open<T>(relay: Relay, sessionId: string, asking: Promise<Result<T, Failure>>): Promise<T | null> {
    this.#sessions.set(sessionId, relay);
    const answer = await asking;
    if (answer.ok && this.#sessions.get(sessionId) === relay) return answer.value;
    this.#sessions.delete(sessionId);
    if (!answer.ok)
      this.#parts.log.info({ relay: relay.id, code: answer.error.code }, "a relay does not serve a viewer");
    return null;
  }

  #relayOf({
    streamId,
    avoid,
    play,
    rights,
  }: Calls["whep.open"]["ask"] | Calls["low-bandwidth.open"]["ask"]): Relay | null {
    const isWhole = rights.live && rights.isUnmasked !== true && rights.views === undefined;
    if (!avoid || play.timeMs !== 0 || !isWhole || this.#parts.media.rtspPort === 0) return null;
    return relayFor(streamId, [...this.#relays.values()], avoid);
  }

  get #source(): RelaySource {
    return { rtspPort: this.#parts.media.rtspPort, isSecure: this.#parts.isSecure };
  }

  /** A relay has only the whole picture with its masks. Players who may see something else must come to the recorder. */
  async #admit(ask: RtspAsk, relay: Relay): Promise<Result<{ source: RelaySource }, Failure>> {
    if (!this.#listener || this.#parts.media.rtspPort === 0) return refuse("media/unavailable");
    // The relay chooses the id: that of another relay's session would take it from there.
    if ((this.#sessions.get(ask.sessionId) ?? relay) !== relay) return refuse("access/denied");
    const answer = await this.#listener.onRtspAsk(ask);
    if (!answer.ok) return answer;
    if (answer.value.isUnmasked || answer.value.views) {
      this.#listener.onClosed({ sessionId: ask.sessionId, kind: "rtsp", why: null });
      return refuse("access/denied");
    }
    this.#sessions.set(ask.sessionId, relay);
    return { ok: true, value: { source: this.#source } };
  }

  #gone(relay: Relay): void {
    if (this.#relays.get(relay.id) === relay) this.#relays.delete(relay.id);
    this.#parts.log.warn({ relay: relay.id }, "a relay is gone");
    this.#listener?.onGone(relay.id);
    for (const [sessionId, at] of this.#sessions) {
      if (at !== relay) continue;
      this.#sessions.delete(sessionId);
      this.#listener?.onClosed({ sessionId, kind: "whep", why: failure("process/gone") });
    }
  }
}

/** A relay has no recordings. */
const LIVE_ONLY = { live: true, playback: false } as const;
const liveOf = ({ rate, heightPx }: { readonly rate: number; readonly heightPx: number }) =>
  ({ timeMs: 0, rate, heightPx }) as const;

const socketOrigin = (address: string): string => address.replace(/^http/, "ws");
