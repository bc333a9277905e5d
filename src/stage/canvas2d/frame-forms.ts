import type { BytePool } from "../gl/byte-pool.ts";
import type { UploadPath } from "../gl/upload-path.ts";
import { i420Planes, rgbaBytes, vfTexImage } from "../gl/upload-paths.ts";
import { isVideoFrame } from "../gl/upload-path.ts";
import type { PageWaits } from "./page-waits.ts";
import type { FrameUse } from "../frame-picture.ts";

/**
 * From this share of a frame's pixels on, `drawImage` of the frame costs less than scaling its planes (measured between
 * a quarter and one: docs/benchmarks.md).
 */
const SCALED_BELOW = 0.5;

/**
 * In which form the 2D canvas keeps a frame: as it is, as planes (small tiles, and while drawing a frame waits for the page),
 * or as RGBA (views of fisheyes).
 */
export class FrameForms {
  readonly #asItIs: UploadPath = vfTexImage();
  readonly #planes: UploadPath;
  readonly #rgba: UploadPath;

  readonly #waits: PageWaits;

  constructor(bytes: BytePool, waits: PageWaits) {
    this.#waits = waits;
    this.#planes = i420Planes(bytes);
    this.#rgba = rgbaBytes(bytes);
  }

  pathFor(picture: VideoFrame | ImageBitmap, { drawnPx, dewarped }: FrameUse): UploadPath {
    if (!isVideoFrame(picture)) return this.#asItIs;
    const { visibleRect, displayWidth, displayHeight } = picture;
    const isSquare = visibleRect?.width === displayWidth && visibleRect.height === displayHeight;
    if (dewarped) return isSquare && this.#rgba.accepts(picture) ? this.#rgba : this.#asItIs;
    const isCheaper = drawnPx < SCALED_BELOW * displayWidth * displayHeight || this.#waits.isWaiting(performance.now());
    return isCheaper && this.#planes.accepts(picture) ? this.#planes : this.#asItIs;
  }
}
