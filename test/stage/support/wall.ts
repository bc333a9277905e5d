import type { Disposer } from "#base/disposer.ts";
import type { Rect } from "#base/geometry.ts";
import { type FrameMailbox, ownFrame, type Picture } from "#media/frame-mailbox.ts";
import type { FrameSource } from "#media/frame-source.ts";
import type {
  FromStageWorker,
  SourceEvent,
  SourceRequest,
  StageTheme,
  StageView,
  TileView,
} from "#protocol/stage-worker.ts";
import type { UploadPathName } from "#stage/gl/upload-path.ts";
import { StageRenderer } from "#stage/stage-renderer.ts";

export const theme: StageTheme = {
  background: 0x0b0e13,
  cell: 0x141922,
  text: 0xe8edf4,
  accent: 0x3d9bff,
  danger: 0xf0524f,
  warning: 0xf2b134,
};

export const noZoom = { scale: 1, centerX: 0.5, centerY: 0.5 } as const;

export const tileView = (id: string, rect: Rect, change: Partial<TileView> = {}): TileView => ({
  id,
  sourceId: id,
  rect,
  name: "",
  overlay: "none",
  message: "",
  badges: [],
  frame: "none",
  opacity: 1,
  floating: false,
  zoom: noZoom,
  dewarp: null,
  ...change,
});

export const stageView = (
  widthPx: number,
  heightPx: number,
  tiles: readonly TileView[],
  change: Partial<StageView> = {},
): StageView => ({
  widthPx,
  heightPx,
  devicePixelRatio: 1,
  theme,
  tiles,
  interacting: false,
  presentCapHz: 0,
  hidden: false,
  ...change,
});

/** A source that the test feeds by hand. */
export class HandFed implements FrameSource {
  #mailbox: FrameMailbox | null = null;
  #onEvent: (event: SourceEvent) => void = () => {};
  stopped = false;

  start(mailbox: FrameMailbox, onEvent: (event: SourceEvent) => void): Disposer {
    this.#mailbox = mailbox;
    this.#onEvent = onEvent;
    return () => {
      this.stopped = true;
    };
  }
  /** Hands a picture over; the wall owns it from here on. */
  put(picture: Picture, wallMs = 0): void {
    this.#mailbox?.put(ownFrame(picture, wallMs, performance.now()));
  }
  event(event: SourceEvent): void {
    this.#onEvent(event);
  }
  play(): void {}
  step(): void {}
  clock(): void {}
  counters() {
    return { bytesReceived: 0, decodeQueue: 0, decodeMs: 0 };
  }
}

const anyRequest: SourceRequest = {
  kind: "low-bandwidth",
  url: "",
  format: "fmp4",
  play: { timeMs: 0, rate: 1, paused: false, heightPx: 0 },
};

/** A wall on this thread with hand-fed sources. */
export interface TestWall {
  readonly stage: StageRenderer;
  readonly messages: FromStageWorker[];
  readonly canvas: HTMLCanvasElement;
  /** Opens (or swaps) the source of an id. */
  source(id: string): HandFed;
  read(rect?: Rect): Uint8Array;
  /** Resolves with the first message, past or to come after `from`, that fits. */
  message(fits: (message: FromStageWorker) => boolean, from?: number): Promise<FromStageWorker>;
  dispose(): void;
}

export async function makeWall(view: StageView, uploadPath?: UploadPathName): Promise<TestWall> {
  const canvas = document.createElement("canvas");
  document.body.append(canvas);
  const messages: FromStageWorker[] = [];
  const waiting: { fits: (message: FromStageWorker) => boolean; resolve: (message: FromStageWorker) => void }[] = [];
  let next: HandFed = new HandFed();
  const stage = await StageRenderer.create({
    canvas,
    view,
    createSource: () => next,
    emit: (message) => {
      messages.push(message);
      for (const each of [...waiting]) {
        if (!each.fits(message)) continue;
        waiting.splice(waiting.indexOf(each), 1);
        each.resolve(message);
      }
    },
    ...(uploadPath ? { uploadPath } : {}),
  });
  return {
    stage,
    messages,
    canvas,
    source(id) {
      next = new HandFed();
      stage.open(id, anyRequest);
      return next;
    },
    read: (rect = { x: 0, y: 0, width: view.widthPx, height: view.heightPx }) => stage.readPixels(rect).rgba,
    message(fits, from = 0) {
      const known = messages.slice(from).find(fits);
      return known ? Promise.resolve(known) : new Promise((resolve) => waiting.push({ fits, resolve }));
    },
    dispose() {
      stage.dispose();
      canvas.remove();
    },
  };
}
