/**
 * J, K, L (with Shift 10 s), comma, full stop and space control playback wherever the focus is not on an element that uses them itself.
 * They control an unlinked player that is shown alone or has the keyboard focus, otherwise the stage.
 */
import { useEffect } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { JUMP_MS } from "#domain/limits/stage.ts";
import { steeredTile } from "#domain/timeline/steered-tile.ts";
import { frontTileId } from "#state/stage/stage-geometry.ts";

/** Elements that use letters or space themselves. Tiles are buttons too, but space does nothing on them. */
export const TAKES_KEYS =
  'input:not([type="range"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="combobox"]';
const TAKES_SPACE = "button:not([data-tile-id]), a, summary, [role=checkbox], [role=switch], [role=tab], [role=option]";

/** A tile, its toolbar, its own timeline. */
const OF_TILE = "[data-tile-id], [data-toolbar]";

const tileOf = (target: Element | null): string | null => {
  const { tileId, toolbar } = target?.closest<HTMLElement>(OF_TILE)?.dataset ?? {};
  return tileId ?? toolbar ?? null;
};

export function usePlaybackKeys(active: boolean): void {
  const { stores } = useProduct();
  const { timeline, links } = useWorkspace();
  useEffect(() => {
    if (!active) return;
    const steeredBy = (target: Element | null): Pick<typeof timeline, "togglePause" | "shuttle" | "step" | "jump"> => {
      const place = {
        frontTileId: frontTileId(stores.stage.get()),
        keyTileId: tileOf(target),
        inControlBar: target !== null && target.closest("[data-control-bar]") !== null,
      };
      const { byTile } = stores.unlinked.get();
      const tileId = steeredTile(place, (id) => byTile[id] !== undefined);
      if (tileId === null) return timeline;
      return {
        togglePause: () => links.togglePause(tileId),
        shuttle: (towards) => links.shuttle(tileId, towards),
        step: (direction) => links.step(tileId, direction),
        jump: (byMs) => links.jump(tileId, byMs),
      };
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(TAKES_KEYS)) return;
      const steered = steeredBy(target);
      switch (event.key) {
        case " ":
          if (target?.closest(TAKES_SPACE)) return;
          if (!event.repeat) steered.togglePause();
          break;
        case "k":
          if (!event.repeat) steered.togglePause();
          break;
        case "j":
          if (!event.repeat) steered.shuttle(-1);
          break;
        case "l":
          if (!event.repeat) steered.shuttle(1);
          break;
        case "J":
          // Without Shift it is Caps Lock.
          if (event.shiftKey) steered.jump(-JUMP_MS);
          break;
        case "L":
          if (event.shiftKey) steered.jump(JUMP_MS);
          break;
        case ",":
          steered.step(-1);
          break;
        case ".":
          steered.step(1);
          break;
        default:
          return;
      }
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [active, stores, timeline, links]);
}
