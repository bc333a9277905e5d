import { type Failure, failure } from "#domain/failures/failure.ts";
import type { Trouble } from "#recorder/net/trouble.ts";
import type { Pace } from "../pace.ts";
import { LOOKS, Watch } from "./watch.ts";
import type { RtspConnection } from "./line/rtsp-connection.ts";

/** Sessions of a second are the shortest that a camera can have. */
const MIN_KEEP_ALIVE_MS = 400;
const MAX_KEEP_ALIVE_MS = 30_000;
/** A connection that ends so soon after a question ended because of it. */
const HANGS_UP_MS = 2000;

const ended: Trouble = failure("camera/unreachable", { cause: failure("camera/closed") });

interface VigilOptions {
  readonly connection: RtspConnection;
  /** address of the session */
  readonly url: string;
  readonly hasGetParameter: boolean;
  /** after this long without a request the camera ends the session */
  readonly timeoutS: number;
  readonly stallMs: number;
  /** Called now and then while the session runs. */
  readonly tick: (nowMs: number) => void;
  /** Why there is no frame, as far as the packets tell; null = they do not. */
  readonly obstacle: () => Failure | null;
  /** The camera is stuck. True: the connection stays all the same. */
  readonly silent: (trouble: Trouble) => boolean;
}

/** Watches over a session that plays: keeps it alive at the camera, and ends its connection when the camera is stuck. */
export class Vigil {
  readonly #options: VigilOptions;
  readonly #pace: Pace;
  readonly #timers: readonly NodeJS.Timeout[];
  #method: "GET_PARAMETER" | "OPTIONS";
  /** questions that wait for their answers: a camera that gives none may count them all the same */
  #asking = 0;
  #asked = { method: "", atMs: 0 };
  #answeredMs: number | null = null;
  /** it was told that the camera is stuck, and waits for what comes of it */
  #isTold = false;
  /** when it said that it ends; null = it did not, or has gone on */
  #goodbyeMs: number | null = null;
  readonly #watch: Watch;

  constructor(options: VigilOptions, pace: Pace) {
    const { timeoutS, stallMs, hasGetParameter } = options;
    this.#options = options;
    this.#pace = pace;
    this.#method = hasGetParameter && !pace.disliked.has("GET_PARAMETER") ? "GET_PARAMETER" : "OPTIONS";
    const keepAliveMs = Math.min(MAX_KEEP_ALIVE_MS, Math.max(MIN_KEEP_ALIVE_MS, (timeoutS * 1000) / 2));
    pace.start(performance.now());
    this.#watch = new Watch(stallMs / LOOKS);
    this.#timers = [
      setInterval(() => void this.#keepAlive(), keepAliveMs),
      setInterval(() => this.#look(performance.now()), stallMs / LOOKS),
    ];
  }

  /** `isByCamera`: it ended the connection */
  close(isByCamera: boolean): void {
    for (const timer of this.#timers) clearInterval(timer);
    const isByQuestion = this.#asking > 0 && performance.now() - this.#asked.atMs < HANGS_UP_MS;
    if (isByCamera && isByQuestion) this.#pace.disliked.add(this.#asked.method);
  }

  /** A packet came. */
  heard(): void {
    this.#isTold = false;
    this.#goodbyeMs = null;
  }

  /** The camera says that it ends. Some do so, and go on: it is believed when nothing follows. */
  goodbye(): void {
    this.#goodbyeMs ??= performance.now();
  }

  /** Its silence is no trouble as long as the camera sends frames. */
  async #keepAlive(): Promise<void> {
    const method = this.#method;
    if (this.#pace.disliked.has(method)) return;
    this.#asking += 1;
    this.#asked = { method, atMs: performance.now() };
    try {
      const { status } = await this.#options.connection.ask(method, this.#options.url, {}, "idle");
      this.#answeredMs = performance.now();
      if (status >= 400) this.#method = "OPTIONS";
    } catch {
      this.#method = "OPTIONS";
    }
    this.#asking -= 1;
  }

  #look(nowMs: number): void {
    const { connection, obstacle, silent, stallMs, tick } = this.#options;
    tick(nowMs);
    if (!this.#watch.isTimely(nowMs) || this.#isTold) return;
    if (this.#goodbyeMs !== null && nowMs - this.#goodbyeMs > stallMs / LOOKS) return connection.fail(ended);
    const silence = this.#pace.silence(nowMs, this.#answeredMs);
    if (silence === "doubtful" && this.#asking === 0) void this.#keepAlive();
    if (silence !== "stuck") return;
    const count = Math.round(this.#pace.limitMs(nowMs) / 1000);
    this.#pace.gaveUp(nowMs);
    const trouble = failure("camera/stalled", { cause: obstacle() ?? failure("camera/no-data", { count }) });
    this.#isTold = silent(trouble);
    if (!this.#isTold) connection.fail(trouble);
  }
}
