import { unreachable } from "#base/assert.ts";
import type { FromStageWorker, ToStageWorker } from "#protocol/stage-worker.ts";
import type { StageRenderer } from "./stage-renderer.ts";

/** Carries one message of the main thread to the renderer; `init` is for whoever makes the renderer. */
export function deliver(
  stage: StageRenderer,
  message: Exclude<ToStageWorker, { type: "init" }>,
  answer: (message: FromStageWorker, transfer?: Transferable[]) => void,
): void {
  switch (message.type) {
    case "view":
      return stage.apply(message.view);
    case "timeline":
      return stage.applyTimeline(message.view);
    case "timeline-lane":
      return stage.setTimelineLane(message.laneId, message.data);
    case "source-open":
      return stage.open(message.sourceId, message.request);
    case "source-play":
      return stage.sources.play(message.sourceId, message.play);
    case "source-step":
      return stage.sources.step(message.sourceId, message.direction);
    case "source-clock":
      return stage.sources.clock(message.sourceId, message.wallMs, message.rtpTime);
    case "source-decoded":
      return stage.sources.decoded(message.sourceId, message.frames);
    case "source-close":
      return stage.close(message.sourceId, message.forget);
    case "hold":
      return stage.hold();
    case "snapshot":
      return void stage
        .snapshot(message.tileId)
        .then((png) => answer({ type: "snapshot", requestId: message.requestId, png }));
    case "read-pixels": {
      const atMs = Date.now();
      const pixels = stage.readPixels(message.rect);
      return answer({ type: "pixels", requestId: message.requestId, atMs, ...pixels }, [pixels.rgba.buffer]);
    }
    case "when-idle":
      return void stage.whenIdle().then(() => answer({ type: "idle", requestId: message.requestId }));
    case "lose-context":
      return stage.loseContext(message.restoreAfterMs);
    case "close":
      return stage.dispose();
    default:
      return unreachable(message);
  }
}
