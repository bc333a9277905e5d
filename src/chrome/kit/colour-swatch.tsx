import type { CSSProperties } from "react";
import css from "./colour-swatch.module.css";

/**
 * `colourClass`: the camera's colour, 0 to 35 (domain/stream-status.ts), for elements whose colour stands for a camera.
 * Hues advance in steps of 130 degrees, so neighbours differ clearly and all 36 are different.
 */
export const cameraColour = (colourClass: number): CSSProperties => ({
  background: `oklch(0.68 0.12 ${(colourClass * 130) % 360}deg)`,
});

/** A small mark in a camera's colour; the name beside it tells which camera it is. */
export const ColourSwatch = ({ colourClass }: { readonly colourClass: number }) => (
  <i className={css.swatch} style={cameraColour(colourClass)} aria-hidden="true" />
);
