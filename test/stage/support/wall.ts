import type { Disposer } from "#base/disposer.ts";
import type { Rect } from "#base/geometry.ts";
import { type FrameMailbox, ownFrame, type FrameImage } from "#media/frame-mailbox.ts";
import type { FrameSource } from "#media/frame-source.ts";
import type { PainterChoice } from "#domain/stage/painter-choice.ts";
import type { FromStageWorker, SourceEvent, SourceRequest, StageView } from "#protocol/stage-worker.ts";
import type { UploadPathName } from "#stage/gl/upload-path.ts";
import type { DewarpMapping } from "#stage/passes/dewarp-pass.ts";
import { StageRenderer } from "#stage/stage-renderer.ts";

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
  /** Passes a picture to the wall, which owns it from here on. */
  put(picture: FrameImage, wallMs = 0): void {
    this.#mailbox?.put(ownFrame(picture, wallMs, performance.now()));
  }
  event(event: SourceEvent): void {
    this.#onEvent(event);
  }
  play(): void {}
  step(): void {}
  clock(): void {}
  counters() {
    return { bytesReceived: 0, decodeQueue: 0, decodeMs: 0, decodedBy: null };
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
  readonly source: (id: string) => HandFed;
  readonly read: (rect?: Rect) => Uint8Array;
  /** Resolves with the first matching message, from `from` on, whether it has arrived already or not. */
  readonly message: (fits: (message: FromStageWorker) => boolean, from?: number) => Promise<FromStageWorker>;
  dispose(): void;
}

export async function makeWall(
  view: StageView,
  uploadPath?: UploadPathName,
  dewarpMapping?: DewarpMapping,
  painter: PainterChoice = "webgl2",
): Promise<TestWall> {
  const canvas = document.createElement("canvas");
  document.body.append(canvas);
  const messages: FromStageWorker[] = [];
  const waiting: { fits: (message: FromStageWorker) => boolean; resolve: (message: FromStageWorker) => void }[] = [];
  let next: HandFed = new HandFed();
  const stage = await StageRenderer.create({
    canvas,
    view,
    painter,
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
    ...(dewarpMapping ? { dewarpMapping } : {}),
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
