import { DEATH_SCREEN_DELAY_MS } from "#domain/limits/session.ts";
import type { HealthStore } from "#state/health-store.ts";

/** Document 1, section 4: 3 s after its server or socket was lost the Reload screen is all that is left of the page. */
export function bindPageDeath(health: HealthStore, someoneTypes: () => boolean): void {
  health.subscribe(({ death }, before) => {
    if (death !== "dying" || before.death !== "alive") return;
    setTimeout(
      () =>
        health.change((facts) => {
          facts.death = "destroyed";
          facts.wasTyping = someoneTypes();
        }),
      DEATH_SCREEN_DELAY_MS,
    );
  });
}
