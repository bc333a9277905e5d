/** The greeting shows once per sign-in of this tab: a reload does not greet again, signing in anew does. */
import type { Stores } from "#chrome/product.ts";

/** the users whom this tab has greeted; removed at their sign-out */
const GREETED_KEY = "proscenium.greeted";

/** Greets the signed-in user, unless this tab has done so; in an embedded page nobody signs in. */
export function greet({ session, dialogs }: Pick<Stores, "session" | "dialogs">): void {
  const { about, user, singlePlayer } = session.get();
  const text = about?.greeting ?? "";
  const who = user?.userId ?? "";
  if (singlePlayer || text === "" || sessionStorage.getItem(GREETED_KEY) === who) return;
  sessionStorage.setItem(GREETED_KEY, who);
  dialogs.change((facts) => {
    facts.queue.push({ kind: "greeting", text });
  });
}

/** From the start of the page on: a user who is signed out, here or after a reload, is greeted at the next sign-in. */
export function forgetGreeted(session: Stores["session"]): void {
  session.subscribe(({ phase }, before) => {
    if (phase === "signed-out" && before.phase !== phase) sessionStorage.removeItem(GREETED_KEY);
  });
}
