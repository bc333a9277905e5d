/** What hears the events of the `media` processes, and answers their questions. */
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { IndexAnswer, IndexWrite, RtspAsk } from "#recorder/ipc/main-contract.ts";
import type { RtspSight } from "#recorder/ipc/viewing-shapes.ts";
import type { StreamStatus } from "#recorder/ipc/stream-shapes.ts";
import type { StorageListener } from "./storage-status.ts";

export interface MediaListener extends StorageListener {
  readonly onStatus: (status: StreamStatus, before: StreamStatus | undefined) => void;
  readonly onMotion: (event: { streamId: string; startMs: number; stopMs: number | null }) => void;
  readonly onSessionClosed: (session: {
    sessionId: string;
    kind: "whep" | "low-bandwidth" | "rtsp";
    /** null: the viewer left */
    why: Failure | null;
  }) => void;
  /** a command turned a live session into a playback */
  readonly onPlayback: (session: { sessionId: string; timeMs: number }) => void;
  /** what is to be recorded is not, although its camera is connected; null: it is again */
  readonly onTrouble: (streamId: string, trouble: Failure | null, before: Failure | null) => void;
  /** so many recordings were found damaged that were not known to be */
  readonly onDamage: (count: number) => void;
  /** so many were, and are whole again by their copies */
  readonly onRepaired: (count: number) => void;
  /** a check that somebody has asked for is over */
  readonly onChecked: (files: number, damaged: number) => void;
  /** an RTSP player wants to watch */
  readonly onRtspAsk: (ask: RtspAsk) => Promise<Result<RtspSight, Failure>>;
  /** one of several processes has something for the index */
  readonly onIndexWrite: (write: IndexWrite) => Promise<IndexAnswer>;
  /** every session that lived in the process is gone, of these streams; `isMeant`: the recorder is stopped */
  readonly onGone: (isMeant: boolean, isOf: (streamId: string) => boolean) => void;
}
