/**
 * The cameras of the panel in rows. Only rows in sight are rendered, so that thousands of cameras scroll as fast as
 * ten.
 */
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { isForBrowser } from "#chrome/kit/browser/browser-keys.ts";
import { useText } from "#chrome/texts/use-text.ts";
import type { SelectHow } from "#domain/panel-selection.ts";
import { type PanelLayout, previewsPerRow } from "#domain/panel.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { CameraItem } from "./camera-item.tsx";
import type { NamedView, Patrol } from "#state/stage/view-store.ts";
import { ViewItem } from "./views/view-item.tsx";
import css from "./panel.module.css";
import { useRowWindow } from "./use-row-window.ts";

interface CameraListProps {
  readonly cameras: readonly CameraFacts[];
  readonly layout: PanelLayout;
  /** the depth of nested groups, 0 at Home */
  readonly depth?: number;
  readonly scroll: RefObject<HTMLElement | null>;
  /** by `cameraKey` */
  readonly selected: readonly string[];
  readonly onAdd: (camera: CameraFacts, twice: boolean) => void;
  /** `order`: the keys of this list's cameras */
  readonly onSelect: (camera: CameraFacts, how: SelectHow, order: readonly string[]) => void;
  readonly onPointerDown: (event: PointerEvent, camera: CameraFacts) => void;
  /** the views and patrols to show below a camera */
  readonly viewsOf: (camera: CameraFacts) => readonly (NamedView | Patrol)[];
  /** a camera that is there for its views only */
  readonly isHidden: (camera: CameraFacts) => boolean;
  readonly onViewDown: (event: PointerEvent, view: NamedView | Patrol) => void;
}

interface Entry {
  readonly camera: CameraFacts;
  /** null: the camera itself */
  readonly view: NamedView | Patrol | null;
}

/** The assumed heights of rows before they are measured, CSS px. */
const ROW_HEIGHT: Readonly<Record<PanelLayout, number>> = { mosaic: 78, big: 196, list: 38 };
const GAP: Readonly<Record<PanelLayout, number>> = { mosaic: 6, big: 8, list: 4 };

export function CameraList({ cameras, layout, depth = 0, scroll, ...props }: CameraListProps) {
  const { selected, onAdd, onSelect, onPointerDown, viewsOf, isHidden, onViewDown } = props;
  const entries = cameras.flatMap((camera): Entry[] => [
    ...(isHidden(camera) ? [] : [{ camera, view: null }]),
    ...viewsOf(camera).map((view) => ({ camera, view })),
  ]);
  const say = useText();
  const list = useRef<HTMLUListElement>(null);
  const perRow = previewsPerRow(layout, depth);
  const gap = GAP[layout];
  const rows = Math.ceil(entries.length / perRow);
  const { first, end, pitch, measure } = useRowWindow(scroll, list, rows, ROW_HEIGHT[layout], gap);
  const from = first * perRow;
  const shown = entries.slice(from, end * perRow);
  // The list is a single stop of the Tab key: otherwise a user would press Tab thousands of times to get past it.
  const [focusedAt, setFocusedAt] = useState(0);
  const stopAt = focusedAt >= from && focusedAt < from + shown.length ? focusedAt : from;

  /** Arrow keys move through the list: left and right by one item, up and down by one row. */
  const onArrow = (event: KeyboardEvent, at: number): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: perRow,
      ArrowUp: -perRow,
      ArrowRight: 1,
      ArrowLeft: -1,
    };
    const step = steps[event.key];
    if (step === undefined || isForBrowser(event)) return;
    const to = Math.min(entries.length - 1, Math.max(0, at + step));
    event.preventDefault();
    // The rows beyond the edge are rendered already, so the focus scrolls to them.
    list.current?.querySelector<HTMLElement>(`[data-at="${to}"] button`)?.focus();
    if (!event.shiftKey) return;
    const [from, next] = [entries[at]?.camera, entries[to]?.camera];
    if (from && selected.length === 0) onSelect(from, "one", order());
    if (next) onSelect(next, "range", order());
  };
  const order = (): readonly string[] => cameras.map(cameraKey);

  const width = `calc((100% - ${gap * (perRow - 1)}px) / ${perRow})`;
  return (
    <ul
      ref={list}
      aria-label={say("panel.cameras")}
      className={css.cameras}
      style={{ height: Math.max(0, rows * pitch - gap) }}
    >
      {shown.map(({ camera, view }, index) => {
        const at = from + index;
        const column = at % perRow;
        return (
          <li
            key={view?.id ?? cameraKey(camera)}
            ref={index === 0 ? measure : null}
            className={css.camera}
            data-at={at}
            aria-posinset={at + 1}
            aria-setsize={entries.length}
            style={{
              width,
              insetInlineStart: `calc((100% + ${gap}px) / ${perRow} * ${column})`,
              transform: `translateY(${Math.floor(at / perRow) * pitch}px)`,
            }}
          >
            {view ? (
              <ViewItem
                view={view}
                camera={camera}
                layout={layout}
                isTabStop={at === stopAt}
                onFocus={() => setFocusedAt(at)}
                onArrow={(event) => onArrow(event, at)}
                onPointerDown={(event) => onViewDown(event, view)}
              />
            ) : (
              <CameraItem
                camera={camera}
                layout={layout}
                isTabStop={at === stopAt}
                onFocus={() => setFocusedAt(at)}
                isSelected={selected.includes(cameraKey(camera))}
                onAdd={(twice) => onAdd(camera, twice)}
                onSelect={(how) => onSelect(camera, how, order())}
                onArrow={(event) => onArrow(event, at)}
                onPointerDown={(event) => onPointerDown(event, camera)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
