/**
 * Requests that Node's parser refuses (headers that are too long or wrong, or that never end) reach no route: their
 * connections get an answer in the product's shape and end.
 */
import type { Socket } from "node:net";
import { englishText } from "#domain/failures/english.ts";
import { failure } from "#domain/failures/failure.ts";
import { writeFailure } from "#protocol/rest/error.ts";

const REFUSALS = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "request/headers"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "request/timeout"],
} as const;
const OTHERS = ["400 Bad Request", "request/unreadable"] as const;
const isNamed = (code: string): code is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, code);

export function answerUnreadable(error: { readonly code?: string }, socket: Socket): void {
  const code = error.code ?? "";
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] = isNamed(code) ? REFUSALS[code] : OTHERS;
  const body = JSON.stringify(writeFailure(failure(reason), englishText));
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}
