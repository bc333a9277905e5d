import * as z from "zod/mini";
import { STREAM_STATES } from "#domain/cameras/stream-status.ts";
import { wireId, wireNumber } from "#protocol/scalars.ts";
import { failureBody } from "../error.ts";

/** Document 2, section 4; `unknown` also stands for a state of a newer server. */
export const streamStates = z.enum(STREAM_STATES);
export const streamState = z.pipe(
  z.string(),
  z.transform((state): z.infer<typeof streamStates> => {
    const known = streamStates.safeParse(state);
    return known.success ? known.data : "unknown";
  }),
);

export const streamStatus = z.object({
  /** the stream's id */
  id: wireId,
  href: z.optional(z.string()),
  streamState,
  retryCount: z._default(wireNumber, 0),
  /** server ms, 0 = never */
  lastArchiveWritten: z._default(wireNumber, 0),
  timestamp: z.optional(wireNumber),
  /** why it does not run; absent while it runs */
  trouble: z.optional(z.nullable(failureBody)),
  /** averages over at least the last 60 s; the frames as they arrive */
  streamStatistics: z.optional(
    z.array(
      z.object({
        windowSizeSeconds: wireNumber,
        video: z.optional(
          z.object({
            averageBitsPerSecond: z._default(wireNumber, 0),
            averageFramesPerSecond: z.optional(wireNumber),
            packetsLost: z._default(wireNumber, 0),
            packetsReceived: z._default(wireNumber, 0),
          }),
        ),
      }),
    ),
  ),
  video: z.optional(
    z.nullable(
      z.object({
        codec: z.string(),
        codecString: z.optional(z.string()),
        width: z.number(),
        height: z.number(),
        framesPerSecond: z.number(),
        hasBFrames: z.optional(z.boolean()),
        isIntraRefresh: z.optional(z.boolean()),
      }),
    ),
  ),
  audio: z.optional(z.nullable(z.object({ codec: z.string(), sampleRate: z.number(), channels: z.number() }))),
});
export type StreamStatusAnswer = z.infer<typeof streamStatus>;

export const streamStatusList = z.object({ href: z.optional(z.string()), statuses: z.array(streamStatus) });
