/** Opens the media socket; what it carries is `#protocol/media-socket.ts`. Runs in the stage worker and on the main thread. */
import { MEDIA_SUBPROTOCOL, type MediaCommand, type MediaNotice, mediaNotice } from "#protocol/media-socket.ts";

export interface MediaSocketHandlers {
  opened(): void;
  notice(notice: MediaNotice): void;
  /** header and payload, not yet parsed; the buffer is the receiver's */
  binary(message: ArrayBuffer): void;
  /** once, also when it never opened; not after `close()` */
  closed(reason: string): void;
  /** a message that is not of this protocol */
  malformed(what: string): void;
}

export interface MediaSocketPort {
  /** Dropped silently while the socket is not open. */
  send(command: MediaCommand): void;
  close(): void;
}

export type OpenMediaSocket = (url: string, handlers: MediaSocketHandlers) => MediaSocketPort;

export const openMediaSocket: OpenMediaSocket = (url, handlers) => {
  const socket = new WebSocket(url, MEDIA_SUBPROTOCOL);
  socket.binaryType = "arraybuffer";
  let over = false;
  socket.onopen = () => handlers.opened();
  socket.onmessage = (event: MessageEvent<unknown>) => {
    if (over) return;
    if (event.data instanceof ArrayBuffer) return handlers.binary(event.data);
    const parsed = mediaNotice.safeParse(parseJson(event.data));
    if (parsed.success) handlers.notice(parsed.data);
    else handlers.malformed(String(event.data).slice(0, 200));
  };
  socket.onclose = (event) => {
    if (over) return;
    over = true;
    handlers.closed(event.reason || `socket closed (${event.code})`);
  };
  return {
    send(command) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
    },
    close() {
      over = true;
      socket.close(1000);
    },
  };
};

function parseJson(text: unknown): unknown {
  if (typeof text !== "string") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
