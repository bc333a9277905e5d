/** Synthetic pictures with known colours. */

export interface Yuv {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** An I420 frame whose luma and chroma come from functions of the texel. */
export function i420Frame(
  widthPx: number,
  heightPx: number,
  at: (x: number, y: number) => Yuv,
  init: Partial<VideoFrameBufferInit> = {},
): VideoFrame {
  const chromaWidth = (widthPx + 1) >> 1;
  const chromaHeight = (heightPx + 1) >> 1;
  const data = new Uint8Array(widthPx * heightPx + 2 * chromaWidth * chromaHeight);
  for (let y = 0; y < heightPx; y++) for (let x = 0; x < widthPx; x++) data[y * widthPx + x] = at(x, y).y;
  const u = widthPx * heightPx;
  const v = u + chromaWidth * chromaHeight;
  for (let y = 0; y < chromaHeight; y++) {
    for (let x = 0; x < chromaWidth; x++) {
      const colour = at(x * 2, y * 2);
      data[u + y * chromaWidth + x] = colour.u;
      data[v + y * chromaWidth + x] = colour.v;
    }
  }
  return new VideoFrame(data, { format: "I420", codedWidth: widthPx, codedHeight: heightPx, timestamp: 0, ...init });
}

/** A flat RGB picture as a frame in RGBX. */
export function flatFrame(widthPx: number, heightPx: number, colour: readonly [number, number, number]): VideoFrame {
  return rgbFrame(widthPx, heightPx, () => colour);
}

export function rgbFrame(
  widthPx: number,
  heightPx: number,
  at: (x: number, y: number) => readonly [number, number, number],
): VideoFrame {
  const data = new Uint8Array(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) data.set([...at(x, y), 255], (y * widthPx + x) * 4);
  }
  return new VideoFrame(data, { format: "RGBX", codedWidth: widthPx, codedHeight: heightPx, timestamp: 0 });
}

/**
 * A scene that resembles a camera's picture: sky, ground, a box that moves with `t` (0..1). It is for people to look
 * at.
 */
export function sceneFrame(widthPx: number, heightPx: number, seed: number, t = 0): VideoFrame {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const painter = canvas.getContext("2d");
  if (!painter) throw new Error("no 2D canvas");
  const hue = (seed * 47) % 360;
  const sky = painter.createLinearGradient(0, 0, 0, heightPx);
  sky.addColorStop(0, `hsl(${hue} 30% 62%)`);
  sky.addColorStop(0.55, `hsl(${hue} 18% 82%)`);
  painter.fillStyle = sky;
  painter.fillRect(0, 0, widthPx, heightPx);
  painter.fillStyle = `hsl(${(hue + 90) % 360} 12% 38%)`;
  painter.fillRect(0, heightPx * 0.55, widthPx, heightPx);
  for (let i = 0; i < 9; i++) {
    const w = widthPx * (0.05 + ((seed * 7 + i * 13) % 10) / 90);
    const h = heightPx * (0.14 + ((seed * 5 + i * 17) % 10) / 30);
    painter.fillStyle = `hsl(${(hue + i * 21) % 360} 14% ${28 + ((i * 9) % 34)}%)`;
    painter.fillRect((widthPx * ((i * 0.117 + seed * 0.03) % 1)) | 0, heightPx * 0.56 - h, w, h);
  }
  painter.fillStyle = `hsl(${(hue + 180) % 360} 60% 48%)`;
  painter.fillRect(widthPx * (0.1 + 0.7 * t), heightPx * 0.68, widthPx * 0.13, heightPx * 0.12);
  return new VideoFrame(canvas, { timestamp: 0, alpha: "discard" });
}
