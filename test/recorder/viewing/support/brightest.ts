import { VideoDecoder } from "#recorder/codec/av-video.ts";
import { HEIGHT, WIDTH } from "./encoded-scene.ts";

/**
 * The scene's squares, which alone are bright, as a mask: the number of a picture is what nobody may see. Its lower edge
 * is the squares' own.
 */
export const SQUARES = [
  {
    points: [
      { x: 0, y: 0 },
      { x: 256 / WIDTH, y: 0 },
      { x: 256 / WIDTH, y: 16 / HEIGHT },
      { x: 0, y: 16 / HEIGHT },
    ],
  },
];

/** The brightest pixel of all these coded pictures, 0 to 255; -1: no picture could be decoded. */
export function brightest(codec: "h264" | "mjpeg", pictures: readonly Uint8Array[]): number {
  const decoder = new VideoDecoder(codec);
  let most = -1;
  const take = (frame: Parameters<Parameters<VideoDecoder["decode"]>[2]>[0]): void => {
    const [luma] = frame.data ?? [];
    const stride = frame.linesize[0] ?? 0;
    for (let y = 0; y < frame.height; y += 1)
      for (let x = 0; x < frame.width; x += 1) most = Math.max(most, luma?.[y * stride + x] ?? 0);
  };
  pictures.forEach((picture, i) => decoder.decode(picture, i * 6000, take));
  decoder.drain(take);
  decoder.close();
  return most;
}

/** Nothing brighter than this is in a picture whose squares are hidden: background and mask are at about 60. */
export const HIDDEN = 90;
/** The squares themselves are at 235. */
export const SEEN = 180;
