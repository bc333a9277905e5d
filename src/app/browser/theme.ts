import type { Disposer } from "#base/disposer.ts";
import type { PreferenceStore } from "#state/preference-store.ts";

/** Keeps `data-theme` on the page: the setting, or the system's preference (dark where it has none). */
export function bindTheme(store: PreferenceStore): void {
  const light = matchMedia("(prefers-color-scheme: light)");
  const apply = (): void => {
    const { theme } = store.get();
    const shown = theme === "system" ? (light.matches ? "light" : "dark") : theme;
    document.documentElement.dataset.theme = shown;
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute("content", shown === "light" ? "#ffffff" : "#11141b");
  };
  light.addEventListener("change", apply);
  store.subscribe(apply);
  apply();
}

/** Calls `changed` when the page has another theme, by its setting or by the system's: its colours are then other ones. */
export function onTheme(changed: () => void): Disposer {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
