/** Listens for sessions that end and rights that change, and informs the servers. */
import { inBackground } from "#recorder/core/background.ts";
import type { Log } from "#recorder/core/log.ts";
import type { Sessions } from "#recorder/accounts/sessions.ts";
import type { RegisteredServers } from "../servers/contracts.ts";
import type { StoredPermissionGroups } from "./permission-groups.ts";
import type { UserNotices } from "./user-notices.ts";

const SWEEP_MS = 30_000;

interface NewsSources {
  readonly sessions: Pick<Sessions, "ends">;
  readonly permissions: Pick<StoredPermissionGroups, "onRightsChange">;
  readonly servers: Pick<RegisteredServers, "get" | "onChange">;
  readonly log: Log;
  readonly now: () => number;
}

/** Returns a function that stops watching for sessions that expire. */
export function announceUserChanges(
  news: UserNotices,
  { sessions, permissions, servers, log, now }: NewsSources,
): () => void {
  const spread = (told: Promise<void>): void => inBackground(log, "telling servers of users", told);
  // The server at which it happened tells the recorders.
  sessions.ends.onEnd((hash, at) => {
    if (at === "here") spread(news.endSession(hash));
  });
  sessions.ends.onUserEnd((userId, at) => {
    if (at !== "here") return;
    spread(news.rights([userId]));
    spread(news.endUser(userId));
  });
  sessions.ends.onUserEnding(async (store, userId) => {
    const tell = await news.oweEnd(store, userId);
    return () => spread(tell());
  });
  permissions.onRightsChange(async (store, userIds) => {
    const tell = await news.oweRights(store, userIds);
    return () => spread(tell());
  });
  servers.onChange(({ orchidId }) => spread(news.changed(orchidId, servers.get(orchidId) ?? null)));
  const isAvailable = (orchidId: string): boolean => servers.get(orchidId)?.isAvailable === true;
  const sweeper = setInterval(() => {
    spread(news.endExpired(now()));
    spread(news.tellLeft(isAvailable));
  }, SWEEP_MS);
  return () => clearInterval(sweeper);
}
