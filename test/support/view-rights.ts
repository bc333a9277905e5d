import type { ViewRights } from "#recorder/ipc/viewing-shapes.ts";

/** A viewer who may watch everything of a stream. */
export const MAY_ALL: ViewRights = { live: true, playback: true };
