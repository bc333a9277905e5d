/**
 * What a recorder and one of its relays say to each other over the link, as JSON texts: calls with their answers, and
 * events of the relay (docs/decisions/0050-relays.md). Both sides check whatever comes by these schemas.
 */
import * as z from "zod/mini";
import { pathId } from "./rest/list.ts";

/** Path of the link at the recorder, and its subprotocol. */
export const RELAY_LINK_PATH = "/service/relays/link";
export const RELAY_SUBPROTOCOL = "proscenium.relay.1";
/** An offer of a browser is shorter than 256 KB. */
export const RELAY_MESSAGE_MAX = 512 * 1024;

/** Request headers of the link: who the relay is, and where browsers reach it. */
export const RELAY_ID_HEADER = "x-relay-id";
export const RELAY_ADDRESS_HEADER = "x-relay-address";
export const relayId = pathId;

/** an origin, in small letters as browsers spell it */
export const relayAddress = z.string().check(z.maxLength(300), z.regex(/^https?:\/\/[a-z0-9.[\]:-]+$/));

/** Where the recorder serves a stream to its relay. */
const source = z.strictObject({
  rtspPort: z.int().check(z.minimum(1), z.maximum(65_535)),
  isSecure: z.boolean(),
});
/** A relay has no recordings, so that nothing is played back there. */
const rights = z.strictObject({ live: z.literal(true), playback: z.literal(false) });
const play = z.strictObject({
  timeMs: z.literal(0),
  rate: z.number(),
  heightPx: z.int().check(z.minimum(0), z.maximum(4320)),
});
const nothing = z.null();
const session = z.strictObject({ sessionId: pathId });
/** read by `readFailure` */
const failure = z.nullable(z.unknown());
const outlook = z.strictObject({ state: z.enum(["pending", "ready", "failed"]), failure });
/** one use, in the address of a session's socket */
const key = z.string().check(z.regex(/^[\w-]{20,100}$/));

/** What a relay serves. */
export const relayCalls = {
  "whep.open": {
    ask: z.strictObject({ sessionId: pathId, streamId: pathId, offer: z.string(), play, rights, source }),
    answer: z.strictObject({ answer: z.string() }),
  },
  "whep.close": { ask: session, answer: nothing },
  "low-bandwidth.open": {
    ask: z.strictObject({
      sessionId: pathId,
      streamId: pathId,
      play,
      rights,
      source,
      waitMs: z.number(),
      isSynced: z.boolean(),
      viewer: z.optional(z.string().check(z.maxLength(200))),
      key,
    }),
    answer: outlook,
  },
  "low-bandwidth.state": { ask: session, answer: outlook },
  "low-bandwidth.close": { ask: session, answer: nothing },
  "rtsp.close": { ask: session, answer: nothing },
};

/** What the recorder serves. */
export const recorderCalls = {
  "rtsp.admit": {
    ask: z.strictObject({
      sessionId: pathId,
      streamId: pathId,
      path: z.string().check(z.maxLength(2000)),
      query: z.string().check(z.maxLength(70_000)),
      authorization: z.nullable(z.string().check(z.maxLength(70_000))),
      address: z.string().check(z.maxLength(100)),
    }),
    answer: z.strictObject({ source }),
  },
  "stream.known": {
    ask: z.strictObject({ streamId: pathId }),
    answer: z.strictObject({ isKnown: z.boolean() }),
  },
};

/** What a relay tells. */
export const relayEvents = {
  /** `why`: null where the viewer left */
  "session.closed": z.strictObject({
    sessionId: pathId,
    kind: z.enum(["whep", "low-bandwidth", "rtsp"]),
    why: failure,
  }),
  /** share of its processor that it uses */
  load: z.strictObject({ share: z.number().check(z.minimum(0), z.maximum(1)) }),
};

export type RelaySource = z.infer<typeof source>;
