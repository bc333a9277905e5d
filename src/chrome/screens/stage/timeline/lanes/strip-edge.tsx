/**
 * The upper edge of the strip: dragged, or moved by keys, it makes the strip higher, up to half of the window. While it
 * is dragged only a line moves: the stage is laid out once, at the end.
 */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { STRIP_LEAST_PX, STRIP_STEP_PX, stripHeight, stripMostPx } from "#domain/timeline/strip/lane-rows.ts";
import css from "./lanes.module.css";

export function StripEdge() {
  const { stores } = useProduct();
  const say = useText();
  const edge = useRef<HTMLDivElement>(null);
  const grabbed = useRef({ y: 0, heightPx: 0 });
  /** where the edge would be, px above the strip's; null: it is not dragged */
  const [byPx, setByPx] = useState<number | null>(null);
  const windowPx = useFacts(stores.preferences, (facts) => facts.window.heightPx);
  const chosenPx = useFacts(stores.preferences, (facts) => facts.timelineHeightPx);
  const placedPx = useFacts(stores.timeline, ({ rect }) => Math.round(rect?.height ?? STRIP_LEAST_PX));
  const shownPx = (): number => edge.current?.parentElement?.clientHeight ?? STRIP_LEAST_PX;
  const set = (heightPx: number | null): void =>
    stores.preferences.change((facts) => {
      facts.timelineHeightPx = heightPx === null ? null : stripHeight(heightPx, windowPx);
    });
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { y: event.clientY, heightPx: shownPx() };
    setByPx(0);
  };
  const wanted = (event: PointerEvent): number =>
    stripHeight(grabbed.current.heightPx + grabbed.current.y - event.clientY, windowPx);
  const onMove = (event: PointerEvent): void => {
    if (byPx !== null) setByPx(wanted(event) - grabbed.current.heightPx);
  };
  const onUp = (event: PointerEvent): void => {
    if (byPx === null) return;
    setByPx(null);
    if (event.type === "pointerup" && wanted(event) !== grabbed.current.heightPx) set(wanted(event));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "ArrowUp") set(shownPx() + STRIP_STEP_PX);
    else if (event.key === "ArrowDown") set(shownPx() - STRIP_STEP_PX);
    else if (event.key === "Home") set(STRIP_LEAST_PX);
    else if (event.key === "End") set(windowPx);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // A separator that can be moved is a widget: `hr` is none.
    <div
      ref={edge}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={say("timeline.height")}
      aria-valuemin={STRIP_LEAST_PX}
      aria-valuemax={stripMostPx(windowPx)}
      aria-valuenow={chosenPx === null ? placedPx : stripHeight(chosenPx, windowPx)}
      title={say("timeline.height")}
      className={css.edge}
      data-strip-edge=""
      data-dragging={byPx === null ? undefined : ""}
      style={byPx === null ? undefined : { transform: `translateY(${-byPx}px)` }}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      onDoubleClick={() => set(null)}
      onKeyDown={onKey}
    />
  );
}
