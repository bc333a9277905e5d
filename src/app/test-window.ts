/** `window.__proscenium` of builds for tests (`vite build --mode e2e`) and of development; no other build contains it. */
import { epochMs } from "#actions/epoch.ts";
import type { Rect } from "#base/geometry.ts";
import { tileRects } from "#state/stage/stage-geometry.ts";
import { timelineTime } from "#state/timeline-store.ts";
import type { Application } from "./composition.ts";

export interface TestPixels {
  /** epoch ms, just before they were read */
  readonly atMs: number;
  readonly width: number;
  readonly height: number;
  /** RGBA rows from the top, device px */
  readonly rgbaBase64: string;
}

export interface TestWindow {
  /** pixels of the stage as presented; `rect` in CSS px of the page */
  readPixels(rect: Rect): Promise<TestPixels | null>;
  /** resolves when everything that has arrived at the stage is on the screen */
  whenIdle(): Promise<void>;
  /** tiles (CSS px of the stage), players, cameras, session without its token, health */
  facts(): unknown;
  /** takes the GL context away and gives it back */
  loseContext(restoreAfterMs?: number): void;
}

export function exposeForTests({ product, stageBinding: binding }: Application): void {
  const tools: TestWindow = {
    async readPixels({ x, y, width, height }) {
      const corner = document.querySelector("canvas")?.getBoundingClientRect();
      const ratio = product().stores.stage.get().area.devicePixelRatio;
      if (!corner) return null;
      const left = Math.round((x - corner.x) * ratio);
      const top = Math.round((y - corner.y) * ratio);
      const rect = { x: left, y: top, width: Math.round(width * ratio), height: Math.round(height * ratio) };
      const pixels = await binding()?.readPixels(rect);
      return pixels
        ? { atMs: pixels.atMs, width: pixels.width, height: pixels.height, rgbaBase64: base64(pixels.rgba) }
        : null;
    },
    whenIdle: async () => binding()?.whenIdle(),
    loseContext: (restoreAfterMs = 50) => binding()?.loseContext(restoreAfterMs),
    facts() {
      const { stores } = product();
      const { token: _secret, ...session } = stores.session.get();
      const stage = stores.stage.get();
      return {
        session,
        health: { ...stores.health.get(), ...stores.standing.get() },
        cameras: stores.cameras.get(),
        players: stores.players.get().byTile,
        wall: stores.players.get().wall,
        grid: stage.grid,
        timeline: stores.timeline.get(),
        unlinked: stores.unlinked.get().byTile,
        timelineMs: timelineTime(stores.timeline.get(), epochMs()),
        tiles: tileRects(stage),
      };
    },
  };
  Object.assign(globalThis, { __proscenium: tools });
}

const CHUNK = 0x8000;
function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
