/** The picture with its masks over it. Each corner is a button: it is pulled by the pointer, or moved by the arrow keys. */
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import type { Point, Size } from "#base/geometry.ts";
import {
  maskAt,
  withCornerAfter,
  withCornerAt,
  withMaskMoved,
  withoutCorner,
  withRectangle,
} from "#domain/cameras/mask-editing.ts";
import { MASK_POINTS_LEAST, MASK_POINTS_MOST, type PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import { useText } from "#chrome/texts/use-text.ts";
import form from "#chrome/screens/administration/forms/form.module.css";
import { useSurface } from "../use-surface.ts";
import css from "./privacy.module.css";

/** One press of an arrow key, as a share of the picture; with Alt a tenth of it. */
const STEP = 0.01;
const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface Props {
  readonly picture: ImageBitmap | null;
  readonly size: Size;
  readonly masks: readonly PrivacyMask[];
  /** -1: none */
  readonly selected: number;
  readonly onEdit: (masks: readonly PrivacyMask[], selected: number) => void;
  readonly onSelect: (at: number) => void;
}

/** What the pressed pointer does: it draws a rectangle, moves a mask or pulls a corner. */
type Drag =
  | { readonly kind: "draw"; readonly from: Point }
  | { readonly kind: "move"; readonly from: Point; readonly before: readonly PrivacyMask[] }
  | { readonly kind: "corner"; readonly corner: number };

export function PrivacyEditor({ picture, size, masks, selected, onEdit, onSelect }: Props) {
  const say = useText();
  const { box, width, height } = useSurface(size);
  const canvas = useRef<HTMLCanvasElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const [drag, setDrag] = useState<Drag | null>(null);
  const [to, setTo] = useState<Point | null>(null);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context && picture) context.drawImage(picture, 0, 0);
  }, [picture]);

  const at = (event: PointerEvent): Point => {
    const edges = area.current?.getBoundingClientRect();
    if (!edges) return { x: 0, y: 0 };
    return { x: (event.clientX - edges.left) / edges.width, y: (event.clientY - edges.top) / edges.height };
  };
  const hold = (event: PointerEvent, now: Drag): void => {
    area.current?.setPointerCapture(event.pointerId);
    setDrag(now);
  };
  const press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const from = at(event);
    const hit = maskAt(masks, from);
    onSelect(hit);
    hold(event, hit >= 0 ? { kind: "move", from, before: masks } : { kind: "draw", from });
  };
  const move = (event: PointerEvent): void => {
    if (!drag) return;
    const place = at(event);
    if (drag.kind === "draw") setTo(place);
    else if (drag.kind === "corner") onEdit(withCornerAt(masks, selected, drag.corner, place), selected);
    else onEdit(withMaskMoved(drag.before, selected, { x: place.x - drag.from.x, y: place.y - drag.from.y }), selected);
  };
  const release = (): void => {
    if (drag?.kind === "draw" && to) {
      const drawn = withRectangle(masks, drag.from, to);
      if (drawn !== masks) onEdit(drawn, drawn.length - 1);
    }
    setDrag(null);
    setTo(null);
  };
  const wayOf = (event: KeyboardEvent): Point | null => {
    const way = WAYS[event.key];
    const step = event.altKey ? STEP / 10 : STEP;
    return way ? { x: way.x * step, y: way.y * step } : null;
  };
  const cornerKey = (event: KeyboardEvent, corner: number, { x, y }: Point): void => {
    const way = wayOf(event);
    if (way && event.shiftKey) onEdit(withMaskMoved(masks, selected, way), selected);
    else if (way) onEdit(withCornerAt(masks, selected, corner, { x: x + way.x, y: y + way.y }), selected);
    else if (event.key === "+" || event.key === "Insert") onEdit(withCornerAfter(masks, selected, corner), selected);
    else if (event.key === "Delete" || event.key === "Backspace")
      onEdit(withoutCorner(masks, selected, corner), selected);
    else return;
    event.preventDefault();
  };
  const chosen = masks[selected];
  const percent = (share: number): number => Math.round(share * 100);
  const preview = drag?.kind === "draw" && to ? withRectangle([], drag.from, to)[0] : undefined;
  const outline = ({ points }: PrivacyMask): string => points.map(({ x, y }) => `${x * width},${y * height}`).join(" ");

  return (
    <div className={css.editor}>
      <div ref={box}>
        <div
          ref={area}
          role="application"
          aria-label={say("privacy.editor")}
          aria-describedby={helpId}
          className={css.area}
          style={width > 0 ? { width, height } : undefined}
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
        >
          <canvas ref={canvas} className={css.picture} width={size.width} height={size.height} aria-hidden="true" />
          <svg className={css.shapes} viewBox={`0 0 ${Math.max(1, width)} ${Math.max(1, height)}`} aria-hidden="true">
            {[...masks, ...(preview ? [preview] : [])].map((mask, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a mask has no name but its place
              <polygon key={i} points={outline(mask)} className={css.shape} data-selected={i === selected} />
            ))}
          </svg>
          {chosen?.points.map((point, corner) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a corner has no name but its place
              key={corner}
              type="button"
              className={css.corner}
              style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
              aria-label={say("privacy.corner", { number: corner + 1, x: percent(point.x), y: percent(point.y) })}
              onPointerDown={(event) => {
                event.stopPropagation();
                if (event.button === 0) hold(event, { kind: "corner", corner });
              }}
              onKeyDown={(event) => cornerKey(event, corner, point)}
            />
          ))}
          {chosen && chosen.points.length < MASK_POINTS_MOST && drag === null
            ? chosen.points.map((point, corner) => {
                const next = chosen.points[(corner + 1) % chosen.points.length] ?? point;
                return (
                  <button
                    // biome-ignore lint/suspicious/noArrayIndexKey: an edge has no name but its place
                    key={corner}
                    type="button"
                    tabIndex={-1}
                    className={css.edge}
                    style={{ left: `${(point.x + next.x) * 50}%`, top: `${(point.y + next.y) * 50}%` }}
                    aria-label={say("privacy.addCorner", { number: corner + 1 })}
                    title={say("privacy.addCorner", { number: corner + 1 })}
                    onPointerDown={(event) => {
                      event.stopPropagation();
                      if (event.button !== 0) return;
                      onEdit(withCornerAfter(masks, selected, corner), selected);
                      hold(event, { kind: "corner", corner: corner + 1 });
                    }}
                  />
                );
              })
            : null}
        </div>
      </div>
      <p id={helpId} className={form.small}>
        {say("privacy.editorHelp", { least: MASK_POINTS_LEAST, most: MASK_POINTS_MOST })}
      </p>
    </div>
  );
}
