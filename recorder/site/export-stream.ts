/** A stream as an export wants it: with its camera's name and how it is dewarped. */
import type { ExportStream } from "#recorder/ipc/contracts.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";

export function exportStreamOf(cameras: Pick<Cameras, "get" | "stream">, streamId: string): ExportStream {
  const stream = cameras.stream(streamId);
  return {
    streamId,
    cameraName: (stream && cameras.get(stream.camera_id)?.name) ?? streamId,
    dewarp: stream ? (JSON.parse(stream.dewarp) as Record<string, unknown>) : {},
  };
}
