import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { PANEL_WIDTH_MAX_PX, PANEL_WIDTH_MIN_PX, PANEL_WIDTH_PX } from "#domain/limits/stage.ts";
import { panelWidth } from "#domain/panel.ts";
import css from "./panel.module.css";

const KEY_STEP_PX = 20;

/**
 * The side panel's edge: dragged, or moved by arrow keys, Home and End, it changes the panel's width. A double-click and
 * Enter give it its first width again.
 */
export function PanelEdge() {
  const { stores } = useProduct();
  const say = useText();
  const widthPx = useFacts(stores.preferences, (facts) => facts.panelWidthPx);
  /** the panel's width minus the pointer's place while it is dragged */
  const grab = useRef<number | null>(null);
  const set = (wantedPx: number): void =>
    stores.preferences.change((facts) => {
      facts.panelWidthPx = panelWidth(wantedPx);
    });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: widthPx - KEY_STEP_PX,
      ArrowRight: widthPx + KEY_STEP_PX,
      Home: PANEL_WIDTH_MIN_PX,
      End: PANEL_WIDTH_MAX_PX,
      Enter: PANEL_WIDTH_PX,
    };
    const wanted = to[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    set(wanted);
  };
  const end = (): void => {
    grab.current = null;
  };
  return (
    // A separator that is moved is a control (ARIA: window splitter); no element of HTML is one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-orientation="vertical"
      aria-label={say("wall.edge")}
      title={say("wall.edge")}
      aria-valuemin={PANEL_WIDTH_MIN_PX}
      aria-valuemax={PANEL_WIDTH_MAX_PX}
      aria-valuenow={widthPx}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={css.edge}
      onKeyDown={onKeyDown}
      onDoubleClick={() => set(PANEL_WIDTH_PX)}
      onPointerDown={(event: PointerEvent) => {
        if (event.button !== 0) return;
        grab.current = widthPx - event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={({ clientX }) => grab.current !== null && set(grab.current + clientX)}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
