/** Decides for which parts of its header a tile has room. The tile's menu contains all parts that are left out. */

/** `dewarpModes`: a button for each dewarp mode instead of the menu alone. `zoom`: the zoom level and its reset. */
export type HeaderPart =
  | "full"
  | "zoom"
  | "dewarp"
  | "dewarpModes"
  | "ptz"
  | "presets"
  | "mode"
  | "link"
  | "volume"
  | "picture"
  | "stats";

/** A narrower tile shows only the parts that exist nowhere else. */
export const NARROW_PX = 260;
/** A narrower tile leaves full screen, zoom, the player's mode, its link and its volume to the menu. */
const TINY_PX = 190;
/** A wider tile has a button for each dewarp mode. */
const WIDE_PX = 420;
/** A narrower tile leaves the presets to the menu. */
const PRESETS_PX = 150;

/** the least width of a button and its gap, by kind of pointer (toolbar.module.css) */
const BUTTON_PX = 27;
const TOUCH_BUTTON_PX = 41;
const NARROW_TOUCH_BUTTON_PX = 33;
const EDGES_PX = 4;
/** this much of the camera's name must stay readable */
const NAME_PX = 24;
/** the width of "1000 %" with its paddings */
const ZOOM_PX = 66;

const LEAST_PX: Readonly<Record<HeaderPart, number>> = {
  full: TINY_PX,
  zoom: TINY_PX,
  dewarp: 0,
  dewarpModes: WIDE_PX,
  ptz: 0,
  presets: PRESETS_PX,
  mode: TINY_PX,
  link: TINY_PX,
  volume: TINY_PX,
  picture: NARROW_PX,
  stats: NARROW_PX,
};
/** The order in which parts are left out when all together are too wide. */
const DROPPED: readonly HeaderPart[] = [
  "dewarpModes",
  "stats",
  "picture",
  "mode",
  "volume",
  "zoom",
  "link",
  "full",
  "presets",
  "dewarp",
  "ptz",
];

export function headerRoom(
  offered: readonly HeaderPart[],
  { widthPx, touch, closable }: { readonly widthPx: number; readonly touch: boolean; readonly closable: boolean },
): ReadonlySet<HeaderPart> {
  const buttonPx = touch ? (widthPx < NARROW_PX ? NARROW_TOUCH_BUTTON_PX : TOUCH_BUTTON_PX) : BUTTON_PX;
  const widthOf = (part: HeaderPart): number => {
    if (part === "zoom") return ZOOM_PX;
    return part === "dewarpModes" ? 3 * buttonPx : buttonPx;
  };
  const shown = new Set(offered.filter((part) => widthPx >= LEAST_PX[part]));
  // The menu stays, and so does the close button.
  const fixedPx = EDGES_PX + (widthPx < TINY_PX ? 0 : NAME_PX) + (closable ? 2 : 1) * buttonPx;
  const isTooWide = (): boolean => fixedPx + [...shown].reduce((sum, part) => sum + widthOf(part), 0) > widthPx;
  for (const part of DROPPED) if (isTooWide()) shown.delete(part);
  return shown;
}
