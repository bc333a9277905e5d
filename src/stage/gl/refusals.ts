import { isVideoFrame, type UploadPath, type UploadPathName } from "./upload-path.ts";

/** A copy may fail once for want of memory; a way that fails this often in a row does not take such frames. */
const STRIKES = 3;

/**
 * Which ways of upload this browser refuses for which pixel formats: found out with the frames that come, because no
 * browser says it before.
 */
export class Refusals {
  readonly #strikes = new Map<string, number>();

  has(name: UploadPathName, format: string): boolean {
    return (this.#strikes.get(key(name, format)) ?? 0) >= STRIKES;
  }
  /** It did not take a frame. `certain`: the browser's own error says that it never will. */
  failed(name: UploadPathName, format: string, certain = false): void {
    this.#strikes.set(key(name, format), certain ? STRIKES : (this.#strikes.get(key(name, format)) ?? 0) + 1);
  }
  worked(name: UploadPathName, format: string): void {
    this.#strikes.delete(key(name, format));
  }

  /** The same way of upload, whose failures count here. It takes no frames of a format that it has refused. */
  watched(path: UploadPath): UploadPath {
    return {
      name: path.name,
      accepts: (picture) => path.accepts(picture) && !this.has(path.name, formatOf(picture)),
      prepare: async (frame) => {
        const format = formatOf(frame.image);
        const prepared = await path.prepare(frame);
        if (prepared) this.worked(path.name, format);
        else this.failed(path.name, format);
        return prepared;
      },
    };
  }
}

const formatOf = (picture: VideoFrame | ImageBitmap): string => (isVideoFrame(picture) ? (picture.format ?? "") : "");

const key = (name: UploadPathName, format: string): string => `${name} ${format}`;
