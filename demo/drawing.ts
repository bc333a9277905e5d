/**
 * Drawing and encoding of the demo scenes. It happens once, at the first start, in as many processes as there are
 * cores.
 */
import { type ClipStore, packClip, packAudio } from "./clip.ts";
import { backgroundsOf, encodeClip, shapesOf, type StreamShape } from "./clip-encoder.ts";
import { paintPanorama } from "./devices/ptz-source.ts";
import { LOOP_MS, type Scene } from "./scenes/scenes.ts";
import { AAC_BIT_RATE_KBPS, encodeTruck, encodeVoices } from "./scenes/audio.ts";

/** Another process that draws one scene after the other. */
export interface DrawingLane {
  /**
   * Draws the missing files of a scene and reports how many pictures it has encoded; false when it could not do that.
   */
  draw(key: string, onFrames: (count: number) => void): Promise<boolean>;
  close(): void;
}

/** The names of a scene's files in the store. */
export function filesOf({ key, lens, audio }: Scene) {
  return {
    main: `${key}-main.clip`,
    small: `${key}-small.clip`,
    audio: audio === "none" ? null : `${key}.sound`,
    /** for the PTZ camera, which has no clips: its pictures are made while somebody watches */
    panorama: lens === "ptz" ? `${key}-panorama.yuv` : null,
  };
}

const isDrawn = (scene: Scene, store: ClipStore): boolean => {
  const { main, small, audio, panorama } = filesOf(scene);
  return (panorama ? [panorama] : [main, small, ...(audio ? [audio] : [])]).every((name) => store.has(name));
};

const frames = (shape: StreamShape): number => (LOOP_MS / 1000) * shape.framesPerSecond;
const framesOf = ({ lens }: Scene): number => frames(shapesOf(lens).main) + frames(shapesOf(lens).small);

/** Draws and encodes the files of a scene that the store does not have. Takes seconds. */
export async function drawScene(scene: Scene, store: ClipStore, onFrames: (count: number) => void): Promise<void> {
  const { main, small } = shapesOf(scene.lens);
  const files = filesOf(scene);
  if (files.panorama) {
    await store.make(files.panorama, () => paintPanorama(scene));
    return onFrames(framesOf(scene));
  }
  let backgrounds: ReturnType<typeof backgroundsOf> | null = null;
  const clip = async (name: string, shape: StreamShape, isSmall: boolean): Promise<void> => {
    if (store.has(name)) return onFrames(frames(shape));
    await store.make(name, async () => {
      backgrounds ??= backgroundsOf(scene, main, small);
      const background = isSmall ? backgrounds.small : backgrounds.main;
      return packClip(await encodeClip(scene, shape, isSmall, background, () => onFrames(1)));
    });
  };
  if (files.audio) await store.make(files.audio, () => audioOf(scene));
  await clip(files.main, main, false);
  await clip(files.small, small, true);
}

function audioOf(scene: Scene): Buffer {
  if (scene.audio === "aac") return packAudio(encodeVoices(AAC_BIT_RATE_KBPS));
  const driving = scene.place.movers
    .filter(({ kind }) => kind === "cart")
    .map(({ way }): [number, number] => [(way[0]?.[0] ?? 0) * 1000, (way.at(-1)?.[0] ?? 0) * 1000]);
  return packAudio(encodeTruck(driving));
}

/**
 * Draws the scenes that are not in the store, several at a time when there are lanes. A scene that a lane could not
 * draw is drawn in this process. When all files exist already, nothing is reported. `onProgress`: the share of all
 * scenes that is done, 0 to 1, and the name of a scene.
 */
export async function drawMissing(
  wanted: readonly Scene[],
  store: ClipStore,
  onProgress: (done: number, text: string) => void,
  openLanes: (() => readonly DrawingLane[]) | null,
): Promise<void> {
  const missing = wanted.filter((scene) => !isDrawn(scene, store));
  if (missing.length === 0) return;
  const total = wanted.reduce((sum, scene) => sum + framesOf(scene), 0);
  let done = total - missing.reduce((sum, scene) => sum + framesOf(scene), 0);
  let told = done;
  const add = (name: string) => (count: number) => {
    done += count;
    if (done - told < total / 100) return;
    told = done;
    onProgress(Math.min(1, done / total), name);
  };
  const begin = async ({ name }: Scene): Promise<void> => {
    onProgress(Math.min(1, done / total), name);
    // Drawing a still takes a second or two: callers that wait for this process go first.
    await new Promise((resolve) => setImmediate(resolve));
  };

  const waiting = [...missing];
  const lanes = missing.length > 1 ? (openLanes?.() ?? []) : [];
  try {
    const work = async (lane: DrawingLane): Promise<void> => {
      for (let scene = waiting.shift(); scene; scene = waiting.shift()) {
        await begin(scene);
        if (!(await lane.draw(scene.key, add(scene.name)))) return;
      }
    };
    await Promise.all(lanes.map(work));
  } finally {
    for (const lane of lanes) lane.close();
  }
  for (const scene of missing) {
    if (isDrawn(scene, store)) continue;
    await begin(scene);
    await drawScene(scene, store, add(scene.name));
  }
}
