/** The product's stage thread, fed by clips instead of a network; otherwise the same as `workers/stage.worker.ts`. */
import { createSource } from "#media/sources/create-source.ts";
import type { UploadPathName } from "#stage/gl/upload-path.ts";
import { deliver } from "#stage/stage-messages.ts";
import { StageRenderer } from "#stage/stage-renderer.ts";
import type { ToStage } from "#stage/stage-thread.ts";
import { clipSockets, fed, loadClip } from "./clip.ts";

export interface StartStage {
  readonly type: "start";
  readonly init: Extract<ToStage, { type: "init" }>;
  readonly clipBase: string;
  readonly clip: string;
  readonly uploadPath: UploadPathName | null;
}
export interface FedFrames {
  readonly type: "fed";
  readonly frames: number;
}

let stage: StageRenderer | null = null;
onmessage = async (event: MessageEvent<StartStage | Exclude<ToStage, { type: "init" }> | { type: "fed" }>) => {
  const message = event.data;
  if (message.type === "fed") return postMessage({ type: "fed", frames: fed.frames } satisfies FedFrames);
  if (message.type !== "start") {
    if (stage) deliver(stage, message, (answer, transfer) => postMessage(answer, { transfer: transfer ?? [] }));
    return;
  }
  const sockets = clipSockets(await loadClip(message.clipBase, message.clip));
  stage = await StageRenderer.create({
    canvas: message.init.canvas,
    view: message.init.view,
    painter: message.init.painter ?? "webgl2",
    createSource: (request) => createSource(request, sockets),
    emit: (answer, transfer) => postMessage(answer, { transfer: transfer ?? [] }),
    ...(message.uploadPath ? { uploadPath: message.uploadPath } : {}),
  });
};
