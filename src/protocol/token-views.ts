/**
 * The claim `byViews` of a token: cameras that its user sees by some looks alone. Such a camera stands in the claim
 * `scope`, too, with no permission at all: a recorder that does not know this claim shows nothing of it. [ours]
 */
import * as z from "zod/mini";
import type { FisheyeLook } from "#domain/dewarp/config.ts";
import { look } from "./rest/view.ts";
import { wireId } from "./scalars.ts";

/** A token has at most so many. Headers carry it, and they have room for a little more. */
export const TOKEN_LOOKS_MAX = 100;

export const byViewsClaim = z
  .array(z.object({ id: wireId, scope: z.array(z.string()), looks: z.array(look) }))
  .check(z.refine((all) => all.reduce((sum, { looks }) => sum + looks.length, 0) <= TOKEN_LOOKS_MAX));

/** As short as it can be said: what the schema fills in is left out. */
export function claimedLook({ mode, view, shift, layout, panoramaZoom }: FisheyeLook): z.input<typeof look> {
  const { pan, tilt, zoom } = view;
  const { scale, centerX, centerY } = panoramaZoom;
  const isWhole = scale === 1 && centerX === 0.5 && centerY === 0.5;
  return {
    mode,
    view: { pan, tilt, zoom },
    shift,
    ...(layout === "single" ? {} : { layout }),
    ...(isWhole ? {} : { panoramaZoom: { scale, centerX, centerY } }),
  };
}
