/** The effect of each live event on the client (document 1, section 4). */
import type { Edition } from "./accounts/access.ts";

/**
 * Why a session was ended by somebody else: the password or the account was changed, the account deleted, or the session
 * ended by an administrator, or by its own user from another place.
 */
export const ENDED_WHY = ["password", "account", "deleted", "administrator", "elsewhere"] as const;
export type EndedWhy = (typeof ENDED_WHY)[number];
/** The answer of a call may overtake the message that says why: for so long it is waited for. */
export const WHY_MS = 1000;

type LiveEffect =
  | { readonly kind: "sign-out" }
  /** ask for the session again; sign out when it is no longer valid */
  | { readonly kind: "check-session" }
  | { readonly kind: "reload" }
  /** fetch this list, or the single thing that the event names, again */
  | { readonly kind: "refetch"; readonly what: Refetched }
  | { readonly kind: "server-session" }
  | { readonly kind: "none" };

export type Refetched =
  | "cameras"
  | "servers"
  | "stages"
  | "views"
  | "ptz"
  | "camera-groups"
  | "settings"
  | "smtp-servers"
  | "notifications"
  | "stream-status"
  | "license"
  | "motion"
  | "marks"
  | "recordings"
  | "relays"
  | "users"
  | "permission-groups";

const lists: Readonly<Record<string, Refetched>> = {
  camera: "cameras",
  server: "servers",
  layout: "stages",
  view: "views",
  patrol: "views",
  ptz: "ptz",
  relay: "relays",
  "smtp-server": "smtp-servers",
  notification: "notifications",
};

/** `ownId`: whether the event's id is this session's user. Unknown events do nothing. */
export function effectOf(
  type: string,
  who: { readonly ownId: boolean; readonly singlePlayer: boolean; readonly edition: Edition },
): LiveEffect {
  switch (type) {
    case "user-logged-out":
      return who.ownId ? { kind: "sign-out" } : { kind: "none" };
    case "user-modified":
      return who.ownId ? { kind: "check-session" } : { kind: "none" };
    case "permissions-changed":
      return who.singlePlayer ? { kind: "none" } : { kind: "reload" };
    case "camera-groups-modified":
      return { kind: "refetch", what: "camera-groups" };
    case "config-modified":
      return { kind: "refetch", what: "settings" };
    case "server-session-id":
      return { kind: "server-session" };
    case "stream-status":
      return { kind: "refetch", what: "stream-status" };
    case "license-modified":
      return { kind: "refetch", what: "license" };
    case "motion-started":
    case "motion-stopped":
      return { kind: "refetch", what: "motion" };
    case "marks-modified":
      return { kind: "refetch", what: "marks" };
    case "recordings-modified":
      return { kind: "refetch", what: "recordings" };
  }
  const noun = /^(.+)-(?:added|modified|removed)$/.exec(type)?.[1];
  const what = noun === undefined ? undefined : lists[noun];
  return what === undefined ? { kind: "none" } : { kind: "refetch", what };
}

/**
 * Lists of the administration that an event makes outdated, in addition to `effectOf`: accounts and their permissions.
 * A screen that shows such a list requests it again.
 */
export function listsOutdatedBy(type: string): readonly Refetched[] {
  if (/^user-(?:added|modified|removed)$/.test(type)) return ["users"];
  return type === "permissions-changed" || type === "permission-groups-modified" ? ["permission-groups", "users"] : [];
}
