/** The side panel's cameras tab: layouts, chip search, groups (document 1, section 2). */
import type { Edition } from "./accounts/access.ts";
import {
  BIG_CAMERAS_MAX,
  BIG_FORCED_PX,
  MOSAIC_ONE_ABOVE_DEPTH,
  MOSAIC_PER_ROW,
  MOSAIC_TWO_ABOVE_DEPTH,
  PANEL_WIDTH_MAX_PX,
  PANEL_WIDTH_MIN_PX,
} from "./limits/stage.ts";

const PANEL_LAYOUTS = ["mosaic", "big", "list"] as const;
export type PanelLayout = (typeof PANEL_LAYOUTS)[number];

/** Standalone starts with big, the aggregator with mosaic; so does a recorder with many cameras: four of them would fill a high screen. */
export const defaultLayout = (edition: Edition, cameras: number): PanelLayout =>
  edition === "standalone" && cameras <= BIG_CAMERAS_MAX ? "big" : "mosaic";

/** The side panel's width, CSS px: whole, and inside its limits. */
export const panelWidth = (wantedPx: number): number =>
  Math.round(Math.min(PANEL_WIDTH_MAX_PX, Math.max(PANEL_WIDTH_MIN_PX, wantedPx)));

/** mosaic, big, list, mosaic. */
export const toggleLayout = (layout: PanelLayout): PanelLayout =>
  PANEL_LAYOUTS[(PANEL_LAYOUTS.indexOf(layout) + 1) % PANEL_LAYOUTS.length] ?? "mosaic";

/** Big is forced in narrow windows (415 px or less). */
export const layoutIsForced = (windowWidthPx: number): boolean => windowWidthPx <= BIG_FORCED_PX;
export const shownLayout = (chosen: PanelLayout, windowWidthPx: number): PanelLayout =>
  layoutIsForced(windowWidthPx) ? "big" : chosen;

/** Previews side by side at a depth of nested groups. */
export const previewsPerRow = (layout: PanelLayout, depth: number): number => {
  if (layout !== "mosaic" || depth > MOSAIC_ONE_ABOVE_DEPTH) return 1;
  return depth > MOSAIC_TWO_ABOVE_DEPTH ? 2 : MOSAIC_PER_ROW;
};

/** A search text in the form for comparison: no case, no accents, single spaces. */
export const foldText = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim();

/** A chip to add: trimmed; `null` when it is empty or exists already. */
export function newChip(chips: readonly string[], typed: string): string | null {
  const chip = typed.replaceAll(/\s+/g, " ").trim();
  return chip === "" || chips.some((other) => foldText(other) === foldText(chip)) ? null : chip;
}

/**
 * Folding is most of the search's work: 2,000 names are folded once, not at every key. An object whose name changed is
 * folded again.
 */
const foldedNames = new WeakMap<object, { readonly name: string; readonly folded: string }>();
/** `foldText` of a camera's name, kept with the camera. */
export function foldedName(camera: { readonly name: string }): string {
  const known = foldedNames.get(camera);
  if (known?.name === camera.name) return known.folded;
  const folded = foldText(camera.name);
  foldedNames.set(camera, { name: camera.name, folded });
  return folded;
}

interface PanelSearch<Camera, View> {
  readonly cameras: readonly Camera[];
  /** the views to show below a camera */
  readonly viewsOf: (camera: Camera) => readonly View[];
  /** a camera that is there for its views only */
  readonly isHidden: (camera: Camera) => boolean;
}

/**
 * The search over cameras and their views: a camera that is found brings its views; a view is found by its own name. `isFound`: the
 * server has found the camera, by what lists do not hold.
 */
export function searchPanel<Camera extends { readonly name: string }, View extends { readonly name: string }>(
  cameras: readonly Camera[],
  allOf: (camera: Camera) => readonly View[],
  chips: readonly string[],
  typed: string,
  isFound: (camera: Camera) => boolean = () => false,
): PanelSearch<Camera, View> {
  const words = wordsOf(chips, typed);
  // Without a word everything is shown: thousands of cameras need no list of their own views made beforehand.
  if (words.length === 0) return { cameras, viewsOf: allOf, isHidden: () => false };
  const named = new Set<Camera>();
  const views = new Map<Camera, readonly View[]>();
  const names = namesOf(cameras);
  const found = cameras.filter((camera, at) => {
    const own = allOf(camera);
    if (words.every((word) => names[at]?.includes(word)) || isFound(camera)) named.add(camera);
    const shown = named.has(camera) ? own : own.filter((view) => hasWords(view, words));
    if (shown.length > 0) views.set(camera, shown);
    return named.has(camera) || shown.length > 0;
  });
  return {
    cameras: found,
    viewsOf: (camera) => views.get(camera) ?? [],
    isHidden: (camera) => !named.has(camera),
  };
}

/** The folded names of a list, side by side: ten thousand of them are read at each key. A list that changes is another list. */
const listedNames = new WeakMap<readonly object[], readonly string[]>();
function namesOf(list: readonly { readonly name: string }[]): readonly string[] {
  const names = listedNames.get(list) ?? list.map(foldedName);
  listedNames.set(list, names);
  return names;
}

/** Folded once for a search, not for each name. */
const wordsOf = (chips: readonly string[], typed: string): readonly string[] =>
  [...chips, typed].map(foldText).filter((word) => word !== "");
function hasWords(named: { readonly name: string }, words: readonly string[]): boolean {
  const name = foldedName(named);
  return words.every((word) => name.includes(word));
}

/** Cameras whose names contain every chip and the text that is being typed. */
export function filterCameras<T extends { readonly name: string }>(
  cameras: readonly T[],
  chips: readonly string[],
  typed = "",
): readonly T[] {
  const words = wordsOf(chips, typed);
  return words.length === 0 ? cameras : cameras.filter((camera) => hasWords(camera, words));
}
