/** A dewarped player: what its stream says, and what its user has changed. */
import { noZoom } from "../first-facts.ts";
import type { DigitalZoom } from "../player/digital-zoom.ts";
import type { DewarpConfig, DewarpLayout, PerspectiveView } from "./config.ts";
import { DEFAULT_LENS, type Lens } from "./lens.ts";

/** The user's changes to the stream's defaults; they live as long as the player. */
export interface DewarpState {
  readonly view: PerspectiveView;
  /** heading in the middle of the panorama, degrees */
  readonly shift: number;
  readonly layout: DewarpLayout;
  /** the magnified panorama; the perspective view has its own zoom */
  readonly panoramaZoom: DigitalZoom;
}

/** A dewarped player. */
export interface TileDewarp extends DewarpState {
  readonly mode: 1 | 2;
  readonly config: DewarpConfig;
  readonly lens: Lens;
}

/** The stream's own view: Home leads to it. */
export const homeState = (config: DewarpConfig, layout: DewarpLayout = "single"): DewarpState => ({
  view: config.defaultPerspectiveView,
  shift: config.panoramaShift,
  layout,
  panoramaZoom: noZoom,
});

/** The values of a dewarped player that a user can change. */
export const dewarpState = ({ view, shift, layout, panoramaZoom }: DewarpState): DewarpState => ({
  view,
  shift,
  layout,
  panoramaZoom,
});

/** The layouts that a mode offers: quad needs a mount that sees all round, and so does the double panorama. */
export function layoutsOf(mode: 0 | 1 | 2, config: DewarpConfig): readonly DewarpLayout[] {
  if (mode === 0) return [];
  if (config.orientation === "wall") return ["single"];
  return mode === 1 ? ["single", "quad"] : ["single", "double-panorama"];
}

/** The dewarped player of a mode; an explicit lens counts before a found one, and that before the default. */
export function tileDewarpOf(
  mode: 1 | 2,
  config: DewarpConfig,
  state: DewarpState | null,
  foundLens: Lens | null,
): TileDewarp {
  const used = state ?? homeState(config);
  const layout = layoutsOf(mode, config).includes(used.layout) ? used.layout : "single";
  return { ...used, layout, mode, config, lens: config.lens ?? foundLens ?? DEFAULT_LENS };
}
