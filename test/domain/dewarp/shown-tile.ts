/** A dewarped tile as the tests of gestures and views have it. */
import { DEFAULT_DEWARP_CONFIG, type DewarpConfig } from "#domain/dewarp/config.ts";
import { homeState, type TileDewarp, tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";

export const SIZE = { width: 640, height: 360 };
export const ceiling: DewarpConfig = { ...DEFAULT_DEWARP_CONFIG, enable: true };
export const shown = (mode: 1 | 2, config = ceiling, layout: TileDewarp["layout"] = "single"): TileDewarp =>
  tileDewarpOf(mode, config, { ...homeState(config), layout }, null);
