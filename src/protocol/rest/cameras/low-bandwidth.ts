import { failureBody } from "../error.ts";
import * as z from "zod/mini";
import { wireId } from "#protocol/scalars.ts";
import { AVOIDED_RELAYS_MAX } from "#protocol/relay-names.ts";
import { pathId } from "../list.ts";
import { masksAsked } from "./privacy-mask.ts";

/** Relays by their ids. */
const relayIds = z.array(pathId).check(z.maxLength(AVOIDED_RELAYS_MAX));

/** POST /service/low-bandwidth/streams */
export const lowBandwidthRequest = z.strictObject({
  streamId: pathId,
  /** 0 x 0 = as recorded */
  resolution: z._default(
    z.strictObject({
      width: z.int().check(z.minimum(0), z.maximum(7680)),
      height: z.int().check(z.minimum(0), z.maximum(4320)),
    }),
    { width: 0, height: 0 },
  ),
  /** server ms, 0 = live */
  startTime: z._default(z.number().check(z.nonnegative()), 0),
  /**
   * transport http: play time runs from this call on, not from the first frame that is fetched; a socket's commands
   * name their own
   */
  sync: z._default(z.boolean(), false),
  /** negative = reverse */
  rate: z._default(z.number().check(z.minimum(-64), z.maximum(64)), 1),
  /**
   * transport http: how long a fetch waits for its frame, in ms, also over a gap, at most 2 min; a socket reports gaps
   */
  waitThres: z._default(z.number().check(z.minimum(0), z.maximum(600_000)), 2000),
  transport: z._default(z.enum(["websocket", "http"]), "websocket"),
  format: z._default(z.enum(["fmp4", "jpeg"]), "fmp4"),
  masks: masksAsked,
  /** a relay may serve it, but none of these, which the viewer cannot reach; absent = no relay does */
  avoid: z.optional(relayIds),
});
export type LowBandwidthRequest = z.input<typeof lowBandwidthRequest>;

export const lowBandwidthSession = z.object({
  id: wireId,
  href: z.optional(z.string()),
  streamId: z.optional(wireId),
  /** every value except pending and failed is playable (servers use different words) */
  state: z.string(),
  reason: z.optional(z.string()),
  /** why it failed, read by `readFailure` */
  failure: z.optional(failureBody),
  /** the address of the media socket: `href` + `/ws`, or an absolute one at a relay */
  socket: z.optional(z.string()),
  /** id of the relay that serves it; absent = none does */
  relay: z.optional(z.string()),
  transport: z.optional(z.string()),
  format: z.optional(z.string()),
});
export type LowBandwidthSession = z.infer<typeof lowBandwidthSession>;

export const lowBandwidthSessionList = z.object({
  href: z.optional(z.string()),
  streams: z.array(lowBandwidthSession),
});
