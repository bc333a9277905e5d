/** A picture of a camera that the user edits by pointer and keys, with pixi drawing over it. Two dialogs use it. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from "react";
import type { Point } from "#base/geometry.ts";
import { classes } from "#chrome/kit/classes.ts";
import { PixiCanvas } from "#chrome/kit/canvas/pixi-canvas.tsx";
import { LoadingState } from "#chrome/kit/feedback/states.tsx";
import form from "../administration/forms/form.module.css";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./picture-canvas.module.css";
import type { Still } from "./use-still.ts";
import { MIN_HEIGHT_PX, type Surface, useSurface } from "./use-surface.ts";

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

/** What most cameras send. */
const USUAL = { width: 16, height: 9 };

/**
 * Shown in place of the picture: it says that the picture is loading, or why there is none, in the words of the dialog.
 * It is as large as a usual picture with its `help`, so that no button moves under a finger when the picture arrives.
 */
export function NoPicture(props: {
  readonly still: Still;
  readonly dialog: "dewarp" | "motion";
  readonly help: string;
}) {
  const { still, dialog, help } = props;
  const say = useText();
  const { box, height } = useSurface(USUAL);
  const style = { height: Math.max(height, MIN_HEIGHT_PX) };
  return (
    <div ref={box} className={css.editor}>
      {still.kind === "loading" || still.kind === "picture" ? (
        <div className={css.empty} style={style}>
          <LoadingState text={say("camera.pictureLoading")} />
        </div>
      ) : (
        <div className={css.empty} style={style} role="alert">
          {say(dialog === "dewarp" ? dewarpText(still) : motionText(still))}
        </div>
      )}
      <p className={classes(form.small, css.kept)} aria-hidden="true">
        {help}
      </p>
    </div>
  );
}

type NoStill = Exclude<Still, { readonly kind: "loading" | "picture" }>;
const dewarpText = (still: NoStill) =>
  still.kind === "problem" ? (`failure.dewarp/${still.problem}` as const) : "failure.dewarp/preview-failed";
const motionText = (still: NoStill) =>
  still.kind === "problem" ? (`failure.motion/${still.problem}` as const) : "failure.motion/no-image";
