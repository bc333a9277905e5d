/** A picture of a camera that the user edits by pointer and keys, with pixi drawing over it. Two dialogs use it. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useSyncExternalStore,
} from "react";
import type { Point, Size } from "#base/geometry.ts";
import { classes } from "#chrome/kit/classes.ts";
import { PixiCanvas } from "#chrome/kit/canvas/pixi-canvas.tsx";
import { LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useWidth } from "#chrome/kit/canvas/use-width.ts";
import form from "../administration/forms/form.module.css";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./picture-canvas.module.css";
import type { Still } from "./use-still.ts";

/** The height of the window that the rest of the dialog takes, and the least height of the picture. */
const AROUND_PX = 270;
const MIN_HEIGHT_PX = 240;

/** The place of the picture: as wide as its container and as high as the window allow. */
export interface Surface {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly picture: Size;
  /** CSS px; 0 until it is known */
  readonly width: number;
  readonly height: number;
  /** CSS px per px of the picture */
  readonly scale: number;
}

export function useSurface(picture: Size): Surface {
  const box = useRef<HTMLDivElement>(null);
  const mostPx = Math.max(MIN_HEIGHT_PX, useWindowHeight() - AROUND_PX);
  const width = Math.min(useWidth(box), Math.round((mostPx * picture.width) / picture.height));
  const scale = width / picture.width;
  return { box, picture, width, height: Math.round(picture.height * scale), scale };
}

/**
 * Points are px of the picture; they may lie outside of it while a press is held. `children`: elements of @pixi/react.
 */
export function PictureCanvas(props: {
  readonly surface: Surface;
  readonly label: string;
  readonly help: string;
  readonly fallback: ReactNode;
  readonly className: string | undefined;
  readonly onPress: (at: Point) => void;
  readonly onMove: (at: Point, pressed: boolean) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  /** called when the pointer or the focus enters or leaves */
  readonly onAttention?: (here: boolean) => void;
  readonly children: ReactNode;
}) {
  const { surface, onAttention } = props;
  const say = useText();
  const { box, width, height, scale } = surface;
  const helpId = useId();
  const pressed = useRef(false);
  const at = (event: PointerEvent): Point => {
    const edges = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - edges.left) / scale, y: (event.clientY - edges.top) / scale };
  };
  const press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pressed.current = true;
    props.onPress(at(event));
  };
  const release = (): void => {
    pressed.current = false;
  };
  return (
    <div className={css.editor}>
      <div ref={box} role="application" aria-label={props.label}>
        <button
          type="button"
          aria-label={props.label}
          aria-describedby={helpId}
          className={classes(css.canvas, props.className)}
          style={width > 0 ? { width, height } : { height: MIN_HEIGHT_PX }}
          onPointerDown={press}
          onPointerMove={(event) => props.onMove(at(event), pressed.current)}
          onPointerUp={release}
          onPointerCancel={release}
          onPointerLeave={() => onAttention?.(false)}
          onFocus={() => onAttention?.(true)}
          onBlur={() => onAttention?.(false)}
          onKeyDown={props.onKey}
        >
          {width > 0 ? (
            <PixiCanvas width={width} height={height} waiting={say("camera.pictureLoading")} fallback={props.fallback}>
              {props.children}
            </PixiCanvas>
          ) : null}
        </button>
      </div>
      <p id={helpId} className={form.small}>
        {props.help}
      </p>
    </div>
  );
}

/**
 * Shown in place of the picture: it says that the picture is loading, or why there is none, in the words of the dialog.
 */
export function NoPicture({ still, dialog }: { readonly still: Still; readonly dialog: "dewarp" | "motion" }) {
  const say = useText();
  if (still.kind === "loading" || still.kind === "picture")
    return (
      <div className={css.empty}>
        <LoadingState text={say("camera.pictureLoading")} />
      </div>
    );
  return (
    <div className={css.empty} role="alert">
      {say(dialog === "dewarp" ? dewarpText(still) : motionText(still))}
    </div>
  );
}

type NoStill = Exclude<Still, { readonly kind: "loading" | "picture" }>;
const dewarpText = (still: NoStill) =>
  still.kind === "problem" ? (`failure.dewarp/${still.problem}` as const) : "failure.dewarp/preview-failed";
const motionText = (still: NoStill) =>
  still.kind === "problem" ? (`failure.motion/${still.problem}` as const) : "failure.motion/no-image";

function onResize(changed: () => void): () => void {
  addEventListener("resize", changed);
  return () => removeEventListener("resize", changed);
}

/** The window's inner height in CSS px as it changes. */
const useWindowHeight = (): number => useSyncExternalStore(onResize, () => innerHeight);
