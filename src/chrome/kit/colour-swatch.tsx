import type { CSSProperties } from "react";
import css from "./colour-swatch.module.css";

/**
 * `colourClass`: of the camera, 0 to 35 (domain/stream-status.ts). For elements whose colour stands for a camera. Hues go
 * round in steps of 130 degrees: neighbours differ, and all 36 are different.
 */
export const cameraColour = (colourClass: number): CSSProperties => ({
  background: `oklch(0.68 0.12 ${(colourClass * 130) % 360}deg)`,
});

/** A small mark in a camera's colour; the name beside it says which. */
export const ColourSwatch = ({ colourClass }: { readonly colourClass: number }) => (
  <i className={css.swatch} style={cameraColour(colourClass)} aria-hidden="true" />
);
