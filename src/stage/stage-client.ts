import type { Disposer } from "#base/disposer.ts";
import { Emitter } from "#base/emitter.ts";
import type { Rect } from "#base/geometry.ts";
import type { PainterChoice, PainterKind } from "#domain/stage/painter-choice.ts";
import type {
  FromStageWorker,
  SourceEvent,
  SourceFacts,
  SourcePlay,
  SourceRequest,
  StageFailure,
  StageView,
  WallFacts,
} from "#protocol/stage-worker.ts";
import { laneBuffers, type TimelineLaneData, type TimelineView } from "#protocol/timeline-view.ts";
import type { Pixels } from "./pixels.ts";
import type { ToStage } from "./stage-thread.ts";
import { takeStageWorker } from "./spare-worker.ts";
import { painterFor, type StageThreadName, threadFor } from "./thread-choice.ts";

export interface StageEvents {
  ready: {
    readonly painter: PainterKind;
    readonly renderer: string;
    readonly software: boolean;
    readonly uploadPath: string;
    readonly thread: StageThreadName;
  };
  /** the canvas shows the wall for the first time */
  drawn: null;
  facts: { readonly sources: readonly SourceFacts[]; readonly wall: WallFacts };
  source: { readonly sourceId: string; readonly event: SourceEvent };
  context: { readonly state: "lost" | "restored" };
  /** the wall cannot draw (or cannot draw any more) */
  failed: StageFailure;
}
type Answer = Extract<FromStageWorker, { requestId: number }>;

/**
 * The main thread's handle on the wall. It draws in a worker that owns the canvas; where the browser has no such canvas
 * (or `thread` demands it) the same code runs here. Callable at once: messages wait until the stage is made.
 */
export class StageClient {
  readonly #events = new Emitter<StageEvents>();
  readonly #answers = new Map<number, (answer: Answer) => void>();
  readonly #thread: StageThreadName;
  #send: (message: ToStage, transfer?: Transferable[]) => void;
  #end: Disposer;
  #drawnBy = "";
  #nextRequest = 1;
  /** no stage will answer: it is closed, or never started */
  #deaf = false;
  #closed = false;

  /** `canvas` must never have had a context; from here on the stage owns its size attributes. */
  constructor(canvas: HTMLCanvasElement, view: StageView, thread?: StageThreadName, painter: PainterChoice = "auto") {
    const possible = threadFor(canvas);
    this.#thread = possible === "worker" ? (thread ?? possible) : "main";
    const by = painterFor(this.#thread, painter);
    const link = this.#thread === "worker" ? this.#inWorker(canvas, view, by) : this.#here(canvas, view, by);
    this.#send = link.send;
    this.#end = link.end;
  }

  on<K extends keyof StageEvents>(name: K, listener: (event: StageEvents[K]) => void): Disposer {
    return this.#events.on(name, listener);
  }

  /** With what the wall is drawn, for people; "" before it is known. */
  get drawnBy(): string {
    return this.#drawnBy;
  }

  /** The whole view; unchanged parts cost nothing but their copy. Call it at most once per display frame. */
  apply(view: StageView): void {
    this.#send({ type: "view", view });
  }

  /** The timeline's view; null removes it. Call it at most once per display frame. */
  applyTimeline(view: TimelineView | null): void {
    this.#send({ type: "timeline", view });
  }
  /** All that is known of a lane; null forgets it. Moves the arrays. */
  setTimelineLane(laneId: string, data: TimelineLaneData | null): void {
    this.#send({ type: "timeline-lane", laneId, data }, data ? laneBuffers(data) : []);
  }

  /**
   * Opens (or replaces) the source of an id; the last frame stays until the new source has its first. Moves what the
   * request holds.
   */
  openSource(sourceId: string, request: SourceRequest): void {
    this.#send({ type: "source-open", sourceId, request }, transferOf(request));
  }
  playSource(sourceId: string, play: SourcePlay): void {
    this.#send({ type: "source-play", sourceId, play });
  }
  stepSource(sourceId: string, direction: 1 | -1): void {
    this.#send({ type: "source-step", sourceId, direction });
  }
  /** This recorded time (server ms) is expected to be wanted next; 0 = none. */
  prefetchSource(sourceId: string, timeMs: number): void {
    this.#send({ type: "source-prefetch", sourceId, timeMs });
  }
  /** server ms of one RTP timestamp (90 kHz) of a track source */
  clockSource(sourceId: string, wallMs: number, rtpTime: number): void {
    this.#send({ type: "source-clock", sourceId, wallMs, rtpTime });
  }
  /**
   * how many frames the browser has decoded for a track source so far: those that the stage never got count as not
   * shown
   */
  decodedSource(sourceId: string, frames: number): void {
    this.#send({ type: "source-decoded", sourceId, frames });
  }
  /** `forget`: the tiles also lose the last frame. */
  closeSource(sourceId: string, forget: boolean): void {
    this.#send({ type: "source-close", sourceId, forget });
  }

  /** The user acted on the page: where a CPU draws, the page's reaction goes before the wall's frames. */
  hold(): void {
    this.#send({ type: "hold" });
  }

  /** PNG of a tile's frame at the source's size; null when the tile shows none. */
  async snapshot(tileId: string): Promise<Blob | null> {
    const answer = await this.#ask((requestId) => ({ type: "snapshot", requestId, tileId }));
    return answer?.type === "snapshot" ? answer.png : null;
  }
  /** RGBA rows from the top of a rectangle (device px) of the canvas as presented; null when the stage is closed. */
  async readPixels(rect: Rect): Promise<(Pixels & { readonly atMs: number }) | null> {
    const answer = await this.#ask((requestId) => ({ type: "read-pixels", requestId, rect }));
    return answer?.type === "pixels" ? answer : null;
  }
  /** Resolves when everything that has arrived at the stage is on the screen. */
  async whenIdle(): Promise<void> {
    await this.#ask((requestId) => ({ type: "when-idle", requestId }));
  }
  /** Tests: takes the GL context away and gives it back after `restoreAfterMs`, never when negative. */
  loseContext(restoreAfterMs: number): void {
    this.#send({ type: "lose-context", restoreAfterMs });
  }

  dispose(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#send({ type: "close" });
    this.#end();
    this.#events.clear();
    this.#answerNothing();
  }

  #answerNothing(): void {
    this.#deaf = true;
    for (const resolve of this.#answers.values()) resolve(NOTHING);
    this.#answers.clear();
  }

  #ask(make: (requestId: number) => ToStage): Promise<Answer | null> {
    if (this.#deaf) return Promise.resolve(null);
    const requestId = this.#nextRequest++;
    return new Promise((resolve) => {
      this.#answers.set(requestId, resolve);
      this.#send(make(requestId));
    });
  }

  #inWorker(canvas: HTMLCanvasElement, view: StageView, painter: PainterChoice) {
    const worker = takeStageWorker();
    worker.onmessage = (event: MessageEvent<FromStageWorker>) => this.#receive(event.data);
    // An error inside the worker has a message; a worker that could not be loaded has none.
    worker.onerror = (event) => {
      if (event.message) this.#events.emit("failed", { cause: "other", reason: event.message });
      else this.#notStarted("");
    };
    const offscreen = canvas.transferControlToOffscreen();
    worker.postMessage({ type: "init", canvas: offscreen, view, painter } satisfies ToStage, [offscreen]);
    return {
      send: (message: ToStage, transfer: Transferable[] = []) => worker.postMessage(message, transfer),
      // The worker closes its frames and sockets on "close" and then ends itself; this is for a worker that hangs.
      end: () => void setTimeout(() => worker.terminate(), TERMINATE_AFTER_MS),
    };
  }

  // Loaded only here: the page's own chunk carries neither pixi nor regl.
  #here(canvas: HTMLCanvasElement, view: StageView, painter: PainterChoice) {
    const loaded = Promise.all([import("./stage-thread.ts"), import("#media/sources/create-source.ts")]).then(
      ([{ StageThread }, { createSource }]) => {
        const thread = new StageThread(createSource, (message) => this.#receive(message));
        thread.receive({ type: "init", canvas, view, painter });
        return thread;
      },
    );
    loaded.catch((error: unknown) => this.#notStarted(String(error)));
    const send = (message: ToStage): void =>
      void loaded.then(
        (thread) => thread.receive(message),
        () => undefined,
      );
    return { send, end: () => {} };
  }

  #notStarted(reason: string): void {
    this.#answerNothing();
    this.#events.emit("failed", { cause: "not-started", reason });
  }

  #receive(message: FromStageWorker): void {
    if ("requestId" in message) {
      this.#answers.get(message.requestId)?.(message);
      this.#answers.delete(message.requestId);
      return;
    }
    switch (message.type) {
      case "ready":
        this.#drawnBy = message.painter === "webgl2" ? `WebGL 2, ${message.renderer}` : message.renderer;
        return this.#events.emit("ready", { ...message, thread: this.#thread });
      case "drawn":
        return this.#events.emit("drawn", null);
      case "facts":
        return this.#events.emit("facts", message);
      case "source-event":
        return this.#events.emit("source", message);
      case "context":
        return this.#events.emit("context", message);
      case "failed":
        return this.#events.emit("failed", message);
    }
  }
}

const TERMINATE_AFTER_MS = 2000;
const NOTHING: Answer = { type: "no-answer", requestId: 0 };

/** What a request transfers to the stage's thread. */
function transferOf(request: SourceRequest): Transferable[] {
  switch (request.kind) {
    case "track":
      return [request.readable];
    case "frames":
      return [request.port];
    case "low-bandwidth":
      return request.audio ? [request.audio] : [];
  }
}
