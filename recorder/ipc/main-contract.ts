import type { RtspSight } from "./viewing-shapes.ts";

/** What `main` serves to `media`. */
export interface MainContract {
  calls: {
    /**
     * Whether an RTSP player may watch a stream. failure: session/required, session/wrong, session/locked, access/denied,
     * stream/unknown, live/too-many
     */
    "rtsp.admit": { ask: RtspAsk; answer: RtspSight };
    /** One process writes the index: this is for those `media` processes that do not. */
    "index.write": { ask: IndexWrite; answer: IndexAnswer };
  };
  events: Record<string, never>;
}

/** A call of a method of the index. */
export interface IndexWrite {
  readonly name: string;
  readonly args: readonly unknown[];
}

export type IndexAnswer =
  | { readonly done: unknown }
  /** as the database said it; `code`: "" = it has none */
  | { readonly failed: { readonly message: string; readonly code: string } };

/** The credentials of an RTSP player. */
export interface RtspAsk {
  /** of its connection: `rtsp.close` and `session.closed` name it */
  readonly sessionId: string;
  readonly streamId: string;
  /** of its address, the query without the question mark */
  readonly path: string;
  readonly query: string;
  /** value of the Authorization header, null without one */
  readonly authorization: string | null;
  /** of the client */
  readonly address: string;
}
