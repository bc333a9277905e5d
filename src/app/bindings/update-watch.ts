/**
 * Finds out whether the server has another build of the client than the running page, by the entry script's name, which
 * carries the hash of its content. Nothing is replaced while somebody watches: the top bar offers to reload.
 */
import type { ServerEventSource } from "#actions/session/server-events.ts";
import type { HealthStore } from "#state/health-store.ts";
import type { StandingStore } from "#state/standing-store.ts";

const ENTRY = /<script[^>]+type="module"[^>]+src="([^"]+)"/;

/**
 * Checks when the event socket is open again after a break (a server that was updated has been away), and when its
 * configuration changed: a client that an administrator uploads is part of it.
 */
export function bindUpdateWatch({
  health,
  standing,
  events,
}: {
  readonly health: HealthStore;
  readonly standing: StandingStore;
  readonly events: ServerEventSource;
}): void {
  const running = document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;
  standing.subscribe((facts, before) => {
    if (facts.eventsConnected && !before.eventsConnected) void ask();
  });
  events.on("settings", () => void ask());
  const ask = async (): Promise<void> => {
    if (running === null || health.get().updateAvailable) return;
    try {
      const answer = await fetch(location.pathname, { cache: "no-store" });
      const offered = answer.ok ? entryOf(await answer.text()) : null;
      if (offered !== null && offered !== running)
        health.change((facts) => {
          facts.updateAvailable = true;
        });
    } catch {
      // The next time when it is back is early enough.
    }
  };
}

/** The entry script that a page names, null when it names none. */
const entryOf = (html: string): string | null => ENTRY.exec(html)?.[1] ?? null;
