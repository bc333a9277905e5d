/** The calls between a recorder and one of its relays. What a relay serves are calls that `media` serves, too. */
import type { RelaySource } from "#protocol/relay-link.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { LowBandwidthOutlook, PlaySpec, ViewRights } from "./viewing-shapes.ts";
import type { MediaContract } from "./media-contract.ts";
import type { RtspAsk } from "./main-contract.ts";

interface Opening {
  readonly sessionId: string;
  readonly streamId: string;
  readonly play: PlaySpec;
  readonly rights: ViewRights;
  readonly source: RelaySource;
}

/** What a relay serves to `main`. */
export interface RelayContract {
  calls: Pick<MediaContract["calls"], "whep.close" | "low-bandwidth.state" | "low-bandwidth.close" | "rtsp.close"> & {
    /** failure codes: those of `media`, and stream/not-running when the stream does not come in time */
    "whep.open": { ask: Opening & { readonly offer: string }; answer: { answer: string } };
    "low-bandwidth.open": {
      /** `key`: opens its socket, once */
      ask: Opening & {
        readonly waitMs: number;
        readonly isSynced: boolean;
        readonly viewer?: string;
        readonly key: string;
      };
      answer: LowBandwidthOutlook;
    };
  };
  events: {
    "session.closed": { sessionId: string; kind: "whep" | "low-bandwidth" | "rtsp"; why: Failure | null };
    load: { share: number };
  };
}

/** What `main` serves to a relay. */
export interface RelayedContract {
  calls: {
    "rtsp.admit": { ask: RtspAsk; answer: { source: RelaySource } };
    /** whether the stream is one of this recorder: a relay may have several */
    "stream.known": { ask: { streamId: string }; answer: { isKnown: boolean } };
  };
  events: Record<string, never>;
}
