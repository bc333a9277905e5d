/** The facts of who is signed in: what the store holds from a sign-in on, and what a sign-out removes. */
import type { SessionStore, UserFacts } from "#state/session-store.ts";
import type { LowBandwidthBox } from "./low-bandwidth-box.ts";

interface SessionFacts {
  /** Another user signs in over an open session: first everything of the previous user is removed, as at a sign-out. */
  readonly leaveAnother: (userId: string) => void;
  readonly enter: (user: UserFacts, token: string | null) => void;
  readonly leave: () => void;
}

export function createSessionFacts(store: SessionStore, box: LowBandwidthBox): SessionFacts {
  const leave = (): void =>
    store.change((facts) => {
      facts.phase = "signed-out";
      facts.user = null;
      facts.token = null;
      facts.server = null;
      facts.signInFailure = null;
      // The next user ticks the box anew: a stored box counts only for its own user.
      facts.lowBandwidth = box.initially;
    });
  const leaveAnother = (userId: string): void => {
    const { phase, user, singlePlayer } = store.get();
    if (phase === "signed-in" && user?.userId !== userId && !singlePlayer) leave();
  };
  return {
    leave,
    leaveAnother,
    enter: (user, token) => {
      leaveAnother(user.userId);
      store.change((facts) => {
        // The single player's page has an option of its own for it.
        const isNew = facts.phase !== "signed-in" && !facts.singlePlayer;
        if (box.isOf(user.userId) && isNew) facts.lowBandwidth = true;
        facts.phase = "signed-in";
        facts.user = user as typeof facts.user;
        facts.token = token;
        facts.signOutFailure = null;
        facts.endedWhy = null;
      });
    },
  };
}
