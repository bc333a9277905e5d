/** The stage's thread: owns the canvas, the GL context and the sources. */
import { createSource } from "#media/sources/create-source.ts";
import { preparePainter } from "#stage/create-painter.ts";
import { StageThread } from "#stage/stage-thread.ts";

const thread = new StageThread(createSource, (message, transfer) => postMessage(message, { transfer: transfer ?? [] }));
onmessage = (event) => {
  thread.receive(event.data);
  if (event.data.type === "close") close();
};
preparePainter();
