/** A viewer's session: WebRTC, low bandwidth, or an RTSP player. */
import { randomUUID } from "node:crypto";
import type { Failure } from "#domain/failures/failure.ts";
import { isIssuerUser } from "#recorder/accounts/trusted-issuer.ts";
import { canOnCamera, type Identity, viewsOnCamera } from "#recorder/core/identity.ts";
import type { ByRelay, LowBandwidthState, PlaySpec, RelayPlace, ViewRights } from "#recorder/ipc/viewing-shapes.ts";

export interface LiveSession {
  readonly id: string;
  readonly kind: "whep" | "low-bandwidth" | "rtsp";
  readonly streamId: string;
  readonly cameraId: string;
  readonly userId: string;
  readonly sessionHash: string | null;
  readonly format: "fmp4" | "jpeg" | "rtp";
  readonly transport: "websocket" | "http" | "webrtc" | "rtsp";
  /** expiry of the sign-in that it came with; null = it does not expire */
  readonly expiresMs: number | null;
  state: LowBandwidthState;
  /** why it failed, or ended */
  failure: Failure | null;
  /** the relay that serves it; null = the recorder itself */
  relay: RelayPlace | null;
  touchedMs: number;
  /** what its commands may show, as `media` was told */
  rights: ViewRights;
  /** logs in the audit that a command turned it into a playback */
  readonly onPlayback: (timeMs: number) => void;
  /** open media sockets: a session with one is not idle */
  sockets: Set<() => void>;
}

/** Opens a session. `onPlayback`: a command turned it into a playback, for the audit. */
export interface OpenAsk extends ByRelay {
  /** without privacy masks: the caller has checked that the user may */
  readonly isUnmasked?: boolean;
  readonly play: PlaySpec;
  readonly onPlayback: (timeMs: number) => void;
}

/** What differs between the kinds of sessions when one is made. */
type NewSession = Pick<LiveSession, "kind" | "streamId" | "cameraId" | "format" | "transport"> &
  Partial<Pick<LiveSession, "id" | "sessionHash" | "expiresMs" | "state">>;

/** `nowMs`: of a monotonic clock. */
export function newSession(
  who: Identity,
  facts: NewSession,
  { isUnmasked = false, onPlayback = () => undefined }: Partial<OpenAsk>,
  nowMs: number,
): LiveSession {
  return {
    id: randomUUID(),
    userId: who.userId,
    sessionHash: who.session?.hash ?? null,
    // For users of an issuer's tokens it is the issuer that says when they are signed out.
    expiresMs: isIssuerUser(who.userId) ? null : (who.session?.expiresMs ?? null),
    state: "pending",
    failure: null,
    relay: null,
    touchedMs: nowMs,
    rights: rightsOn(who, facts.cameraId, isUnmasked),
    onPlayback,
    sockets: new Set(),
    ...facts,
  };
}

function rightsOn(who: Identity, cameraId: string, isUnmasked: boolean): ViewRights {
  const views = viewsOnCamera(who, cameraId);
  return {
    live: canOnCamera(who, cameraId, "live"),
    playback: canOnCamera(who, cameraId, "playback"),
    ...(isUnmasked ? { isUnmasked } : {}),
    ...(views ? { views } : {}),
  };
}

/**
 * Only the user who opened it may use it, and only by a proof that would open it: with an app password that only watches nobody
 * sees the account's pictures without masks.
 */
export const mayUse = ({ userId, cameraId, rights }: LiveSession, who: Identity): boolean =>
  userId === who.userId && (rights.isUnmasked !== true || canOnCamera(who, cameraId, "unmask"));

/**
 * What a session may show after a user's rights have changed: null = less than before, or other views, so that it ends;
 * the object that it has = nothing changes for it.
 */
export function rightsAfter(
  { cameraId, rights }: Pick<LiveSession, "cameraId" | "rights">,
  before: Identity,
  now: Identity,
): ViewRights | null {
  const isUnmasked = rights.isUnmasked === true;
  if (isUnmasked && !canOnCamera(now, cameraId, "unmask")) return null;
  const had = rightsOn(before, cameraId, isUnmasked);
  const has = rightsOn(now, cameraId, isUnmasked);
  if (JSON.stringify(had.views) !== JSON.stringify(has.views)) return null;
  if ((had.live && !has.live) || (had.playback && !has.playback)) return null;
  return had.live === has.live && had.playback === has.playback ? rights : has;
}

/** Whether nobody has watched or polled it since `sinceMs` (monotonic clock). A relay knows itself who watches there. */
export const isUnused = (
  { sockets, relay, touchedMs }: Pick<LiveSession, "sockets" | "relay" | "touchedMs">,
  sinceMs: number,
): boolean => sockets.size === 0 && relay === null && touchedMs < sinceMs;
