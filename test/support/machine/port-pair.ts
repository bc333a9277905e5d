import { EventEmitter } from "node:events";
import type { Port } from "#recorder/ipc/channel.ts";

/** The two ends of a channel without a process between them. */
export function portPair(): [Port, Port] {
  const emitters = [new EventEmitter(), new EventEmitter()] as const;
  const end = (mine: EventEmitter, theirs: EventEmitter): Port => ({
    connected: true,
    on: (event: string, listener: (message: unknown) => void) => mine.on(event, listener),
    off: (event, listener) => mine.off(event, listener),
    send: (message) => {
      setImmediate(() => theirs.emit("message", structuredClone(message)));
      return true;
    },
  });
  return [end(emitters[0], emitters[1]), end(emitters[1], emitters[0])];
}
