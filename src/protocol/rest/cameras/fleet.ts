/** GET /service/fleet/cameras: the cameras of all servers that the session sees, by pages, searched and filtered by the server. */
import * as z from "zod/mini";
import { wireId } from "#protocol/scalars.ts";
import { pathId, queryCount, queryFlag } from "../list.ts";
import { listedCamera } from "./listed-camera.ts";
import { streamStates } from "./stream-status.ts";

const FLEET_PAGE = 100;
const FLEET_PAGE_MAX = 1000;
const WORDS_MAX = 20;

// PostgreSQL's text has no null characters.
const placeText = z.string().check(z.refine((text) => !text.includes("\0"), "no null characters"));
const place = z.tuple([placeText, placeText, placeText]);

/** Opaque to whoever asks: where the page before ended. */
const cursor = z.pipe(
  z.string().check(z.maxLength(2000)),
  z.transform((text, context): z.infer<typeof place> => {
    const read = place.safeParse(jsonOf(text));
    if (read.success) return read.data;
    context.issues.push({ code: "custom", message: "no cursor of an answer", input: text });
    return z.NEVER;
  }),
);
/** As the next question sends it. */
export const writeCursor = (last: readonly [string, string, string] | null): string | null =>
  last && JSON.stringify(last);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const fleetQuery = z
  .strictObject({
    /**
     * what must all be found in a camera's name, maker or model or its server's name, without case and accents; each line is searched
     * for as it stands
     */
    text: z._default(
      z.string().check(
        z.maxLength(1000),
        z.refine((text) => text.split("\n").length <= WORDS_MAX, `at most ${WORDS_MAX} lines`),
      ),
      "",
    ),
    /** of this server */
    orchid: z.optional(pathId),
    /** in this camera group, or a group inside it */
    group: z.optional(pathId),
    /** with a primary stream in this state; "unknown" are those of servers that cannot be reached */
    state: z.optional(streamStates),
    /** only ids */
    ids: z.optional(queryFlag),
    limit: z._default(queryCount.check(z.minimum(1), z.maximum(FLEET_PAGE_MAX)), FLEET_PAGE),
    /** `next` of the page before */
    cursor: z.optional(cursor),
    /** `version` of an earlier answer: what became other since then, of all cameras */
    since: z.optional(z.string().check(z.maxLength(200))),
    _: z.optional(z.string()),
  })
  .check(
    z.refine(
      ({ since, text, orchid, group, state }) =>
        since === undefined || (text === "" && orchid === undefined && group === undefined && state === undefined),
      "since is of all cameras: a camera that leaves a filter would not be told",
    ),
  );

const ofServer = z.object({ orchidId: wireId, count: z.number() });

export const fleetPage = z.object({
  href: z.optional(z.string()),
  /** by name; as lists show them (listed-camera.ts), or their ids alone */
  cameras: z.array(z.looseObject({ orchidId: wireId, id: wireId })),
  /** the cursor of the next page; null: this is the last one */
  next: z.nullable(z.string()),
  /** with the first page: how many there are, of all pages, by server */
  servers: z.optional(z.array(ofServer)),
  /** with the first page, of an aggregator: what `since` may ask from */
  version: z.optional(z.string()),
  /** repeated where the answer says only what became other since then; otherwise it has all cameras */
  since: z.optional(z.string()),
  /** with `since` and the first page: cameras that went */
  gone: z.optional(z.array(z.object({ orchidId: wireId, id: wireId }))),
});
/** As a page reads its list: a camera that cannot be read takes no other one along. */
export const fleetList = z.extend(z.pick(fleetPage, { next: true }), { cameras: z.array(z.unknown()) });
export const fleetCamera = z.extend(listedCamera, { orchidId: wireId });
export type FleetPage = z.input<typeof fleetPage>;
