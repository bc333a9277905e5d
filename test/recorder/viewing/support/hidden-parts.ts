/** What of the scene is hidden: its squares by a mask, everything by views that do not show them, or nothing. */
import { type ShownPart, WHOLE_PICTURE } from "#domain/cameras/privacy-mask.ts";
import type { ViewRights } from "#recorder/ipc/viewing-shapes.ts";
import type { StreamMasks } from "#recorder/viewing/stream-masks.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import { SQUARES } from "./brightest.ts";

export const UNMASKED: ViewRights = { ...MAY_ALL, isUnmasked: true };
/** The parts of two views: one that shows none of the squares, and one that shows all of the picture. */
export const BESIDE: readonly ShownPart[] = [
  {
    isShown: true,
    points: [
      [0, 0.9],
      [0.1, 0.9],
      [0.1, 1],
      [0, 1],
    ].map(([x = 0, y = 0]) => ({ x, y })),
  },
];
const EVERYTHING = WHOLE_PICTURE.map((part) => ({ ...part, isShown: true }) as const);
export const byViews = (masks: StreamMasks): void =>
  masks.set([{ id: "a", masks: [], shownByView: { beside: BESIDE, all: EVERYTHING } }]);
export const hide = (masks: StreamMasks): void => masks.set([{ id: "a", masks: SQUARES }]);
export const show = (masks: StreamMasks): void => masks.set([{ id: "a", masks: [] }]);
