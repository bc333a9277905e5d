import type { Orientation } from "#domain/dewarp/config.ts";
import { viewBetween } from "#domain/dewarp/interaction.ts";
import type { DewarpState } from "#domain/dewarp/tile-dewarp.ts";

const GLIDE_MS = 250;

/** Reads and writes a view. */
interface GlidingView {
  readonly get: () => DewarpState | null;
  readonly set: (state: DewarpState) => void;
}

/**
 * Moves a perspective view to the target of a click, by the shorter way round (design, dewarp 2.7); at once for users
 * who prefer reduced motion. Any other change of the view ends the movement.
 */
export function glideTo(view: GlidingView, orientation: Orientation, from: DewarpState, to: DewarpState): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return view.set(to);
  const startMs = performance.now();
  let last: DewarpState = { ...from };
  view.set(last);
  const step = (nowMs: number): void => {
    if (view.get() !== last) return;
    const share = Math.min(1, Math.max(0, nowMs - startMs) / GLIDE_MS);
    const eased = share * (2 - share);
    last = share === 1 ? to : { ...to, view: viewBetween(orientation, from.view, to.view, eased) };
    view.set(last);
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
