/** The data of an exported dewarp page beside its video: the recorder writes it, the page reads it. */
import * as z from "zod/mini";

/** ids and classes of the page's parts */
export const DEWARP_PAGE = { facts: "facts", video: "video-part", root: "player" } as const;

export const dewarpPageFacts = z.object({
  camera: z.string(),
  recorder: z.string(),
  /** server ms of the first frame */
  startMs: z.number(),
  /** the stream's dewarpConfiguration as the recorder keeps it */
  dewarp: z.record(z.string(), z.unknown()),
});
export type DewarpPageFacts = z.infer<typeof dewarpPageFacts>;
