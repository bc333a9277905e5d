import { need } from "#base/assert.ts";
import type { PainterKind } from "#domain/stage/painter-choice.ts";
import type { FromStageWorker, StageView } from "#protocol/stage-worker.ts";
import type { UploadPathName } from "#stage/gl/upload-path.ts";
import type { ToStage } from "#stage/stage-thread.ts";
import { type Counts, type Design, later, LIVE, sum } from "./design.ts";
import type { FedFrames, StartStage } from "./stage-bench.worker.ts";

/** A machine that is slower than this to say the first facts measures nothing of use. */
const FIRST_FACTS_MS = 20_000;

export interface StageChoice {
  readonly uploadPath?: UploadPathName;
  readonly painter?: PainterKind;
  /** the sources to open; the other tiles stay as they are (default: all) */
  readonly sources?: number;
}

/** The product. `post` sends messages to the worker, for scenarios that do more than run. */
export class StageDesign implements Design {
  readonly view: StageView;
  readonly #worker: Worker;
  #watchers: ((message: FromStageWorker | FedFrames) => void)[] = [];
  #facts: Extract<FromStageWorker, { type: "facts" }> | null = null;
  ready: Extract<FromStageWorker, { type: "ready" }> | null = null;

  private constructor(worker: Worker, view: StageView) {
    this.view = view;
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<FromStageWorker | FedFrames>) => {
      if (event.data.type === "facts") {
        this.#facts = event.data;
      } else if (event.data.type === "ready") this.ready = event.data;
      for (const watcher of [...this.#watchers]) watcher(event.data);
    };
  }

  static async start(clip: string, view: StageView, choice: StageChoice = {}): Promise<StageDesign> {
    const canvas = document.createElement("canvas");
    canvas.width = view.widthPx;
    canvas.height = view.heightPx;
    document.body.append(canvas);
    const worker = new Worker(new URL("./stage-bench.worker.ts", import.meta.url), { type: "module" });
    const design = new StageDesign(worker, view);
    const offscreen = canvas.transferControlToOffscreen();
    const start: StartStage = {
      type: "start",
      init: { type: "init", canvas: offscreen, view, painter: choice.painter ?? "webgl2" },
      clipBase: "/clips",
      clip,
      uploadPath: choice.uploadPath ?? null,
    };
    worker.postMessage(start, [offscreen]);
    await design.next((message) => message.type === "ready");
    for (const tile of view.tiles.slice(0, choice.sources ?? view.tiles.length)) design.open(tile.id);
    return design;
  }

  open(sourceId: string): void {
    this.post({ type: "source-open", sourceId, request: LIVE });
  }
  post(message: Exclude<ToStage, { type: "init" }> | { type: "fed" }): void {
    this.#worker.postMessage(message);
  }
  next<T extends FromStageWorker | FedFrames>(fits: (message: FromStageWorker | FedFrames) => boolean): Promise<T> {
    return new Promise((resolve) => {
      const watcher = (message: FromStageWorker | FedFrames): void => {
        if (!fits(message)) return;
        this.#watchers = this.#watchers.filter((each) => each !== watcher);
        resolve(message as T);
      };
      this.#watchers.push(watcher);
    });
  }

  async counts(): Promise<Counts> {
    const answer = this.next<FedFrames>((message) => message.type === "fed");
    const facts = this.next<Extract<FromStageWorker, { type: "facts" }>>((message) => message.type === "facts");
    this.post({ type: "fed" });
    // A still wall sends no more facts: the last ones remain valid. The first ones may take a while on a busy machine.
    const waitMs = this.#facts ? 600 : FIRST_FACTS_MS;
    const { sources, wall } = await Promise.race([facts, later(waitMs).then(() => need(this.#facts, "facts"))]);
    const { frames } = await answer;
    return {
      shown: sum(sources.map((source) => source.framesShown)),
      due: frames,
      presents: wall.presents,
      replaced: sum(sources.map((source) => source.framesReplaced)),
      latencyP95Ms: sum(sources.map((source) => source.presentLatencyMs)) / Math.max(1, sources.length),
      tickHz: wall.tickHz,
    };
  }

  stop(): void {
    this.post({ type: "close" });
    this.#worker.terminate();
    document.body.replaceChildren();
  }
}
