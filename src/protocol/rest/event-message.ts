/** WS /service/events/socket: the recorder reports what changed; the receiver fetches it again by its id. */
import { ENDED_WHY } from "#domain/live-events.ts";
import * as z from "zod/mini";
import { catch as or } from "zod/mini";
import { wireId } from "../scalars.ts";
import { streamState } from "./cameras/stream-status.ts";

/** The live events of document 1, section 4, and after the blank line ours. */
const eventType = z.enum([
  "user-logged-out",
  "user-modified",
  "permissions-changed",
  "camera-added",
  "camera-modified",
  "camera-removed",
  "server-added",
  "server-modified",
  "server-removed",
  "layout-added",
  "layout-modified",
  "layout-removed",
  "camera-groups-modified",
  "config-modified",
  "smtp-server-added",
  "smtp-server-modified",
  "smtp-server-removed",
  "notification-added",
  "notification-modified",
  "notification-removed",
  "server-session-id",

  "stream-status",
  "license-modified",
  "motion-started",
  "motion-stopped",
  "marks-modified",
  "recordings-modified",
  "view-added",
  "view-modified",
  "view-removed",
  "patrol-added",
  "patrol-modified",
  "patrol-removed",
  "ptz-modified",
  "relay-removed",
]);
export type EventType = z.infer<typeof eventType>;

export const eventMessage = z.object({
  type: eventType,
  /** `users`, `cameras`, `streams`, `servers`, `stages`, `sessions`, `settings`, `license-session` ... */
  resource: z.string(),
  /** of the resource; for server-session-id: a value that is new after each start of the recorder */
  id: wireId,
  orchidId: z.optional(wireId),
  /** of server-session-id: `changesOf` at the socket's opening; absent: an older server */
  changes: z.optional(z.string()),
  /** of stream-status: the stream's state, so that nobody asks for it; absent: an older server */
  streamState: z.optional(streamState),
  /** of user-logged-out: why, unless the user has signed out here; a newer server's other reason counts as none */
  why: or(z.optional(z.enum(ENDED_WHY)), undefined),
});
export type EventMessage = z.infer<typeof eventMessage>;
