/** A stream as an export needs it: with its camera's name and its dewarp settings. */
import type { ExportStream } from "#recorder/ipc/contracts.ts";
import type { Services } from "./services.ts";

export function exportStreamOf({ cameras }: Services, streamId: string): ExportStream {
  const stream = cameras.stream(streamId);
  return {
    streamId,
    cameraName: (stream && cameras.get(stream.camera_id)?.name) ?? streamId,
    dewarp: stream ? (JSON.parse(stream.dewarp) as Record<string, unknown>) : {},
  };
}
