/** Moving a camera and its presets (document 1, sections 2, 5 and 9). */
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { Point } from "#base/geometry.ts";
import type { Disposer } from "#base/disposer.ts";
import { Emitter } from "#base/emitter.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { PTZ_DEBOUNCE_MS, PTZ_HOLD_MS, PTZ_RENEW_MS, PTZ_STEP_MS } from "#domain/limits/ptz.ts";
import { hasPtz, isStill, limitMove, offeredAxes, type PtzAxes, type PtzMove } from "#domain/cameras/ptz.ts";
import { type PtzMove as WireMove, ptzPreset, type PtzPreset, ptzPresetList } from "#protocol/rest/cameras/ptz.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { messageOf } from "../reported-failure.ts";

type Camera = Pick<CameraFacts, "id" | "orchidId" | "ptz" | "actions">;

export interface PtzActions {
  /** Sets the speeds; only the axes that the camera has are moved, and no order is sent twice. All speeds 0 = stop. */
  readonly drive: (camera: Camera, move: PtzMove) => void;
  readonly stop: (camera: Camera) => void;
  /** Centres a point of the picture, -1..1 each, x to the right and y up. Does nothing where the camera cannot. */
  readonly centre: (camera: Camera, offset: Point) => void;
  readonly presets: (camera: Camera) => Promise<Result<readonly PtzPreset[], Failure>>;
  readonly goTo: (camera: Camera, preset: PtzPreset) => Promise<Result<null, Failure>>;
  readonly addPreset: (camera: Camera, name: string) => Promise<Result<PtzPreset, Failure>>;
  readonly removePreset: (camera: Camera, token: string) => Promise<Result<null, Failure>>;
  /** Calls back when the server refuses a hand's order because somebody else holds the camera. */
  readonly onHeld: (listener: (failure: Failure) => void) => Disposer;
}

/** The axes of this camera that this session may move. */
export const axesOf = (camera: Pick<CameraFacts, "ptz" | "actions">): PtzAxes =>
  offeredAxes(camera.ptz, camera.actions.ptz);
export const mayMove = (camera: Pick<CameraFacts, "ptz" | "actions">): boolean => hasPtz(axesOf(camera));

/** A stop that did not arrive is repeated up to this number of times: a camera must not go on turning. */
const STOP_TRIES = 3;

export function createPtzActions(http: HttpClient): PtzActions {
  const drivers = new Map<string, Driver>();
  const refusals = new Emitter<{ held: Failure }>();
  const driver = (camera: Camera): Driver => {
    const known = drivers.get(camera.id);
    if (known) return known;
    const made = new Driver((body) =>
      http.done({ method: "POST", path: pathOf(camera), body }).then((answer) => {
        if (!answer.ok && answer.error.code === "ptz/held" && body.type !== "stop") refusals.emit("held", answer.error);
        return answer.ok || answer.error.code === "ptz/held";
      }),
    );
    drivers.set(camera.id, made);
    return made;
  };
  const drive = (camera: Camera, move: PtzMove): void => {
    if (!mayMove(camera)) return;
    const everyMs = camera.ptz?.steps === true ? PTZ_STEP_MS : PTZ_RENEW_MS;
    driver(camera).drive(limitMove(move, axesOf(camera)), everyMs);
  };
  return {
    onHeld: (listener) => refusals.on("held", listener),
    drive,
    stop: (camera) => drive(camera, { pan: 0, tilt: 0, zoom: 0 }),
    centre(camera, { x, y }) {
      if (camera.ptz?.relativeFov !== true || !mayMove(camera)) return;
      driver(camera).once({ type: "relativeFOV", x, y, zoom: 0 });
    },
    async presets(camera) {
      const answer = await http.json({ path: `${pathOf(camera)}/presets` }, ptzPresetList);
      return answer.ok ? ok(answer.value.presets) : fail(answer.error);
    },
    async goTo(camera, { token, name }) {
      const answer = await http.done({ method: "POST", path: pathOf(camera), body: { type: "preset", token, name } });
      return answer.ok ? ok(null) : fail(answer.error);
    },
    async addPreset(camera, name) {
      const answer = await http.json({ method: "POST", path: `${pathOf(camera)}/presets`, body: { name } }, ptzPreset);
      if (answer.ok) return ok(answer.value);
      return refuse("preset/failed", { cause: messageOf(answer.error) ?? answer.error });
    },
    async removePreset(camera, token) {
      const path = `${pathOf(camera)}/presets/${encodeURIComponent(token)}`;
      const answer = await http.done({ method: "DELETE", path });
      return answer.ok ? ok(null) : fail(answer.error);
    },
  };
}

const pathOf = (camera: Camera): string => `/service/cameras/${encodeURIComponent(camera.id)}/position`;

/** One camera's orders, one at a time; of the waiting ones only the last is sent. */
class Driver {
  readonly #send: (body: WireMove) => Promise<boolean>;
  #isWaiting = false;
  #renewer: ReturnType<typeof setInterval> | undefined;
  #next: WireMove | null = null;
  #sending = false;
  /** the speeds of the last order */
  #ordered = "stop";

  constructor(send: (body: WireMove) => Promise<boolean>) {
    this.#send = send;
  }

  /** `everyMs`: how often it is repeated while it is held */
  drive(move: PtzMove, everyMs: number): void {
    const body: WireMove = isStill(move) ? { type: "stop" } : { type: "continuous", ...move, timeoutMs: PTZ_HOLD_MS };
    const name = isStill(move) ? "stop" : `${move.pan} ${move.tilt} ${move.zoom}`;
    if (name === this.#ordered) return;
    this.#ordered = name;
    this.#wait(body);
    if (!isStill(move)) this.#renewer = setInterval(() => this.#renew(body), everyMs);
  }

  once(body: WireMove): void {
    this.#ordered = "stop";
    this.#wait(body);
  }

  /** Repeats that this move is still wanted, unless another order is on its way anyway. */
  #renew(body: WireMove): void {
    this.#next ??= body;
    void this.#pump();
  }

  #wait(body: WireMove): void {
    clearInterval(this.#renewer);
    this.#next = body;
    // A stick or a pointer may change its speed at every frame of a quick display: the wait that has begun goes on.
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      void this.#pump();
    }, PTZ_DEBOUNCE_MS);
  }

  async #pump(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    for (let body = this.#take(); body; body = this.#take()) {
      const tries = body.type === "stop" ? STOP_TRIES : 1;
      for (let at = 0; at < tries && !(await this.#send(body)); at += 1);
    }
    this.#sending = false;
  }

  #take(): WireMove | null {
    const body = this.#next;
    this.#next = null;
    return body;
  }
}
