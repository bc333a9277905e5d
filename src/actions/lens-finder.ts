/** Finds a fisheye's circle in pictures of its stream, once per camera and session (design, dewarp 2.8). */
import { findCircle, type Luma } from "#domain/dewarp/circle.ts";
import { DEFAULT_LENS, type Lens } from "#domain/dewarp/lens.ts";
import { type CameraStore, cameraKey } from "#state/camera-store.ts";
import type { PlayerStore } from "#state/player-store.ts";
import type { StageStore } from "#state/stage-store.ts";
import type { HttpClient } from "#transport/http.ts";
import type { Throttle } from "#transport/throttle.ts";
import type { KeyValueStorage } from "./key-value-storage.ts";
import { KnownLenses } from "./known-lenses.ts";

/** What the recorder is asked for: the finder averages down to this itself. */
const PICTURE_WIDTH_PX = 512;
/** Longer side of what is searched; larger pictures only cost time. */
const SEARCH_SIDE_PX = 1024;

/** Pictures that are looked at until one shows a circle, and the time between them. */
const PICTURES = 4;
const NEXT_PICTURE_MS = 1500;

/**
 * Watches the stage: a dewarped camera without a lens of its own gets the one that was found before, else the one found in
 * its pictures now. A view that is open never changes: what is found beside a known lens counts from the next session on.
 */
export function createLensFinder(deps: {
  readonly http: HttpClient;
  readonly stage: StageStore;
  readonly cameras: CameraStore;
  readonly players: PlayerStore;
  readonly storage: KeyValueStorage;
  /** shared with whoever else asks for pictures */
  readonly throttle: Throttle;
}): () => void {
  const { http, stage, cameras, players, storage, throttle } = deps;
  const known = new KnownLenses(storage);
  const asked = new Set<string>();
  const look = (): void => {
    for (const cell of stage.get().grid.cells) {
      const key = cameraKey(cell.camera);
      const camera = cameras.get().byKey[key];
      if (cell.dewarpMode === 0 || !camera?.dewarp || camera.dewarp.lens || asked.has(key)) continue;
      const streamId = camera.primaryStreamId;
      if (streamId === null) continue;
      asked.add(key);
      const show = (lens: Lens | null): void =>
        players.change((facts) => {
          facts.lenses[key] = lens as (typeof facts.lenses)[string];
        });
      const before = known.get(streamId);
      if (before) show(before);
      void findLens(http, throttle, streamId).then((lens) => {
        if (lens) known.keep(streamId, lens);
        if (!before) show(lens);
      });
    }
  };
  const ends = [stage.subscribe(look), cameras.subscribe(look)];
  return () => ends.forEach((end) => end());
}

/** The lens of a stream's pictures; null when there is none, or no circle in them. */
async function findLens(http: HttpClient, throttle: Throttle, streamId: string): Promise<Lens | null> {
  const search = new LensSearch();
  for (let round = 0; round < PICTURES; round += 1) {
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, NEXT_PICTURE_MS));
    const bitmap = await pictureOf(http, throttle, streamId);
    const lens = bitmap && search.add(bitmap);
    bitmap?.close();
    if (lens) return lens;
  }
  return null;
}

async function pictureOf(http: HttpClient, throttle: Throttle, streamId: string): Promise<ImageBitmap | null> {
  const path = `/service/streams/${encodeURIComponent(streamId)}/frame`;
  const ask = () => http.blob({ path, query: { time: 0, width: PICTURE_WIDTH_PX, height: 0 } });
  const answer = await throttle.lane(http.ownerOf(streamId)).run(ask);
  if (!answer?.ok || answer.value.size === 0) return null;
  return createImageBitmap(answer.value).catch(() => null);
}

/** Looks for the circle in the brightest of all pictures added: night and dark corners show more of it over some seconds. */
export class LensSearch {
  #brightest: Luma | null = null;

  /** The lens of all pictures so far, null while they show no circle. A picture of another shape begins anew. */
  add(picture: ImageBitmap): Lens | null {
    const share = Math.min(1, SEARCH_SIDE_PX / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * share));
    const height = Math.max(1, Math.round(picture.height * share));
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    if (!context) return null;
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, width, height);
    const luma = lumaOf(context.getImageData(0, 0, width, height).data, width, height);
    const before = this.#brightest;
    if (before?.width === width && before.height === height) {
      for (let at = 0; at < luma.data.length; at += 1)
        luma.data[at] = Math.max(luma.data[at] ?? 0, before.data[at] ?? 0);
    }
    this.#brightest = luma;
    const circle = findCircle(luma);
    if (!circle) return null;
    // Odd sizes do not shrink by one and the same factor.
    const perPx = (picture.width / width + picture.height / height) / 2;
    return {
      ...DEFAULT_LENS,
      centerX: circle.cx / width,
      centerY: circle.cy / height,
      radius: (circle.r * perPx) / Math.min(picture.width, picture.height),
    };
  }
}

function lumaOf(rgba: Uint8ClampedArray, width: number, height: number): Luma {
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1)
    data[at] = 0.299 * (rgba[at * 4] ?? 0) + 0.587 * (rgba[at * 4 + 1] ?? 0) + 0.114 * (rgba[at * 4 + 2] ?? 0);
  return { width, height, data };
}
