import type { BytePool } from "../gl/byte-pool.ts";
import { Refusals } from "../gl/refusals.ts";
import type { UploadPath } from "../gl/upload-path.ts";
import { i420Planes, rgbaBytes, vfTexImage } from "../gl/upload-paths.ts";
import { isVideoFrame } from "../gl/upload-path.ts";
import type { FrameUse } from "../frame-picture.ts";

/**
 * In which form the 2D canvas keeps a frame: as planes, and as RGBA for views of fisheyes; as it is where nobody can scale planes,
 * and where the browser refuses to copy such frames again and again.
 */
export class FrameForms {
  readonly #asItIs: UploadPath = vfTexImage();
  readonly #planes: UploadPath | null;
  readonly #rgba: UploadPath;

  constructor(bytes: BytePool, canScale: boolean) {
    const refusals = new Refusals();
    this.#planes = canScale ? refusals.watched(i420Planes(bytes)) : null;
    this.#rgba = refusals.watched(rgbaBytes(bytes));
  }

  pathFor(picture: VideoFrame | ImageBitmap, { dewarped }: FrameUse): UploadPath {
    if (!isVideoFrame(picture)) return this.#asItIs;
    const { visibleRect, displayWidth, displayHeight } = picture;
    const isSquare = visibleRect?.width === displayWidth && visibleRect.height === displayHeight;
    if (dewarped) return isSquare && this.#rgba.accepts(picture) ? this.#rgba : this.#asItIs;
    return this.#planes?.accepts(picture) ? this.#planes : this.#asItIs;
  }
}
