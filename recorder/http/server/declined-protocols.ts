/**
 * Offers to go on in another protocol than websockets are declined by an ordinary answer (RFC 9110, 7.8): Java's HttpClient
 * and `curl --http2` offer HTTP/2 with their first call. Node hands each such offer to whoever takes upgrades.
 */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

export const isOtherProtocol = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers.upgrade?.trim().toLowerCase() !== "websocket";

const OFFER = new Set(["upgrade", "connection", "http2-settings"]);

/** Lets the server read the request again, without its offer; `head` is what has come of its body. */
export function answerWithoutOffer(
  server: Pick<Server, "emit">,
  request: Pick<IncomingMessage, "method" | "url" | "httpVersion" | "rawHeaders">,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = [`${request.method ?? "GET"} ${request.url ?? "/"} HTTP/${request.httpVersion}`];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? "";
    if (!OFFER.has(name.toLowerCase())) lines.push(`${name}: ${request.rawHeaders[at + 1] ?? ""}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("encrypted" in socket ? "secureConnection" : "connection", socket);
}
