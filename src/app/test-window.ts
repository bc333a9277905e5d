/** `window.__proscenium` of builds for tests (`vite build --mode e2e`) and of development; no other build contains it. */
import type { Rect } from "#base/geometry.ts";
import type { Product } from "#chrome/product.ts";
import { tileRects } from "#state/stage-geometry.ts";
import type { StageBinding } from "./bindings/stage-binding.ts";

export interface TestPixels {
  readonly width: number;
  readonly height: number;
  /** RGBA rows from the top */
  readonly rgba: readonly number[];
}

export interface TestWindow {
  /** pixels of the stage as presented; device px of the canvas */
  readPixels(rect: Rect): Promise<TestPixels | null>;
  /** everything that has arrived at the stage is on the screen */
  whenIdle(): Promise<void>;
  /** tiles (device px), players, cameras, session without its token, health */
  facts(): unknown;
  loseContext(restoreAfterMs: number): void;
}

export function exposeForTests(product: Product, binding: () => StageBinding | null): void {
  const { stores } = product;
  const tools: TestWindow = {
    async readPixels(rect) {
      const pixels = await binding()?.readPixels(rect);
      return pixels ? { width: pixels.width, height: pixels.height, rgba: [...pixels.rgba] } : null;
    },
    whenIdle: async () => binding()?.whenIdle(),
    loseContext: (restoreAfterMs) => binding()?.loseContext(restoreAfterMs),
    facts() {
      const stage = stores.stage.get();
      const ratio = stage.area.devicePixelRatio;
      const { token: _secret, ...session } = stores.session.get();
      return {
        session,
        health: stores.health.get(),
        cameras: stores.cameras.get(),
        players: stores.players.get().byTile,
        grid: stage.grid,
        tiles: tileRects(stage).map(({ tileId, rect }) => ({
          tileId,
          rect: { x: rect.x * ratio, y: rect.y * ratio, width: rect.width * ratio, height: rect.height * ratio },
        })),
      };
    },
  };
  Object.assign(globalThis, { __proscenium: tools });
}
