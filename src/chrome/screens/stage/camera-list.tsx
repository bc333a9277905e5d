/** The cameras of the panel in rows; only rows in sight exist, so that thousands of cameras scroll like ten. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { type PanelLayout, previewsPerRow } from "#domain/panel.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { CameraItem } from "./camera-item.tsx";
import css from "./panel.module.css";

export interface CameraListProps {
  readonly cameras: readonly CameraFacts[];
  readonly layout: PanelLayout;
  readonly scroll: RefObject<HTMLElement | null>;
  readonly onAdd: (camera: CameraFacts) => void;
  readonly onPointerDown: (event: PointerEvent, camera: CameraFacts) => void;
}

/** Heights of rows before they are measured, CSS px. */
const ROW_HEIGHT: Readonly<Record<PanelLayout, number>> = { mosaic: 78, big: 197, list: 38 };
const GAP: Readonly<Record<PanelLayout, number>> = { mosaic: 6, big: 8, list: 4 };

export function CameraList({ cameras, layout, scroll, onAdd, onPointerDown }: CameraListProps) {
  const say = useText();
  const perRow = previewsPerRow(layout, 0);
  const rows = useVirtualizer({
    count: Math.ceil(cameras.length / perRow),
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT[layout],
    gap: GAP[layout],
    overscan: 4,
    // Where nothing is measured (no layout yet) a screenful is there.
    initialRect: { width: 296, height: 800 },
    getItemKey: (row) => {
      const first = cameras[row * perRow];
      return first ? cameraKey(first) : row;
    },
  });
  useEffect(() => rows.measure(), [rows, layout]);

  /** Arrows go through the list: by one in a row, by rows up and down. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: perRow,
      ArrowUp: -perRow,
      ArrowRight: 1,
      ArrowLeft: -1,
    };
    const step = steps[event.key];
    const at = Number((event.target as HTMLElement).closest<HTMLElement>("[data-at]")?.dataset.at ?? Number.NaN);
    if (step === undefined || Number.isNaN(at)) return;
    const to = Math.min(cameras.length - 1, Math.max(0, at + step));
    event.preventDefault();
    rows.scrollToIndex(Math.floor(to / perRow), { align: "auto" });
    const list = event.currentTarget;
    requestAnimationFrame(() => list.querySelector<HTMLElement>(`[data-at="${to}"] button`)?.focus());
  };

  return (
    <div
      role="list"
      aria-label={say("panel.cameras")}
      className={css.cameras}
      style={{ height: rows.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      {rows.getVirtualItems().map((row) => (
        <div
          key={row.key}
          ref={rows.measureElement}
          role="presentation"
          data-index={row.index}
          className={classes(css.cameraRow, layout === "mosaic" && css.mosaic)}
          style={{ transform: `translateY(${row.start}px)` }}
        >
          {cameras.slice(row.index * perRow, (row.index + 1) * perRow).map((camera, column) => {
            const at = row.index * perRow + column;
            return (
              <div
                key={cameraKey(camera)}
                role="listitem"
                data-at={at}
                aria-posinset={at + 1}
                aria-setsize={cameras.length}
              >
                <CameraItem
                  camera={camera}
                  layout={layout}
                  onAdd={() => onAdd(camera)}
                  onPointerDown={(event) => onPointerDown(event, camera)}
                />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
