/** The GPU is asked this often whether it has finished: it sends no notice. */
const LOOK_EVERY_MS = 4;
/** A GPU that does not answer within this time (its context is about to be lost) counts as finished. */
const PATIENCE_MS = 2000;

/** Reports when the GPU has drawn everything that it was given so far; until then the work stands in its queue. */
export class PresentFence {
  readonly #gl: WebGL2RenderingContext;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sync: WebGLSync | null = null;
  #finish: (() => void) | null = null;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  /** Calls back once, with the ms it took. A later call replaces an earlier one, whose callback never comes. */
  watch(done: (ms: number) => void): void {
    const gl = this.#gl;
    this.cancel();
    const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    const fromMs = performance.now();
    if (!sync) return done(0);
    this.#sync = sync;
    gl.flush();
    this.#finish = () => {
      this.cancel();
      done(performance.now() - fromMs);
    };
    const look = (): void => {
      const over = gl.isContextLost() || gl.getSyncParameter(sync, gl.SYNC_STATUS) === gl.SIGNALED;
      if (over || performance.now() - fromMs > PATIENCE_MS) this.finished();
      else this.#timer = setTimeout(look, LOOK_EVERY_MS);
    };
    this.#timer = setTimeout(look, LOOK_EVERY_MS);
  }

  /**
   * Another call has shown that the GPU is finished (pixels were read back, which waits for it): no need to keep
   * asking.
   */
  finished(): void {
    this.#finish?.();
  }

  cancel(): void {
    this.#finish = null;
    clearTimeout(this.#timer);
    if (this.#sync) this.#gl.deleteSync(this.#sync);
    this.#sync = null;
  }
}
