/** Sockets that carry video: authorised here, served by the media process. */
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { VIEWER_SESSION_HEADER } from "#recorder/ipc/process-environment.ts";
import type { LiveSession } from "#recorder/site/live-session.ts";
import type { Uses } from "../services.ts";
import { rejectUpgrade, type SocketKind } from "./sockets.ts";

/** what media needs of the request; credentials are not passed on */
const FORWARDED = new Set([
  "host",
  "upgrade",
  "connection",
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-protocol",
  "sec-websocket-extensions",
  "origin",
  "user-agent",
]);

/**
 * A large key frame should pass in one piece: in three pieces, one of 140 KB takes 4 ms instead of 3. Untouched memory
 * costs nothing, so each socket's buffer has the size of its largest message.
 */
const READ_BYTES = 256 * 1024;
/** When more than this waits for the viewer, `media` is not read any further, so that it notices the slow line. */
const MAX_WAITING_BYTES = 64 * 1024;

type ViewerParts = Uses<"live" | "media" | "viewerSockets">;

export const viewerSockets = (services: ViewerParts): SocketKind => ({
  path: /^\/service\/low-bandwidth\/streams\/([\w-]{1,64})\/ws$/,
  route: "/service/low-bandwidth/streams/:id/ws",
  open([, id = ""], who, request) {
    const session = services.live.get(id, who);
    if (session?.kind !== "low-bandwidth" || session.transport !== "websocket") return 404;
    return (socket, head) => handOver(request, socket, head, session, services);
  },
});

function handOver(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  session: LiveSession,
  services: ViewerParts,
): void {
  const upstream = connect({
    path: services.viewerSockets[services.media.placeOfSession(session.id)] ?? "",
    onread: {
      buffer: Buffer.allocUnsafe(READ_BYTES),
      callback: (bytes, buffer) => {
        if (!socket.writable) return false;
        // A copy, because the buffer is read into again while this waits to be sent.
        socket.write(Buffer.from(buffer.subarray(0, bytes)));
        return socket.writableLength < MAX_WAITING_BYTES;
      },
    },
  });
  socket.on("drain", () => upstream.resume());
  const end = (): void => {
    socket.destroy();
    upstream.destroy();
  };
  session.sockets.add(end);
  const close = (): void => {
    session.sockets.delete(end);
    services.live.touch(session);
    end();
  };
  socket.once("close", close);
  upstream.once("close", close);
  // Bytes from there have already been forwarded: the connection is a websocket by then and accepts no HTTP.
  upstream.once("error", () => (upstream.bytesRead === 0 ? rejectUpgrade(socket, 502) : end()));
  upstream.once("connect", () => {
    const lines = [`GET ${(request.url ?? "").split("?")[0]} HTTP/1.1`, `${VIEWER_SESSION_HEADER}: ${session.id}`];
    for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
      const name = request.rawHeaders[index] ?? "";
      if (FORWARDED.has(name.toLowerCase())) lines.push(`${name}: ${request.rawHeaders[index + 1] ?? ""}`);
    }
    upstream.write(`${lines.join("\r\n")}\r\n\r\n`);
    if (head.length > 0) upstream.write(head);
    upstream.once("end", () => socket.end());
    socket.pipe(upstream);
  });
}
