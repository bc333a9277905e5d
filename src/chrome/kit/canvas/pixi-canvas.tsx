import "pixi.js/unsafe-eval";
import { Application, extend, useApplication } from "@pixi/react";
import { Container, Graphics, Mesh, type Renderer, Sprite, Ticker } from "pixi.js";
import { type ReactNode, useEffect, useState } from "react";
import css from "./pixi-canvas.module.css";
import { Spinner } from "../feedback/spinner.tsx";

extend({ Container, Graphics, Mesh, Sprite });

/**
 * Whether this browser gives a WebGL 2 context to a canvas of the page (one that refuses may still give it to an
 * offscreen canvas). The function asks once, with a context that it releases at once.
 */
let able: boolean | null = null;
function hasWebgl2(): boolean {
  if (able === null) {
    const gl = document.createElement("canvas").getContext("webgl2");
    able = gl !== null;
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return able;
}

/**
 * A small canvas of pixi's that a React component owns. It draws only when React has changed something in it. `width`
 * and `height` are CSS px. `waiting` labels the spinner over the empty canvas until the first drawing is there; it is
 * not shown as text, because the positioned element around it has a name of its own. `fallback` shows where there is no
 * WebGL 2, and after the context was lost.
 */
export function PixiCanvas(props: {
  readonly width: number;
  readonly height: number;
  readonly waiting: string;
  readonly fallback: ReactNode;
  /** elements of @pixi/react, in CSS px */
  readonly children: ReactNode;
}) {
  const { width, height } = props;
  const [lost, setLost] = useState(false);
  const [drawn, setDrawn] = useState(false);
  if (lost || !hasWebgl2()) return props.fallback;
  return (
    <>
      {drawn ? null : (
        <span className={css.waiting}>
          <Spinner label={props.waiting} />
        </span>
      )}
      <Application
        width={Math.max(1, width)}
        height={Math.max(1, height)}
        resolution={globalThis.devicePixelRatio}
        autoDensity
        antialias
        preference="webgl"
        backgroundAlpha={0}
        autoStart={false}
        // pixi's own scheduler would request frames forever.
        onInit={() => Ticker.system.stop()}
      >
        {props.children}
        <Painter width={width} height={height} onLost={() => setLost(true)} onDrawn={() => setDrawn(true)} />
      </Application>
    </>
  );
}

/** This component is last in the tree: when it has been committed, everything before it has been committed too. */
function Painter(props: {
  readonly width: number;
  readonly height: number;
  readonly onLost: () => void;
  readonly onDrawn: () => void;
}) {
  const { app } = useApplication();
  // When the tree changes while pixi is still starting, it is committed before there is a renderer, and again
  // afterwards.
  const renderer = app.renderer as Renderer | undefined;
  const { width, height, onLost, onDrawn } = props;
  useEffect(() => {
    const canvas = renderer?.canvas;
    if (!canvas) return;
    canvas.addEventListener("webglcontextlost", onLost);
    return () => canvas.removeEventListener("webglcontextlost", onLost);
  });
  useEffect(() => {
    // A dialog that is closed while its picture loads ends the application between this commit and its effects.
    if (!renderer || app.renderer !== renderer) return;
    if (renderer.screen.width !== width || renderer.screen.height !== height)
      renderer.resize(Math.max(1, width), Math.max(1, height));
    app.render();
    onDrawn();
  });
  return null;
}
