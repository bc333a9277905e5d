import type { Audience } from "#recorder/core/event-hub.ts";
import { can } from "#recorder/core/identity.ts";

/** The administrators of the aggregator. */
export const administrators: Audience = (identity) => can(identity, "config");
