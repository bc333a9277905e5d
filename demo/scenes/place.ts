import type { CameraView } from "./camera-view.ts";
import type { Mover } from "./movers.ts";
import type { MoverLight } from "./mover-pen.ts";
import { unit, vector } from "./vector.ts";
import type { World } from "./world.ts";

/** The contents of a scene: its objects, its movers, and the camera from which it is seen. */
export interface Place {
  build(): World;
  view(widthPx: number, heightPx: number): CameraView;
  readonly movers: readonly Mover[];
  readonly light: MoverLight;
  /** exposure */
  readonly gain: number;
}

const SUN = unit(vector(-0.55, -1, -0.4));
export const day: MoverLight = { towards: SUN, shadow: 0.9, brightness: 1 };
export const indoors: MoverLight = { towards: unit(vector(0.2, -1, 0.15)), shadow: 0.55, brightness: 0.85 };
export const night: MoverLight = { towards: unit(vector(0.1, -1, 0.1)), shadow: 0.5, brightness: 0.36 };
export const RED = [178, 44, 40] as const;
export const BLUE = [46, 82, 150] as const;
export const GREEN = [58, 120, 84] as const;
export const YELLOW = [226, 180, 40] as const;
export const WHITE = [226, 226, 222] as const;
export const GREY = [128, 132, 136] as const;
export const ORANGE = [226, 112, 36] as const;
