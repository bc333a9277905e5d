/** The player's header as one DOM toolbar, which moves to the hovered tile, otherwise to the focused one. */
import { useState } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { frontTileId, oneAlone, type TileRect } from "#state/stage/stage-geometry.ts";
import { PlayerHeader } from "./player-header.tsx";
import { hasBar } from "../unlinked/unlinked-bars.tsx";
import { usePhone } from "../small/use-small-window.ts";
import { useCycleWaits } from "../use-cycle-waits.ts";
import type { Rect } from "#base/geometry.ts";
import css from "./toolbar.module.css";

/** A tile narrower than this has room only for the close button. */
const MIN_PX = 96;

export function TileToolbar({ tiles }: { readonly tiles: readonly TileRect[] }) {
  const { stores } = useProduct();
  const { stage } = useWorkspace();
  // While one of its menus is open, the toolbar stays, wherever the pointer is.
  const [pinned, setPinned] = useState<string | null>(null);
  const pointed = useFacts(stores.stage, (facts) =>
    facts.drag
      ? null
      : (frontTileId(facts) ?? facts.presetsTileId ?? facts.menu?.tileId ?? facts.hoveredTileId ?? facts.focusedTileId),
  );
  useCycleWaits(pinned !== null);
  const tileId = pinned ?? pointed;
  const alone = useFacts(stores.stage, oneAlone);
  const isWall = useFacts(stores.stage, (facts) => facts.form === "wall");
  const isPhone = usePhone();
  const unlinked = useFacts(stores.unlinked, (facts) => facts.byTile);
  const tile = tiles.find((each) => each.tileId === tileId);
  // In a phone's column a tap opens the picture, and the header comes with it.
  if (!tile || tile.rect.width < MIN_PX || (isPhone && !alone)) return null;
  return (
    <>
      {alone || !isWall ? null : <ResizeGrips rect={tile.rect} south={!hasBar(unlinked, tile)} />}
      <PlayerHeader
        key={tile.tileId}
        tileId={tile.tileId}
        rect={tile.rect}
        onMenu={(open) => {
          setPinned(open ? tile.tileId : null);
          // The layer under the menu took the pointer events; the toolbar stays until the pointer reports its position.
          if (!open) stage.hover(tile.tileId);
        }}
      />
    </>
  );
}

interface ResizeGripsProps {
  readonly rect: Rect;
  /** false: another element lies along the south edge */
  readonly south: boolean;
}

/** Draws where the tile under the toolbar can be grabbed to resize it: its east and south edges and their corner. */
function ResizeGrips({ rect, south }: ResizeGripsProps) {
  const { x, y, width, height } = rect;
  return (
    <div
      className={css.grips}
      aria-hidden="true"
      data-resize-grips=""
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
    >
      <span className={css.east} />
      {south ? <span className={css.south} /> : null}
      <span className={css.corner} />
    </div>
  );
}
