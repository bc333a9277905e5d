/** What goes wrong with a recorder and its cameras, and what is well again: from one look at it to the next. */
import { type Failure, failure } from "#domain/failures/failure.ts";
import { standsStill } from "#domain/servers/license.ts";
import type { Camera } from "#protocol/rest/cameras/camera.ts";
import type { ServerTrouble } from "./contracts.ts";
import { type ServerState, streamStateOf } from "./server-state.ts";

/** A stream may be away for this long: cameras restart, streams are reconfigured. */
export const CAMERA_GRACE_MS = 30_000;

export class ServerTroubles {
  readonly #orchidId: string;
  readonly #name: () => string;
  /** cameras that were reported, or were down before they could be reported */
  readonly #down: Set<string>;
  /** other cameras that do not run */
  readonly #untold: Set<string>;
  /** since when these do not run, ms of the aggregator; time while the server is away does not count */
  readonly #since = new Map<string, number>();

  /**
   * `first`: the last known state. What is wrong in it was reported before, except for the cameras that it lists as
   * untold.
   */
  constructor(orchidId: string, name: () => string, first: ServerState) {
    this.#orchidId = orchidId;
    this.#name = name;
    this.#untold = new Set(first.untold);
    const idle = first.cameras.filter((one) => !isRunning(one)).map(({ id }) => id);
    this.#down = new Set(idle.filter((id) => !this.#untold.has(id)));
  }

  /** To be stored with the state: the next run reports these cameras if they stay away. */
  get untold(): string[] {
    return [...this.#untold];
  }

  next(before: ServerState, after: ServerState): ServerTrouble[] {
    const whenMs = after.lastChecked;
    const tell = (kind: ServerTrouble["kind"], told: Failure, cameraId: string | null = null): ServerTrouble => ({
      kind,
      orchidId: this.#orchidId,
      cameraId,
      told,
      whenMs,
    });
    const name = this.#name();
    const wasSeen = before.lastAvailable > 0;
    if (!after.isAvailable) {
      // While the server is away the state of its cameras is not known: they are neither reported nor counted as away.
      this.#since.clear();
      const isNews = before.isAvailable && wasSeen;
      return isNews
        ? [
            tell(
              "server-unreachable",
              failure("trouble/server-away", { name, cause: after.failure ?? failure("network/no-response") }),
            ),
          ]
        : [];
    }
    const isBack = !before.isAvailable && wasSeen;
    return [
      ...(isBack ? [tell("server-back", failure("trouble/server-back", { name }))] : []),
      ...(isDegraded(after) && !isDegraded(before) ? [tell("server-error", errorOf(name, after))] : []),
      ...(after.recordingTrouble && !before.recordingTrouble
        ? [tell("server-error", failure("trouble/unrecorded", { name, cause: after.recordingTrouble }))]
        : []),
      ...this.#cameras(after, tell),
    ];
  }

  #cameras(
    after: ServerState,
    tell: (kind: ServerTrouble["kind"], told: Failure, cameraId: string) => ServerTrouble,
  ): ServerTrouble[] {
    const known = new Set(after.cameras.map(({ id }) => id));
    for (const id of [...this.#down, ...this.#untold])
      if (!known.has(id)) {
        this.#down.delete(id);
        this.#untold.delete(id);
        this.#since.delete(id);
      }
    for (const one of after.cameras) if (!isRunning(one) && !this.#down.has(one.id)) this.#untold.add(one.id);
    // The recorder has then stopped all streams itself, and one message says so.
    if (after.licenseState && standsStill(after.licenseState)) return [];
    return after.cameras.flatMap((one) => {
      if (isRunning(one)) {
        this.#since.delete(one.id);
        this.#untold.delete(one.id);
        return this.#down.delete(one.id)
          ? [tell("camera-back", failure("trouble/camera-back", { camera: one.name, name: this.#name() }), one.id)]
          : [];
      }
      // After the clock was set back, the waiting time starts anew.
      const since = Math.min(this.#since.get(one.id) ?? after.lastChecked, after.lastChecked);
      this.#since.set(one.id, since);
      if (this.#down.has(one.id) || after.lastChecked - since < CAMERA_GRACE_MS) return [];
      this.#untold.delete(one.id);
      this.#down.add(one.id);
      return [
        tell("camera-unreachable", failure("trouble/camera-away", { camera: one.name, name: this.#name() }), one.id),
      ];
    });
  }
}

const isDegraded = ({ licenseState }: ServerState): boolean => licenseState?.status === "degraded";
/** A camera without a stream cannot send anything. */
const isRunning = (one: Camera): boolean => !one.primaryStream || streamStateOf(one) === "running";

const errorOf = (name: string, { licenseState }: ServerState): Failure =>
  failure(licenseState?.reason === "storage" ? "trouble/storage" : "trouble/license", { name });
