/**
 * Finds a fisheye's circle in frames of its stream, once per camera and session (design, dewarp 2.8). A camera that
 * gave no frame is asked again when its state changes, or later. Where the circle was saved, it is looked for on behalf
 * of who may save it: size or crop of the stream may have changed since.
 */
import type { Size } from "#base/geometry.ts";
import { circleDistance, type Lens, MOVED_FROM } from "#domain/dewarp/lens.ts";
import { type CameraFacts, type CameraStore, cameraKey } from "#state/camera-store.ts";
import type { PlayerStore } from "#state/stage/player-store.ts";
import type { StageStore } from "#state/stage/stage-store.ts";
import type { HttpClient } from "#transport/http.ts";
import type { Throttle } from "#transport/throttle.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";
import type { CircleFinder } from "./lens-search.ts";
import { KnownLenses } from "./known-lenses.ts";

/** Frames that are searched until one shows a circle, and the time between them. */
const PICTURES = 4;
const NEXT_PICTURE_MS = 1500;
/** A camera without a change of state may only have been unreachable for this browser. */
const ASK_AGAIN_MS = 30_000;

/**
 * Watches the stage: a dewarped camera without a lens of its own gets the one that was found before, otherwise the one
 * found in its current frames. An open view never changes: a lens that is found while another is known counts from the
 * next session on.
 */
export function createLensFinder(deps: {
  readonly http: HttpClient;
  readonly stage: StageStore;
  readonly cameras: CameraStore;
  readonly players: PlayerStore;
  readonly storage: KeyValueStorage;
  /** shared with all other code that requests stills */
  readonly throttle: Throttle;
  /** searches a picture elsewhere than on the page's thread, which a full picture would stop for 50 ms and more */
  readonly findCircle: CircleFinder;
  /** the user may save a camera's lens */
  readonly mayConfigure: () => boolean;
}): () => void {
  const { stage, cameras, players, storage, mayConfigure } = deps;
  const known = new KnownLenses(storage);
  /** cameras that were searched, with the size that their stream had then */
  const asked = new Map<string, string>();
  /** cameras that gave no frame: their state then, and when to ask again in any case */
  const away = new Map<string, { readonly state: CameraFacts["state"]; readonly untilMs: number }>();
  const isAway = (key: string, { state }: CameraFacts): boolean => {
    const before = away.get(key);
    return before !== undefined && before.state === state && performance.now() < before.untilMs;
  };
  const tellMoved = (key: string, isMoved: boolean): void =>
    players.change((facts) => {
      const others = facts.movedCircles.filter((each) => each !== key);
      facts.movedCircles = isMoved ? [...others, key] : others;
    });
  const look = (): void => {
    for (const cell of stage.get().grid.cells) {
      const key = cameraKey(cell.camera);
      const camera = cameras.get().byKey[key];
      const saved = camera?.dewarp?.lens ?? null;
      if (cell.dewarpMode === 0 || !camera?.dewarp || (saved && !mayConfigure())) continue;
      const streamId = camera.primaryStreamId;
      if (streamId === null) continue;
      const size = sizeOf(camera, streamId);
      const searched = asked.get(key);
      const isResized = searched !== undefined && searched !== size && searched !== "" && size !== "";
      if (searched === "") asked.set(key, size);
      if ((searched !== undefined && !isResized) || isAway(key, camera)) continue;
      asked.set(key, size);
      const show = (lens: Lens | null): void =>
        players.change((facts) => {
          facts.lenses[key] = lens as (typeof facts.lenses)[string];
        });
      // Another size has another place for the circle: what was known of the stream counts no longer.
      const before = isResized || saved ? null : known.get(streamId);
      if (before) show(before);
      void findLens(deps, streamId).then((found) => {
        if (found === "no-picture") {
          away.set(key, { state: camera.state, untilMs: performance.now() + ASK_AGAIN_MS });
          asked.delete(key);
        }
        const here = found === "no-picture" ? null : found;
        if (saved) return here && tellMoved(key, circleDistance(saved, here.lens, here.size) > MOVED_FROM);
        if (here) known.keep(streamId, here.lens);
        if (!before) show(here?.lens ?? null);
      });
    }
  };
  const ends = [stage.subscribe(look), cameras.subscribe(look)];
  return () => ends.forEach((end) => end());
}

/** "": it is not known yet. */
function sizeOf({ streams }: CameraFacts, streamId: string): string {
  const { widthPx = null, heightPx = null } = streams.find(({ id }) => id === streamId) ?? {};
  return widthPx === null || heightPx === null ? "" : `${widthPx} x ${heightPx}`;
}

interface FinderParts {
  readonly http: HttpClient;
  readonly throttle: Throttle;
  readonly findCircle: CircleFinder;
}

/** The lens of a stream's frames; null when they show no circle. */
async function findLens(
  { http, throttle, findCircle }: FinderParts,
  streamId: string,
): Promise<{ readonly lens: Lens; readonly size: Size } | null | "no-picture"> {
  // A chunk of its own: most stages have no fisheye with an unknown lens. Code that cannot be loaded is requested again
  // later.
  const code = await import("./lens-search.ts").catch(() => null);
  if (!code) return "no-picture";
  const search = new code.LensSearch();
  let seen = false;
  for (let round = 0; round < PICTURES; round += 1) {
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, NEXT_PICTURE_MS));
    const bitmap = await pictureOf(http, throttle, streamId);
    if (!bitmap) continue;
    seen = true;
    const { width, height } = bitmap;
    const found = await search.addFor(bitmap, findCircle);
    bitmap.close();
    if (found) return { lens: found.lens, size: { width, height } };
  }
  return seen ? null : "no-picture";
}

async function pictureOf(http: HttpClient, throttle: Throttle, streamId: string): Promise<ImageBitmap | null> {
  const path = `/service/streams/${encodeURIComponent(streamId)}/frame`;
  // As large as the stream sends it: a circle that is cut is found between the pixels of its arcs.
  const ask = () => http.blob({ path, query: { time: 0, width: 0, height: 0 } });
  const answer = await throttle.lane(http.ownerOf(streamId)).run(ask);
  if (!answer?.ok || answer.value.size === 0) return null;
  return createImageBitmap(answer.value).catch(() => null);
}
