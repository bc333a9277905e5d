/** What a sign-in has opened ends with it, and what a user of another server may no longer do ends when that is known. */
import { inBackground } from "#recorder/core/background.ts";
import { isIssuerUser } from "#recorder/accounts/trusted-issuer.ts";
import { mayOnStream } from "#recorder/cameras/camera-access.ts";
import { mayHave } from "#recorder/site/exports/export-rights.ts";
import type { Services } from "#recorder/http/services.ts";

type Parts = Pick<Services, "log" | "sessions" | "tickets" | "issuers" | "live" | "exports" | "cameras">;

export function endWithSignIns({ log, sessions, tickets, issuers, live, exports, cameras }: Parts): void {
  const ended = (work: Promise<void>): void => inBackground(log, "ending tickets", work);
  sessions.ends.onEnd((hash) => {
    ended(tickets.endSession(hash));
    live.endSession(hash);
  });
  sessions.ends.onUserEnd((userId) => {
    ended(tickets.endUsers((id) => id === userId));
    live.endUser(userId);
    exports.end((job) => job.userId === userId);
  });
  sessions.ends.onBasicEnd((userId) => {
    ended(tickets.endBasic(userId));
    live.endBasic(userId);
  });
  issuers.onRescoped((before, after) => {
    live.rescope(before, after);
    const isUnmaskDenied = (streamId: string): boolean => mayOnStream(cameras, after, streamId, "unmask") !== null;
    exports.end(
      ({ userId, ask }) =>
        userId === after.userId &&
        (mayHave(cameras, after, ask.streams) !== null ||
          (ask.isUnmasked === true && ask.streams.some(({ streamId }) => isUnmaskDenied(streamId)))),
    );
  });
  issuers.onEnd(() => {
    ended(tickets.endUsers(isIssuerUser));
    live.endUsers(isIssuerUser);
    exports.end((job) => isIssuerUser(job.userId));
  });
}
