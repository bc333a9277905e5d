/** The dark plate behind the texts of a tile, and a text on it. */
import { PLATE } from "./overlay-style.ts";
import type { Context2D } from "./painting-context.ts";

export function paintPlate(painter: Context2D, width: number, height: number, radius: number): void {
  painter.fillStyle = PLATE;
  painter.beginPath();
  painter.roundRect(0, 0, width, height, radius);
  painter.fill();
}

/** Centred between the top and the bottom of a plate of this height. */
export function paintText(
  painter: Context2D,
  text: string,
  font: string,
  fill: string,
  x: number,
  height: number,
): void {
  painter.font = font;
  painter.fillStyle = fill;
  painter.textBaseline = "middle";
  painter.fillText(text, x, Math.round(height / 2) + 0.5);
}
