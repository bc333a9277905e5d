/** What a player needs from other modules, which the app puts together, and what it reports to them. */
import type { Disposer } from "#base/disposer.ts";
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import type { LowBandwidthRequest } from "#protocol/rest/cameras/low-bandwidth.ts";
import type { SourceEvent, SourceFacts, SourcePlay, SourceRequest } from "#protocol/stage-worker.ts";
import type { MediaSession } from "#transport/media-sessions.ts";
import type { TransportFailure } from "#transport/request.ts";
import type { WhepOptions, WhepSession } from "#transport/whep-client.ts";
import type { ConnectionGate } from "./attempt/connection-gate.ts";
import type { PlayerFacts } from "./player-facts.ts";
import type { ArchiveAnswer, PlayerConfig } from "./player-state.ts";

/** The stage's sources, as its client on the main thread offers them. */
export interface StageSources {
  /** Transfers what the request carries (readable or ports). */
  openSource(sourceId: string, request: SourceRequest): void;
  playSource(sourceId: string, play: SourcePlay): void;
  stepSource(sourceId: string, direction: 1 | -1): void;
  /** this recorded time (server ms) is expected to be wanted next; 0 = none */
  prefetchSource(sourceId: string, timeMs: number): void;
  /** server ms of one RTP timestamp of a track source */
  clockSource(sourceId: string, wallMs: number, rtpTime: number): void;
  decodedSource(sourceId: string, frames: number): void;
  /** `forget` false: its last frame stays for tiles that still name it */
  closeSource(sourceId: string, forget: boolean): void;
  onSourceEvent(listener: (sourceId: string, event: SourceEvent) => void): Disposer;
  /** at most four times a second */
  onSourceFacts(listener: (facts: readonly SourceFacts[]) => void): Disposer;
}

export interface PlayerPorts {
  readonly stage: StageSources;
  openWhep(
    options: Pick<WhepOptions, "path" | "signal" | "onTrack" | "onStatus" | "onLost">,
  ): Promise<Result<WhepSession, TransportFailure>>;
  openSession(session: LowBandwidthRequest, signal: AbortSignal): Promise<Result<MediaSession, TransportFailure>>;
  /** A relay has ended a session of a player, or cannot be reached. `wasReached`: its frames had come. */
  relayFailed?(relay: string, wasReached: boolean): void;
  /** absolute ws(s) address of a session's socket, with its authorisation where cookies do not work */
  socketUrl(path: string): string;
  /** What is recorded at and after (rate negative: before) `timeMs`, server ms. Rejects when no server answers. */
  archives(streamId: string, timeMs: number, rate: number): Promise<ArchiveAnswer>;
}

/** One of the camera's streams, as stream choice needs it. */
export interface StreamOption {
  readonly id: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerSecond: number;
}

export interface PlayerOptions {
  readonly playerId: string;
  readonly ports: PlayerPorts;
  readonly gate: ConnectionGate;
  readonly config: PlayerConfig;
  readonly streamId: string;
}

export interface PlayerEvents {
  facts: PlayerFacts;
  /** the user's own choice of mode, to be kept with the cell; never an automatic fallback */
  preference: PlayerMode;
  /** what the user should know once: why another mode is used, or what this browser lacks for this player */
  notice: Failure;
}
