/** Moving cameras: through ONVIF; presets of cameras that keep none of their own are kept by us. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { z } from "zod/mini";
import { Mutex } from "#base/mutex.ts";
import { DEFAULT_MAX_PRESETS, PTZ_STEP_PAUSE_MS } from "#domain/limits/ptz.ts";
import type { ptzMove, PtzPosition, PtzPreset } from "#protocol/rest/cameras/ptz.ts";
import type { CameraTour } from "#recorder/onvif/ptz/preset-tours.ts";
import { type Movable, PtzClient } from "#recorder/onvif/ptz/ptz-client.ts";
import type { MoveKind } from "#recorder/onvif/ptz/ptz-node.ts";
import { deviceEndpoint } from "#recorder/onvif/soap/sign-in.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";
import type { Cameras } from "../cameras.ts";
import { MoveGuard, type Overtaken } from "./move-guard.ts";

type Move = z.output<typeof ptzMove>;
const NO_PTZ = refuse("ptz/unsupported");

interface Axes {
  readonly pan: boolean;
  readonly tilt: boolean;
  readonly zoom: boolean;
  readonly relativeFOV: boolean;
  /** 0 or absent: the camera keeps none, so we do */
  readonly maxPresets: number;
  /** absent: it is moved at a speed */
  readonly panTiltBy?: MoveKind;
  readonly zoomBy?: MoveKind;
}

export class Ptz {
  readonly #store: Store;
  readonly #cameras: Cameras;
  readonly #guard = new MoveGuard();
  /** Changes of one camera run one after the other, so that a count still holds when a preset is added. */
  readonly #saving = new Map<string, Mutex>();
  readonly #clients = new Map<string, { key: string; client: PtzClient }>();
  /** performance.now() of each camera's last step */
  readonly #steppedAtMs = new Map<string, number>();

  constructor(store: Store, cameras: Cameras) {
    this.#store = store;
    this.#cameras = cameras;
  }

  position(camera: CameraRow): Promise<Result<PtzPosition, Failure>> {
    return this.#client(camera)?.position() ?? Promise.resolve(NO_PTZ);
  }

  /**
   * `by`: who moves it. A continuous move ends when nobody renews it in its time. Returns whether this was such a
   * renewal.
   */
  async move(camera: CameraRow, move: Move, by: string): Promise<Result<{ renewed: boolean }, Failure>> {
    const client = this.#client(camera);
    const axes = axesOf(camera);
    if (!client || !axes) return NO_PTZ;
    if (move.type === "continuous") {
      const { pan, tilt, zoom, timeoutMs } = move;
      // Before the order itself: it may have reached the camera even when no answer comes.
      const renewed = this.#guard.hold(camera.id, `${by} ${pan} ${tilt} ${zoom}`, timeoutMs, async () => {
        const { ok } = await stopped(client, axes);
        return ok;
      });
      const answer = await this.#steer(camera, client, move, axes);
      return answer.ok ? ok({ renewed }) : answer;
    }
    const settle = this.#guard.overtake(camera.id);
    let became: Overtaken = move.type === "stop" ? "stop" : "go-on";
    try {
      const answer = await this.#moveOnce(camera, client, move, axes);
      if (answer.ok) became = "taken";
      return answer.ok ? ok({ renewed: false }) : answer;
    } finally {
      settle(became);
    }
  }

  /** Stops everything that still moves by our order. */
  close(): Promise<void> {
    return this.#guard.close();
  }

  /** At a speed what can be moved so, and by a step the rest. */
  async #steer(
    camera: CameraRow,
    client: PtzClient,
    move: Extract<Move, { type: "continuous" }>,
    axes: Axes,
  ): Promise<Result<null, Failure>> {
    const by = movableBy(axes);
    const parts = heldOf(by);
    if (parts.panTilt || parts.zoom) {
      const answer = await client.continuous(move, parts, move.timeoutMs);
      if (!answer.ok) return answer;
    }
    if (!isStepped(by)) return ok(null);
    const nowMs = performance.now();
    if (nowMs - (this.#steppedAtMs.get(camera.id) ?? Number.NEGATIVE_INFINITY) < PTZ_STEP_PAUSE_MS) return ok(null);
    this.#steppedAtMs.set(camera.id, nowMs);
    return client.step(move, by);
  }

  async #moveOnce(
    camera: CameraRow,
    client: PtzClient,
    move: Exclude<Move, { type: "continuous" }>,
    axes: Axes,
  ): Promise<Result<null, Failure>> {
    const movable = movableOf(axes);
    switch (move.type) {
      case "stop":
        return stopped(client, axes);
      case "absolute":
        return client.absolute(move, movable);
      case "relativeFOV":
        return axes.relativeFOV
          ? client.relativeFov(move)
          : refuse("ptz/unsupported", { cause: failure("ptz/no-centre") });
      case "preset":
        return this.#recall(camera, client, move.token, movable);
    }
  }

  async presets(camera: CameraRow): Promise<Result<PtzPreset[], Failure>> {
    const axes = axesOf(camera);
    if (!axes) return ok([]);
    if (axes.maxPresets === 0) return ok((await this.#kept(camera.id)).map(asPreset));
    const client = this.#client(camera);
    if (!client) return NO_PTZ;
    const answer = await client.presets(axes.maxPresets);
    return answer.ok ? ok(answer.value.map(asPreset)) : answer;
  }

  savePreset(camera: CameraRow, name: string): Promise<Result<PtzPreset, Failure>> {
    const turns = this.#saving.get(camera.id) ?? new Mutex();
    this.#saving.set(camera.id, turns);
    return turns.run(() => this.#savePreset(camera, name));
  }

  async #savePreset(camera: CameraRow, name: string): Promise<Result<PtzPreset, Failure>> {
    const client = this.#client(camera);
    const axes = axesOf(camera);
    if (!client || !axes) return NO_PTZ;
    const existing = await this.presets(camera);
    if (!existing.ok) return existing;
    const most = axes.maxPresets === 0 ? DEFAULT_MAX_PRESETS : axes.maxPresets;
    const isFull = existing.value.length >= most;
    if (axes.maxPresets > 0) {
      // A camera may list slots that nobody has set: it knows itself whether there is room.
      const answer = await client.save(name, most);
      if (answer.ok) return ok(asPreset({ token: answer.value, name }));
      return isFull ? refuse("ptz/too-many-presets", { count: most, cause: answer.error }) : answer;
    }
    if (isFull) return refuse("ptz/too-many-presets", { count: most });
    const place = await client.position();
    if (!place.ok) return place;
    const { pan, tilt, zoom } = place.value;
    const row = { token: newId(), camera_id: camera.id, name, pan: pan ?? 0, tilt: tilt ?? 0, zoom: zoom ?? 0 };
    await this.#store.insertInto("ptz_presets").values(row).execute();
    return ok(asPreset(row));
  }

  async removePreset(camera: CameraRow, token: string): Promise<Result<null, Failure>> {
    const existing = await this.presets(camera);
    if (!existing.ok) return existing;
    if (!existing.value.some((preset) => preset.token === token)) {
      return refuse("preset/unknown");
    }
    if ((axesOf(camera)?.maxPresets ?? 0) === 0) {
      await this.#store.deleteFrom("ptz_presets").where("token", "=", token).execute();
      return ok(null);
    }
    const client = this.#client(camera);
    return client ? client.remove(token) : NO_PTZ;
  }

  /** The tours that the camera keeps itself. */
  ownTours(camera: CameraRow): Promise<Result<readonly CameraTour[], Failure>> {
    return this.#client(camera)?.tours() ?? Promise.resolve(ok([]));
  }
  runOwnTour(camera: CameraRow, token: string, runs: boolean): Promise<Result<null, Failure>> {
    return this.#client(camera)?.runTour(token, runs) ?? Promise.resolve(NO_PTZ);
  }

  async #recall(
    camera: CameraRow,
    client: PtzClient,
    token: string,
    movable: { panTilt: boolean; zoom: boolean },
  ): Promise<Result<null, Failure>> {
    if ((axesOf(camera)?.maxPresets ?? 0) > 0) return client.goTo(token);
    const row = (await this.#kept(camera.id)).find((one) => one.token === token);
    return row ? client.absolute(row, movable) : refuse("preset/unknown");
  }

  #kept(cameraId: string) {
    return this.#store
      .selectFrom("ptz_presets")
      .selectAll()
      .where("camera_id", "=", cameraId)
      .orderBy("name")
      .execute();
  }

  #client(camera: CameraRow): PtzClient | null {
    const { PtzUri: url, PtzProfile: profile } = JSON.parse(camera.configuration) as Record<string, string | undefined>;
    if (url === undefined || profile === undefined) return null;
    const key = `${camera.uri} ${camera.credentials} ${url} ${profile}`;
    const known = this.#clients.get(camera.id);
    if (known?.key === key) return known.client;
    const login = { ...this.#cameras.credentials(camera), network: this.#cameras.network(camera) };
    const client = new PtzClient({ ...deviceEndpoint({ url: camera.uri, ...login }), url }, profile);
    this.#clients.set(camera.id, { key, client });
    return client;
  }
}

const movableOf = ({ pan, tilt, zoom }: Axes) => ({ panTilt: pan || tilt, zoom });

const movableBy = ({ pan, tilt, zoom, panTiltBy, zoomBy }: Axes): Movable => ({
  panTilt: pan || tilt ? (panTiltBy ?? "continuous") : null,
  zoom: zoom ? (zoomBy ?? "continuous") : null,
});
const heldOf = ({ panTilt, zoom }: Movable) => ({ panTilt: panTilt === "continuous", zoom: zoom === "continuous" });
const isStepped = (by: Movable): boolean =>
  Object.values(by).some((kind: MoveKind) => kind === "relative" || kind === "absolute");

/** A step ends by itself: a camera that knows nothing else need not know how to stop. */
async function stopped(client: PtzClient, axes: Axes): Promise<Result<null, Failure>> {
  const parts = heldOf(movableBy(axes));
  const answer = await client.stop(parts);
  const isStill = !parts.panTilt && !parts.zoom && !answer.ok && answer.error.code === "onvif/fault";
  return isStill ? ok(null) : answer;
}

function axesOf(camera: CameraRow): Axes | null {
  const { camera: capabilities } = JSON.parse(camera.capabilities) as { camera?: { PTZ?: Axes } };
  return capabilities?.PTZ ?? null;
}

const asPreset = ({ token, name }: { token: string; name: string }): PtzPreset => ({ token, name, type: "preset" });
