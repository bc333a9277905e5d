/** GET /service/server/standby: this recorder in its group of recorders that stand in for one another. */
import * as z from "zod/mini";
import { wireId, wireNumber } from "#protocol/scalars.ts";
import { failureBody } from "../error.ts";

export const standbyState = z.object({
  /** none: it is in no group, and all else is empty */
  role: z.enum(["none", "owner", "standby", "mirror"]),
  group: z._default(z.string(), ""),
  /** false: the database of the group does not answer; who records goes on, and nobody takes over */
  isReached: z._default(z.boolean(), true),
  /**
   * Names: of an owner those that would record its cameras now, of a standby or mirror the owners of the group, also those that are away.
   * null: not known yet, or not said by an older server
   */
  counterparts: z._default(z.nullable(z.array(z.string())), null),
  /** of a standby or mirror: the owners of its group. `standIn`: who records its cameras for it, "" = nobody does, or none but mirrors */
  owners: z._default(
    z.array(z.object({ id: wireId, name: z.string(), isThere: z.boolean(), cameras: wireNumber, standIn: z.string() })),
    [],
  ),
  /** whose cameras are recorded here; `since`: epoch ms */
  standsInFor: z._default(
    z.array(z.object({ id: wireId, name: z.string(), since: wireNumber, cameras: wireNumber })),
    [],
  ),
  /** who stands in for this one, and from whom its recordings are fetched; `reason`: why that does not get on, in English; `told`: the same */
  fetching: z._default(
    z.array(z.object({ name: z.string(), files: wireNumber, reason: z.string(), told: z.optional(failureBody) })),
    [],
  ),
});
export type StandbyState = z.infer<typeof standbyState>;
