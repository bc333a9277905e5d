import type { Audience } from "#recorder/main/event-hub.ts";
import { can } from "#recorder/main/identity.ts";

/** Whoever administers the aggregator. */
export const administrators: Audience = (identity) => can(identity, "config");
