/** The one place where a request becomes a source. Called in the stage's thread. */
import type { SourceRequest } from "#protocol/stage-worker.ts";
import { type OpenMediaSocket, openMediaSocket } from "#transport/media-socket.ts";
import type { FrameSource } from "../frame-source.ts";
import { FramesSource } from "./frames-source.ts";
import { LowBandwidthSource } from "./low-bandwidth-source.ts";
import { TrackSource } from "./track-source.ts";

/** `openSocket` is for tests and benches that bring their own bytes. */
export function createSource(request: SourceRequest, openSocket: OpenMediaSocket = openMediaSocket): FrameSource {
  switch (request.kind) {
    case "track":
      return new TrackSource(request);
    case "frames":
      return new FramesSource(request);
    case "low-bandwidth":
      return new LowBandwidthSource(request, openSocket);
  }
}
