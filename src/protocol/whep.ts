/** The `control` data channel of a WHEP session: JSON both ways. Times are server ms. */
import { failureBody } from "./rest/error.ts";
import * as z from "zod/mini";

export const WHEP_CONTROL_LABEL = "control";

export const whepCommand = z.discriminatedUnion("op", [
  z.object({ op: z.literal("seek"), time: z.number(), rate: z.number() }),
  z.object({ op: z.literal("rate"), rate: z.number() }),
  z.object({ op: z.literal("pause") }),
  z.object({ op: z.literal("resume") }),
  /** live: key frames only, no two closer together than this, and no sound; 0 = everything again */
  z.object({ op: z.literal("keys"), everyMs: z.int().check(z.nonnegative()) }),
]);
export type WhepCommand = z.infer<typeof whepCommand>;

/** At least once a second: the server time of one RTP timestamp, so that players share one clock. */
export const whepStatus = z.object({
  status: z.object({
    time: z.number(),
    rtpTime: z.int(),
    state: z.enum(["live", "playing", "paused", "waiting", "ended"]),
  }),
});
export type WhepStatus = z.infer<typeof whepStatus>;

/** The answer to a command that its sender may not give: the session goes on unchanged. */
export const whepRefusal = z.object({ refused: failureBody });
export type WhepRefusal = z.infer<typeof whepRefusal>;
