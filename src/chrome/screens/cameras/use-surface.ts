/** How large a dialog shows a picture of a camera; without pixi, which not every such dialog draws with. */
import { type RefObject, useRef, useSyncExternalStore } from "react";
import type { Size } from "#base/geometry.ts";
import { useWidth } from "#chrome/kit/canvas/use-width.ts";

/** The height of the window that the rest of the dialog takes, and the least height of the picture. */
const AROUND_PX = 270;
export const MIN_HEIGHT_PX = 240;

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

function onResize(changed: () => void): () => void {
  addEventListener("resize", changed);
  return () => removeEventListener("resize", changed);
}

/** The window's inner height in CSS px as it changes. */
const useWindowHeight = (): number => useSyncExternalStore(onResize, () => innerHeight);
