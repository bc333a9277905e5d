/**
 * Time from seek to picture: the product's stage with a session of the real recorder, and a `<video>` player on the
 * same file.
 */
import { need } from "#base/assert.ts";
import type { Draft } from "#domain/timeline/draft.ts";
import { StageClient } from "#stage/stage-client.ts";
import { openMediaSession } from "#transport/media-sessions.ts";
import { oneTileView } from "../support/one-tile.ts";
import { MsePlayer, type Sought } from "./mse-player.ts";

const WIDTH = 640;
const HEIGHT = 360;
const SOURCE = "recorded";
/** Simulates dragging over a timeline of 1000 px that shows an hour. */
const DRAG: Draft = { withinMs: 3600 };

/** The product's way: one session, one socket, one play order per seek. */
class StagePlayer {
  readonly #stage: StageClient;
  #epoch = 0;
  /** the time at which the stage handed over the shown picture, ms since 1970 */
  #shownAtMs = 0;

  private constructor(stage: StageClient) {
    this.#stage = stage;
    stage.on("facts", ({ sources }) => {
      for (const { lastShownAtMs } of sources) this.#shownAtMs = lastShownAtMs;
    });
  }

  static async open(recorderUrl: string, streamId: string, startMs: number): Promise<StagePlayer> {
    const request = (path: string, init?: RequestInit) => fetch(path, { ...init, credentials: "same-origin" });
    const opened = await openMediaSession({
      request,
      session: { streamId, startTime: Math.round(startMs), sync: true },
    });
    if (!opened.ok) throw new Error(opened.error.failure.code);
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    document.body.append(canvas);
    const stage = new StageClient(canvas, oneTileView(SOURCE, WIDTH, HEIGHT, null));
    const player = new StagePlayer(stage);
    const first = player.#first();
    stage.openSource(SOURCE, {
      kind: "low-bandwidth",
      url: new URL(opened.value.socketPath, recorderUrl.replace(/^http/, "ws")).href,
      format: "fmp4",
      play: { timeMs: startMs, rate: 1, paused: true, heightPx: 0 },
    });
    await first;
    return player;
  }

  async seek(timeMs: number, draft: Draft | null, isRested = false): Promise<Sought> {
    const begun = performance.now();
    const first = this.#first();
    this.#order(timeMs, draft);
    // A picture that was made ready is on the screen before the play's own first one comes.
    if (!isRested) await first;
    await this.#stage.whenIdle();
    const seenMs = performance.now() - begun;
    const begunAtMs = performance.timeOrigin + begun;
    // The facts arrive a moment later.
    while (this.#shownAtMs < begunAtMs) await this.#facts();
    const sought = { seenMs, handedOverMs: this.#shownAtMs - begunAtMs };
    await first;
    return sought;
  }

  /** A seek whose order follows what the timeline made ready for it: until the stage's pixels are others. */
  async goThere(timeMs: number): Promise<Sought> {
    const before = await this.#pixels();
    const begun = performance.now();
    const first = this.#first();
    this.#order(timeMs, null);
    // Reading without a pause would take the GPU from what is waited for.
    while ((await this.#pixels()) === before) await new Promise((resolve) => setTimeout(resolve, 4));
    const seenMs = performance.now() - begun;
    await first;
    return { seenMs, handedOverMs: seenMs };
  }

  async #pixels(): Promise<string> {
    const read = await this.#stage.readPixels({ x: 310, y: 170, width: 16, height: 16 });
    return need(read, "pixels").rgba.join();
  }

  #order(timeMs: number, draft: Draft | null): void {
    this.#stage.playSource(SOURCE, {
      timeMs,
      rate: 1,
      paused: true,
      heightPx: 0,
      draft,
      clock: { id: "bench", epoch: ++this.#epoch },
    });
  }

  /** The pointer stands over this time. */
  rest(timeMs: number): void {
    this.#stage.prefetchSource(SOURCE, timeMs);
  }

  /** Resolves when the stage's next facts have been read. */
  #facts(): Promise<void> {
    return new Promise((resolve) => {
      const forget = this.#stage.on("facts", () => {
        forget();
        resolve();
      });
    });
  }

  /**
   * Resolves when the picture of the next order is at the stage (its state says so); rejects when something else
   * arrives instead.
   */
  #first(): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        forget();
        forgetFailure();
      };
      const forget = this.#stage.on("source", ({ event }) => {
        if (event.kind === "state" && event.state === "paused") resolve();
        else if (event.kind === "state" || event.kind === "first-frame") return;
        else reject(new Error(JSON.stringify(event)));
        end();
      });
      const forgetFailure = this.#stage.on("failed", ({ reason }) => {
        reject(new Error(reason));
        end();
      });
    });
  }
}

/** "stage", "rested" and "clicked": the exact picture; "draft", "small": the picture that is shown while dragging */
type Way = "stage" | "rested" | "clicked" | "draft" | "small" | "mse";

let stage: StagePlayer | null = null;
/** a camera whose small stream is recorded too */
let besideSmall: StagePlayer | null = null;
let mse: MsePlayer | null = null;

Object.assign(globalThis, {
  async openStages({
    recorderUrl,
    username,
    password,
    streamId,
    besideSmallId,
    startMs,
  }: Record<"recorderUrl" | "username" | "password" | "streamId" | "besideSmallId", string> & {
    startMs: number;
  }): Promise<void> {
    const answer = await fetch("/service/sessions/user", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password, expiresIn: 3600, cookie: "session" }),
    });
    if (!answer.ok) throw new Error(`signing in: ${answer.status}`);
    stage = await StagePlayer.open(recorderUrl, streamId, startMs);
    besideSmall = await StagePlayer.open(recorderUrl, besideSmallId, startMs);
  },
  /** The seconds that can be sought. */
  async openMse(file: string): Promise<number> {
    mse = await MsePlayer.open(file);
    return mse.lengthS;
  },
  rest: (timeMs: number): void => need(stage, "stage").rest(timeMs),
  async seek(way: Way, timeMs: number, startMs: number): Promise<Sought> {
    if (way === "clicked") return need(stage, "stage").goThere(timeMs);
    if (way !== "mse")
      return need(way === "small" ? besideSmall : stage, "stage").seek(
        timeMs,
        way === "stage" || way === "rested" ? null : DRAG,
        way === "rested",
      );
    await need(mse, "player").forget();
    return need(mse, "player").seek((timeMs - startMs) / 1000);
  },
});
