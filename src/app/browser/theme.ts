import type { Disposer } from "#base/disposer.ts";
import type { PreferenceStore } from "#state/preference-store.ts";
import type { StageTheme } from "#protocol/stage-worker.ts";

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

/** Calls `changed` when the page has another theme, by its setting or by the system's: its colours then differ. */
export function onTheme(changed: () => void): Disposer {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/** The stage's colours, from the page's current tokens. */
export function readStageTheme(): StageTheme {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string, otherwise: number): number => {
    const found = /^#([0-9a-f]{6})$/i.exec(style.getPropertyValue(token).trim());
    return found?.[1] === undefined ? otherwise : Number.parseInt(found[1], 16);
  };
  return {
    background: colour("--stage-back", 0x0a0c10),
    cell: colour("--stage-cell", 0x181c25),
    text: colour("--stage-ink", 0xe9edf4),
    accent: colour("--stage-accent", 0x8aa4ff),
    danger: colour("--stage-bad", 0xff7b7b),
    warning: colour("--stage-warn", 0xf0b849),
  };
}
