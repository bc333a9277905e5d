import type { FromStageWorker, ToStageWorker } from "#protocol/stage-worker.ts";
import type { StageCanvas } from "./frame-picture.ts";
import { NoWebGl2 } from "./gl/no-webgl2.ts";
import type { CreateSource } from "./source-table.ts";
import { deliver, refuse } from "./stage-messages.ts";
import { StageRenderer } from "./stage-renderer.ts";

type Post = (message: FromStageWorker, transfer?: Transferable[]) => void;
/** On the main thread the canvas need not be an OffscreenCanvas. */
export type ToStage =
  | Exclude<ToStageWorker, { type: "init" }>
  | (Omit<Extract<ToStageWorker, { type: "init" }>, "canvas"> & { readonly canvas: StageCanvas });

/**
 * The far end of a `StageClient`: makes the renderer on `init`, and keeps the order of messages that come before it is
 * made.
 */
export class StageThread {
  readonly #createSource: CreateSource;
  readonly #post: Post;
  #stage: StageRenderer | null = null;
  #waiting: Exclude<ToStage, { type: "init" }>[] = [];
  #failed = false;

  constructor(createSource: CreateSource, post: Post) {
    this.#createSource = createSource;
    this.#post = post;
  }

  receive(message: ToStage): void {
    if (message.type === "init") void this.#init(message);
    else if (this.#stage) deliver(this.#stage, message, this.#post);
    else if (this.#failed) refuse(message, this.#createSource, this.#post);
    else this.#waiting.push(message);
  }

  async #init({ canvas, view, painter = "auto" }: Extract<ToStage, { type: "init" }>): Promise<void> {
    try {
      this.#stage = await StageRenderer.create({
        canvas,
        view,
        painter,
        createSource: this.#createSource,
        emit: this.#post,
      });
    } catch (error) {
      this.#failed = true;
      const cause = error instanceof NoWebGl2 ? "no-webgl2" : "other";
      this.#post({ type: "failed", cause, reason: error instanceof Error ? error.message : String(error) });
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) this.receive(message);
  }
}
