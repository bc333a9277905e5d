import { DEATH_SCREEN_DELAY_MS } from "#domain/limits.ts";
import type { HealthStore } from "#state/health-store.ts";

/** Document 1, section 4: 3 s after its server or socket was lost the Reload screen is all that is left of the page. */
export function bindPageDeath(health: HealthStore): void {
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

/** A field has the focus and a text in it, or one of an open dialog has. */
function someoneTypes(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  return [...fields].some(
    (field) =>
      !["checkbox", "radio", "range", "button", "submit"].includes(field.type) &&
      field.value !== "" &&
      (field === document.activeElement || field.closest("[role=dialog]") !== null),
  );
}
