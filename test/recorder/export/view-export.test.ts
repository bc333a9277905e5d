/** What is exported as a view of a fisheye: only the view, of every picture. */
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from "mediabunny";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_DEWARP_CONFIG, type FisheyeLook } from "#domain/dewarp/config.ts";
import { stateOfLook } from "#domain/dewarp/look.ts";
import { drawDewarped } from "#domain/dewarp/pixels/still.ts";
import { dewarpScene } from "#domain/dewarp/scene.ts";
import { tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { viewFootprint } from "#domain/dewarp/view-footprint.ts";
import { noZoom } from "#domain/first-facts.ts";
import { viewSize } from "#recorder/codec/dewarp-painter.ts";
import { firstPlane, Scaler, VideoDecoder } from "#recorder/codec/av-video.ts";
import { codedFrames } from "./coded-camera.ts";
import { type Exports, exportsOf } from "./exports-of.ts";

const START = Date.UTC(2026, 2, 29, 10, 0, 0);
const SIDE = 480;
const config = { ...DEFAULT_DEWARP_CONFIG, enable: true, orientation: "wall" } as const;
const look: FisheyeLook = {
  mode: 1,
  view: { pan: 0, tilt: 20, zoom: 1 },
  shift: 0,
  layout: "single",
  panoramaZoom: noZoom,
};
const sceneOf = (of: FisheyeLook, orientation: "wall" | "ceiling" = "wall") => {
  const mounted = { ...config, orientation };
  return dewarpScene(tileDewarpOf(of.mode, mounted, stateOfLook(of, mounted), null));
};

describe("an export of a view", () => {
  let exports: Exports;
  beforeAll(async () => {
    const streams = [{ streamId: "hall", cameraName: "Hall" }];
    exports = await exportsOf({ streams, startMs: START, stopMs: START + 4000 });
    const hall = await exports.recordings.recorder("hall", "1", "continuous");
    hall.begin({ codec: "h264", audio: null });
    for (const unit of codedFrames({ count: 90, startMs: START, gopFrames: 30, widthPx: SIDE, heightPx: SIDE }))
      hall.push(unit);
    await exports.recordings.flush();
  });
  afterAll(() => exports.close());

  /** Size and number of the pictures of a file, and the first one's pixels. */
  async function read(path: string) {
    const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
    const track = await input.getPrimaryVideoTrack();
    const decoderConfig = await track?.getDecoderConfig();
    if (!track || !decoderConfig) throw new Error("no video");
    const description = new Uint8Array(decoderConfig.description as Uint8Array);
    const decoder = new VideoDecoder("h264", { lowDelay: false, description });
    const size = { width: track.codedWidth, height: track.codedHeight };
    const scaler = new Scaler(size.width, size.height, "rgba");
    let frames = 0;
    let first: Buffer | null = null;
    const take = (frame: Parameters<Parameters<VideoDecoder["decode"]>[2]>[0]): void => {
      frames += 1;
      first ??= Buffer.from(firstPlane(scaler.scale(frame)).data.subarray(0, size.width * size.height * 4));
    };
    for await (const packet of new EncodedPacketSink(track).packets())
      decoder.decode(packet.data, Math.round(packet.timestamp * 90_000), take);
    decoder.drain(take);
    decoder.close();
    scaler.close();
    return { size, frames, rgba: new Uint8ClampedArray(first ?? Buffer.alloc(0)) };
  }
  const made = async (more: object) => {
    const range = { startMs: START + 1000, stopMs: START + 3000 };
    const { asked, answer } = await exports.run({
      ...range,
      streams: [{ streamId: "hall", cameraName: "Hall", ...more }],
    });
    if (!answer.ok) throw new Error(answer.error.code);
    return { files: answer.value.files, ...(await read(asked.outFile)) };
  };

  it("has exactly the asked pictures, and each shows the view as the mathematics has it", async () => {
    const scene = sceneOf(look);
    const whole = await made({});
    const view = await made({ view: scene });
    expect(view.files).toMatchObject([{ frames: 30, reencoded: 30 }]);
    expect(view.frames).toBe(whole.frames);
    expect(view.size).toEqual({ width: 1280, height: 720 });
    const expected = new Uint8ClampedArray(view.size.width * view.size.height * 4);
    drawDewarped(scene, { ...whole.size, rgba: whole.rgba }, view.size, expected);
    let worst = 0;
    let sum = 0;
    for (let at = 0; at < expected.length; at += 4) {
      const off = Math.abs((expected[at] ?? 0) - (view.rgba[at] ?? 0));
      sum += off;
      worst = Math.max(worst, off);
    }
    // Two encodings lie between them: edges of the blocks may ring.
    expect(sum / (expected.length / 4)).toBeLessThan(3);
    expect(worst).toBeLessThan(120);
  });

  it("of a panorama is as high as its strip", async () => {
    const scene = sceneOf({ ...look, mode: 2 }, "ceiling");
    const { size } = await made({ view: scene });
    expect(size).toEqual(viewSize(scene, { width: SIDE, height: SIDE }));
    expect(size.width).toBe(1280);
    expect(size.height).toBeLessThan(720);
  });

  it("hides what masks hide: they lie on the picture before it is turned", async () => {
    const all = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    const { rgba } = await made({ view: sceneOf(look), masks: [{ points: all }] });
    const middle = (360 * 1280 + 640) * 4;
    expect(Math.abs((rgba[middle] ?? 0) - (rgba[middle + 1] ?? 0))).toBeLessThan(6);
    let [darkest, lightest] = [255, 0];
    for (let x = 500; x < 780; x += 1) {
      const value = rgba[(360 * 1280 + x) * 4] ?? 0;
      darkest = Math.min(darkest, value);
      lightest = Math.max(lightest, value);
    }
    expect(lightest - darkest).toBeLessThan(12);
  });

  it("of who sees the camera by a view: that view is as it is, and a look elsewhere is grey", async () => {
    const shown = viewFootprint(look, { ...config, lens: DEFAULT_LENS }, { width: SIDE, height: SIDE });
    /** The share of its pixels that are as light as the grey picture, and not as dark as what is painted over it. */
    const seen = async (of: FisheyeLook) => {
      const { rgba } = await made({ view: sceneOf(of), masks: shown });
      let light = 0;
      for (let at = 0; at < rgba.length; at += 4) if ((rgba[at] ?? 0) > 100) light += 1;
      return light / (rgba.length / 4);
    };
    expect(await seen(look)).toBeGreaterThan(0.99);
    expect(await seen({ ...look, view: { ...look.view, pan: 80, tilt: -10 } })).toBeLessThan(0.01);
  });

  it("in a zip: each view is a file beside the whole picture, called after camera and view", async () => {
    const part = (name: string, of?: FisheyeLook) => ({
      streamId: "hall",
      cameraName: name,
      ...(of ? { view: sceneOf(of) } : {}),
    });
    const range = { startMs: START + 1000, stopMs: START + 3000 };
    const streams = [part("Hall"), part("Hall · Door", look), part("Hall · Desk", { ...look, mode: 2 })];
    const { answer } = await exports.run({ ...range, streams, outFile: join(exports.dir, "views.zip") });
    if (!answer.ok) throw new Error(answer.error.code);
    expect(
      answer.value.files.map(({ name, frames, reencoded }) => [name.split(" 2026")[0], frames, reencoded]),
    ).toEqual([
      ["Hall", 30, 15],
      ["Hall · Door", 30, 30],
      ["Hall · Desk", 30, 30],
    ]);
    expect(answer.value.withoutVideo).toEqual([]);
  });
});
