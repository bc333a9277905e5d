/** What a viewer asks for and may see, and where the viewer is served. */
import type { Failure } from "#domain/failures/failure.ts";

export interface PlaySpec {
  /** 0 = live */
  readonly timeMs: number;
  readonly rate: number;
  readonly heightPx: number;
}

/** What a viewer may watch of a stream: live video of its camera, and its recordings. */
export interface ViewRights {
  readonly live: boolean;
  readonly playback: boolean;
  /** absent: privacy masks are painted over everything; true: the viewer may see without them and has asked for it */
  readonly isUnmasked?: true;
  /** absent: the whole picture; otherwise these views only, whatever `isUnmasked` says */
  readonly views?: readonly string[];
}

/** What an RTSP player may see of the stream that it asked for. */
export interface RtspSight {
  readonly isUnmasked: boolean;
  /** it is a relay of ours, which needs the date of each picture */
  readonly isDated?: boolean;
  /** as of a view's rights */
  readonly views?: readonly string[];
}

export type LowBandwidthState = "pending" | "ready" | "failed";

export interface LowBandwidthOutlook {
  readonly state: LowBandwidthState;
  /** why it failed */
  readonly failure: Failure | null;
  /** the relay that serves it; absent = a process of the recorder */
  readonly relay?: RelayPlace;
}

/** A relay may serve what is opened, but for those that the viewer cannot reach; absent = none may. `media` does not look at it. */
export interface ByRelay {
  readonly avoid?: readonly string[];
}

/** The relay that serves a session. `socket`: address of its media socket; "" = it has none. */
export interface RelayPlace {
  readonly id: string;
  readonly socket: string;
}
