/** How a small window is looked at: the column's scroll, the camera that is shown large, the controls over it. */
import { besideInOrder, nearestCellId, type StageForm } from "#domain/stage-grid/form.ts";
import { fillingTileId } from "#state/stage/stage-geometry.ts";
import type { StageStore } from "#state/stage/stage-store.ts";

export interface LookActions {
  /** The window has become one of this form. */
  readonly setForm: (form: StageForm) => void;
  /** The column has been scrolled to here, CSS px. */
  readonly scrolled: (px: number) => void;
  /** Shows a camera: large in the column, alone where there is one at a time. */
  readonly open: (tileId: string) => void;
  /** The large picture goes back into the column. */
  readonly back: () => void;
  /** The camera before or after the one that is shown large; false at the ends. */
  readonly beside: (direction: 1 | -1) => boolean;
  /** A finger draws the large picture aside by this much; it moves less where no other camera follows. */
  readonly swipe: (px: number) => void;
  readonly showControls: (shown: boolean) => void;
}

/** The picture follows a finger by this share of its way where nothing comes after it. */
const END_SHARE = 0.25;

export function createLookActions(stage: StageStore): LookActions {
  const beside = (direction: 1 | -1): string | null => {
    const facts = stage.get();
    const id = fillingTileId(facts);
    return id === null ? null : besideInOrder(facts.grid, id, direction);
  };
  const open = (tileId: string): void =>
    stage.change((facts) => {
      facts.nearTileId = tileId;
      facts.swipePx = 0;
      // Where there is one at a time, none is opened: on its way back the window shows the column as it was.
      if (facts.form === "column" || facts.enlargedTileId !== null) facts.enlargedTileId = tileId;
      if (facts.fullTileId !== null) facts.fullTileId = tileId;
    });
  return {
    setForm(form) {
      if (stage.get().form !== form)
        stage.change((facts) => {
          facts.form = form;
          facts.swipePx = 0;
          facts.controlsShown = false;
        });
    },
    scrolled(px) {
      const { grid, area, scrollPx } = stage.get();
      if (px === scrollPx) return;
      const near = nearestCellId(grid, { width: area.widthCss, height: area.heightCss }, px);
      stage.change((facts) => {
        facts.scrollPx = px;
        facts.nearTileId = near;
      });
    },
    open,
    back: () =>
      stage.change((facts) => {
        facts.enlargedTileId = null;
        facts.swipePx = 0;
      }),
    beside(direction) {
      const next = beside(direction);
      if (next !== null) open(next);
      return next !== null;
    },
    swipe(px) {
      const wanted = px === 0 || beside(px < 0 ? 1 : -1) !== null ? px : px * END_SHARE;
      if (stage.get().swipePx !== wanted)
        stage.change((facts) => {
          facts.swipePx = wanted;
        });
    },
    showControls(shown) {
      if (stage.get().controlsShown !== shown)
        stage.change((facts) => {
          facts.controlsShown = shown;
        });
    },
  };
}
