/**
 * Tabs of one browser share the cookie of a session: where one of them signs in, those that wait at the sign-in page go
 * on as well. The message says only that somebody has signed in; who it is, the server is asked.
 */
import type { Disposer } from "#base/disposer.ts";
import type { SessionStore } from "#state/session-store.ts";

const CHANNEL = "proscenium-signed-in";

/** `recheck`: asks the server who is signed in. */
export function bindOtherTabs(session: SessionStore, recheck: () => void): Disposer {
  // Safari before 15.4 has none: its tabs sign in one by one.
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => {
    if (session.get().phase === "signed-out") recheck();
  };
  const forget = session.subscribe(({ phase }, before) => {
    if (phase === "signed-in" && before.phase === "signed-out") channel.postMessage(null);
  });
  return () => {
    forget();
    channel.close();
  };
}
