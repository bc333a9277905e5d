/** J, K, L, comma, full stop and space steer playback wherever the focus is not on something that takes them itself. */
import { useEffect } from "react";
import { useWorkspace } from "#chrome/product.ts";

/** What takes letters or space for itself. Tiles are buttons too, but space does nothing on them. */
const TAKES_KEYS =
  'input:not([type="range"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="combobox"]';
const TAKES_SPACE = "button:not([data-tile-id]), a, summary, [role=checkbox], [role=switch], [role=tab], [role=option]";

export function usePlaybackKeys(active: boolean): void {
  const { timeline } = useWorkspace();
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(TAKES_KEYS)) return;
      switch (event.key) {
        case " ":
          if (target?.closest(TAKES_SPACE)) return;
          if (!event.repeat) timeline.togglePause();
          break;
        case "k":
          if (!event.repeat) timeline.togglePause();
          break;
        case "j":
          if (!event.repeat) timeline.shuttle(-1);
          break;
        case "l":
          if (!event.repeat) timeline.shuttle(1);
          break;
        case ",":
          timeline.step(-1);
          break;
        case ".":
          timeline.step(1);
          break;
        default:
          return;
      }
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [active, timeline]);
}
