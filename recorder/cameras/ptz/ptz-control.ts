/** Moving cameras by hand and by tours: who may move one now, and what its tour does meanwhile. */
import { whoSees } from "#recorder/core/audience.ts";
import { ok, type Result } from "#base/result.ts";
import { mayTakeOver, type PtzMover, ptzRank } from "#domain/cameras/ptz-hold.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { PtzTour, PtzTourWrite } from "#protocol/rest/cameras/ptz-tour.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { can, type Identity } from "#recorder/core/identity.ts";
import type { Log } from "#recorder/core/log.ts";
import type { CameraTour } from "#recorder/onvif/ptz/preset-tours.ts";
import type { Store } from "#recorder/store/store.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";
import type { Cameras } from "../cameras.ts";
import type { Ptz } from "./ptz.ts";
import { PtzHolds } from "./ptz-holds.ts";
import { PtzTours } from "./ptz-tours.ts";

type Move = Parameters<Ptz["move"]>[1];

interface PtzControlParts {
  readonly store: Store;
  readonly cameras: Pick<Cameras, "get">;
  readonly ptz: Ptz;
  readonly hub: EventHub;
  readonly log: Pick<Log, "error" | "debug">;
  readonly holdMs: number;
}

export class PtzControl {
  readonly #ptz: Ptz;
  readonly #holds: PtzHolds;
  readonly #tours: PtzTours;

  constructor({ store, cameras, ptz, hub, log, holdMs }: PtzControlParts) {
    this.#ptz = ptz;
    const told = (id: string): void => hub.publish("ptz-modified", "cameras", id, whoSees(id));
    this.#holds = new PtzHolds(holdMs, (id) => {
      this.#tours.handsChanged(id);
      told(id);
    });
    this.#tours = new PtzTours({
      store,
      log,
      isHeld: (id) => this.#holds.of(id) !== null,
      changed: told,
      goTo: async (id, token) => {
        const camera = cameras.get(id);
        if (!camera) {
          this.#tours.forget(id);
          return false;
        }
        return (await ptz.move(camera, { type: "preset", token }, "tour")).ok;
      },
    });
  }

  load(): Promise<void> {
    return this.#tours.load();
  }

  /** By hand: whoever moves it holds it from then on. Failures: ptz/held, and those of `Ptz.move`. */
  async move(camera: CameraRow, move: Move, who: Identity): Promise<Result<{ renewed: boolean }, Failure>> {
    // A stop ends a move; nobody begins to hold a camera by it.
    const may =
      move.type === "stop"
        ? this.#holds.check(camera.id, moverOf(who))
        : this.#holds.take(camera.id, moverOf(who), false);
    return may.ok ? this.#ptz.move(camera, move, who.session?.hash ?? who.userId) : may;
  }

  /** Failures: ptz/held. Returns whether somebody else has lost it by this. */
  async hold(camera: CameraRow, takeOver: boolean, who: Identity): Promise<Result<{ from: string | null }, Failure>> {
    const taken = this.#holds.take(camera.id, moverOf(who), takeOver);
    if (!taken.ok) return taken;
    const { from } = taken.value;
    // A movement that the user before has begun must not go on.
    if (from) await this.#ptz.move(camera, { type: "stop" }, who.userId);
    return ok({ from: from?.username ?? null });
  }

  release(camera: CameraRow, who: Identity): void {
    this.#holds.release(camera.id, moverOf(who));
  }

  tour({ id }: CameraRow, who: Identity): PtzTour {
    const hold = this.#holds.of(id);
    const mover = moverOf(who);
    return {
      href: `/service/cameras/${id}/tour`,
      ...this.#tours.of(id),
      ...this.#tours.state(id),
      hold: hold && {
        user: { name: hold.username },
        own: hold.userId === who.userId,
        leftMs: Math.round(this.#holds.leftMs(id)),
        mayTakeOver: mayTakeOver(hold, mover),
      },
    };
  }

  async setTour(camera: CameraRow, tour: PtzTourWrite): Promise<void> {
    if (tour.enabled) await this.#endOwnTours(camera);
    await this.#tours.set(camera.id, tour);
  }
  enableTour(camera: CameraRow, enabled: boolean): Promise<void> {
    return this.setTour(camera, { ...this.#tours.of(camera.id), enabled });
  }

  /** Preset tours that the camera keeps and runs by itself. */
  ownTours(camera: CameraRow): Promise<Result<readonly CameraTour[], Failure>> {
    return this.#ptz.ownTours(camera);
  }

  /** Ours ends when one of the camera's own begins: both would move it. Failures: ptz/held, and those of the camera. */
  async runOwnTour(camera: CameraRow, token: string, runs: boolean, who: Identity): Promise<Result<null, Failure>> {
    const may = this.#holds.check(camera.id, moverOf(who));
    if (!may.ok) return may;
    const done = await this.#ptz.runOwnTour(camera, token, runs);
    if (done.ok && runs && this.#tours.of(camera.id).enabled) await this.enableTour(camera, false);
    return done;
  }

  /** A camera that does not answer moves by none of its own either, as far as anybody knows. */
  async #endOwnTours(camera: CameraRow): Promise<void> {
    const own = await this.#ptz.ownTours(camera);
    if (!own.ok) return;
    for (const { token, state } of own.value) if (state !== "idle") await this.#ptz.runOwnTour(camera, token, false);
  }

  close(): void {
    this.#tours.close();
    this.#holds.close();
  }
}

const moverOf = (who: Identity): PtzMover => ({
  userId: who.userId,
  username: who.username,
  rank: ptzRank(can(who, "config")),
});
