import type { Context2D } from "./painting-context.ts";

export type IconName = "connecting" | "warning" | "ban" | "no-video" | "play" | "delay" | "reverse" | "unlinked";

/** Icons stand on a grid of 24 units; strokes are 1.75 units, round. */
const GRID = 24;
const TURN = Math.PI * 2;

const strokes: Record<IconName, (path: Context2D) => void> = {
  connecting: (path) => {
    path.arc(12, 12, 8.5, -TURN / 4, TURN / 2);
  },
  warning: (path) => {
    path.moveTo(10.3, 4.6);
    path.lineTo(3, 17.4);
    path.arcTo(1.9, 19.5, 4.4, 19.5, 1.9);
    path.lineTo(19.6, 19.5);
    path.arcTo(22.1, 19.5, 21, 17.4, 1.9);
    path.lineTo(13.7, 4.6);
    path.arcTo(12, 1.7, 10.3, 4.6, 1.95);
    path.closePath();
    path.moveTo(12, 9.2);
    path.lineTo(12, 13.2);
    path.moveTo(12, 16.2);
    path.lineTo(12, 16.25);
  },
  ban: (path) => {
    path.arc(12, 12, 8.75, 0, TURN);
    path.moveTo(5.85, 5.85);
    path.lineTo(18.15, 18.15);
  },
  "no-video": (path) => {
    path.roundRect(2.5, 6.5, 12.5, 11, 2);
    path.moveTo(15, 10.8);
    path.lineTo(20.3, 8.1);
    path.lineTo(20.3, 15.9);
    path.lineTo(15, 13.2);
    path.moveTo(3.2, 2.9);
    path.lineTo(20.8, 21.1);
  },
  play: (path) => {
    path.moveTo(8.2, 5.2);
    path.lineTo(18.6, 12);
    path.lineTo(8.2, 18.8);
    path.closePath();
  },
  delay: (path) => {
    path.arc(12, 12, 8.75, 0, TURN);
    path.moveTo(12, 7.2);
    path.lineTo(12, 12);
    path.lineTo(15.4, 14.1);
  },
  reverse: (path) => {
    path.moveTo(11.2, 6.2);
    path.lineTo(4.2, 12);
    path.lineTo(11.2, 17.8);
    path.closePath();
    path.moveTo(19.8, 6.2);
    path.lineTo(12.8, 12);
    path.lineTo(19.8, 17.8);
    path.closePath();
  },
  // Two links of a chain, and a bar across.
  unlinked: (path) => {
    path.moveTo(11.4, 5.5);
    path.arc(15, 9, 5, (-TURN * 3) / 8, TURN / 8);
    path.moveTo(12.6, 18.5);
    path.arc(9, 15, 5, TURN / 8, (TURN * 5) / 8);
    path.moveTo(3.2, 3.2);
    path.lineTo(20.8, 20.8);
  },
};

const filled: ReadonlySet<IconName> = new Set(["play", "reverse"]);

/** Paints an icon with its top left corner at `x, y`, `sizePx` wide and high. */
export function paintIcon(painter: Context2D, name: IconName, x: number, y: number, sizePx: number, css: string): void {
  painter.save();
  painter.translate(x, y);
  painter.scale(sizePx / GRID, sizePx / GRID);
  painter.lineWidth = name === "warning" ? 1.9 : 1.75;
  painter.lineCap = "round";
  painter.lineJoin = "round";
  if (name === "connecting") {
    painter.strokeStyle = css;
    painter.globalAlpha = 0.25;
    painter.beginPath();
    painter.arc(12, 12, 8.5, 0, TURN);
    painter.stroke();
    painter.globalAlpha = 1;
  }
  painter.strokeStyle = css;
  painter.beginPath();
  strokes[name](painter);
  painter.stroke();
  if (filled.has(name)) {
    painter.fillStyle = css;
    painter.fill();
  }
  painter.restore();
}
