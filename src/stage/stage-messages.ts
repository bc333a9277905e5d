import { unreachable } from "#base/assert.ts";
import { FrameMailbox } from "#media/frame-mailbox.ts";
import type { FromStageWorker, ToStageWorker } from "#protocol/stage-worker.ts";
import type { CreateSource } from "./source-table.ts";
import type { StageRenderer } from "./stage-renderer.ts";

type Message = Exclude<ToStageWorker, { type: "init" }>;
type Post = (message: FromStageWorker, transfer?: Transferable[]) => void;

/** Passes one message of the main thread to the renderer; `init` goes to the code that makes the renderer. */
export function deliver(stage: StageRenderer, message: Message, answer: Post): void {
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
    case "source-prefetch":
      return stage.sources.prefetch(message.sourceId, message.timeMs);
    case "source-clock":
      return stage.sources.clock(message.sourceId, message.wallMs, message.rtpTime);
    case "source-decoded":
      return stage.sources.decoded(message.sourceId, message.frames);
    case "source-close":
      return stage.close(message.sourceId, message.forget);
    case "hold":
      return stage.hold();
    case "snapshot":
      return void stage.snapshot(message.tileId).then(
        (png) => answer({ type: "snapshot", requestId: message.requestId, png }),
        // A frame too large for the memory, or a context that is lost in the meantime.
        () => answer({ type: "no-answer", requestId: message.requestId }),
      );
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

/**
 * There is no stage to carry the message out: what it holds is given back, and a waiting caller gets an empty answer.
 */
export function refuse(message: Message, create: CreateSource, answer: Post): void {
  if ("requestId" in message) return answer({ type: "no-answer", requestId: message.requestId });
  if (message.type !== "source-open") return;
  const { request } = message;
  // The socket is not opened only to be closed.
  if (request.kind === "low-bandwidth") return request.audio?.close();
  const mailbox = new FrameMailbox(() => undefined);
  mailbox.close();
  // The sources know how to end each kind of stream with no frame left over.
  create(request).start(mailbox, () => undefined)();
}
