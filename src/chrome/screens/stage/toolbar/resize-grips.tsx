import type { Rect } from "#base/geometry.ts";
import css from "./toolbar.module.css";

interface ResizeGripsProps {
  readonly rect: Rect;
  /** false: something else lies along the south edge */
  readonly south: boolean;
}

/** Where the tile under the toolbar can be taken to resize it: its east and south edges and their corner. Only drawn. */
export function ResizeGrips({ rect, south }: ResizeGripsProps) {
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
