/** Tours of presets: the recorder itself moves the camera, so that everybody sees the same. One for each camera. */
import { nextStop } from "#domain/cameras/ptz-hold.ts";
import type { PtzTour, PtzTourWrite } from "#protocol/rest/cameras/ptz-tour.ts";
import { inBackground } from "#recorder/core/background.ts";
import type { Log } from "#recorder/core/log.ts";
import type { Store } from "#recorder/store/store.ts";

interface Tour {
  readonly stops: PtzTourWrite["stops"];
  readonly enabled: boolean;
}
const NONE: Tour = { stops: [], enabled: false };

interface PtzToursHost {
  readonly store: Store;
  readonly log: Pick<Log, "error" | "debug">;
  /** Sends the camera to a preset; false: it did not go. */
  goTo(cameraId: string, token: string): Promise<boolean>;
  isHeld(cameraId: string): boolean;
  /** Its place, or whether it runs, is another one. */
  changed(cameraId: string): void;
}

interface Running {
  at: number | null;
  timer: NodeJS.Timeout | undefined;
  /** an order is on its way to the camera */
  moving: boolean;
}

export class PtzTours {
  readonly #host: PtzToursHost;
  readonly #tours = new Map<string, Tour>();
  readonly #running = new Map<string, Running>();

  constructor(host: PtzToursHost) {
    this.#host = host;
  }

  /** Begins the tours that ran when the recorder ended. */
  async load(): Promise<void> {
    for (const row of await this.#host.store.selectFrom("ptz_tours").selectAll().execute()) {
      this.#tours.set(row.camera_id, { stops: JSON.parse(row.stops) as Tour["stops"], enabled: row.enabled === 1 });
      this.#begin(row.camera_id);
    }
  }

  of(cameraId: string): Tour {
    return this.#tours.get(cameraId) ?? NONE;
  }

  state(cameraId: string): Pick<PtzTour, "state" | "at"> {
    const running = this.#running.get(cameraId);
    if (!running) return { state: "off", at: null };
    const at = running.at === null ? null : (this.of(cameraId).stops[running.at]?.token ?? null);
    return { state: this.#host.isHeld(cameraId) ? "waits" : "runs", at };
  }

  async set(cameraId: string, { stops, enabled }: Tour): Promise<void> {
    const row = { camera_id: cameraId, stops: JSON.stringify(stops), enabled: enabled ? 1 : 0 };
    await this.#host.store
      .insertInto("ptz_tours")
      .values(row)
      .onConflict((conflict) => conflict.column("camera_id").doUpdateSet({ stops: row.stops, enabled: row.enabled }))
      .execute();
    this.#tours.set(cameraId, { stops, enabled });
    this.#stop(cameraId);
    this.#begin(cameraId);
    this.#host.changed(cameraId);
  }

  /** Somebody has taken the camera, or has let it go. */
  handsChanged(cameraId: string): void {
    const running = this.#running.get(cameraId);
    if (!running) return;
    clearTimeout(running.timer);
    if (!this.#host.isHeld(cameraId)) this.#step(cameraId, running);
  }

  /** The camera is gone. */
  forget(cameraId: string): void {
    this.#stop(cameraId);
    this.#tours.delete(cameraId);
  }

  close(): void {
    for (const cameraId of [...this.#running.keys()]) this.#stop(cameraId);
  }

  #begin(cameraId: string): void {
    const { stops, enabled } = this.of(cameraId);
    if (!enabled || stops.length === 0) return;
    const running: Running = { at: null, timer: undefined, moving: false };
    this.#running.set(cameraId, running);
    if (!this.#host.isHeld(cameraId)) this.#step(cameraId, running);
  }

  #stop(cameraId: string): void {
    clearTimeout(this.#running.get(cameraId)?.timer);
    this.#running.delete(cameraId);
  }

  #step(cameraId: string, running: Running): void {
    if (!running.moving) inBackground(this.#host.log, "A camera's tour", this.#next(cameraId, running));
  }

  async #next(cameraId: string, running: Running): Promise<void> {
    const { stops } = this.of(cameraId);
    running.at = nextStop(running.at, stops.length);
    const stop = stops[running.at];
    if (!stop) return;
    running.moving = true;
    // A preset that the camera has lost, or a camera that is away: the tour goes on with the next one at its time.
    if (!(await this.#host.goTo(cameraId, stop.token))) this.#host.log.debug({ cameraId }, "a tour's preset failed");
    running.moving = false;
    if (this.#running.get(cameraId) !== running) return;
    this.#host.changed(cameraId);
    if (!this.#host.isHeld(cameraId))
      running.timer = setTimeout(() => this.#step(cameraId, running), stop.dwellS * 1000);
  }
}
