/**
 * Requests that Node's parser refuses (headers that are too long or wrong, or that never end) reach no route: their
 * connections get an answer in the product's shape and end.
 */
import { COMMON_HEADERS } from "../files/security-headers.ts";
import type { Server as HttpServer, ServerResponse } from "node:http";
import type { Server as HttpsServer } from "node:https";
import type { Duplex } from "node:stream";
import { englishText } from "#domain/failures/english.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { writeFailure } from "#protocol/rest/error.ts";

type Server = HttpServer | HttpsServer;

const REFUSALS = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "request/headers"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "request/timeout"],
} as const;
const OTHERS = ["400 Bad Request", "request/unreadable"] as const;
const isNamed = (code: string): code is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, code);

export function answerUnreadable(error: { readonly code?: string }, socket: Duplex): void {
  const code = error.code ?? "";
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] = isNamed(code) ? REFUSALS[code] : OTHERS;
  endWith(socket, status, failure(reason));
}

/** Answers what Node would end without a word: CONNECT, which is for proxies, and expectations that nobody knows. */
export function answerUnserved(server: Server): void {
  server.on("connect", (_request, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    endWith(socket, "405 Method Not Allowed", failure("request/method", { allowed: PROXIES_ONLY }));
  });
  server.on("checkExpectation", (_request, response: ServerResponse) => {
    refuseRaw(response.setHeader("connection", "close"), 417, failure("request/unreadable"));
  });
}

/** What is served in place of CONNECT. */
const PROXIES_ONLY = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Its length is said: what the parser refuses of the same connection afterwards is another answer. */
export function refuseRaw(response: ServerResponse, status: number, why: Failure): void {
  const body = textOf(why);
  response.writeHead(status, headersOf(body)).end(body);
}

const textOf = (why: Failure): string => JSON.stringify(writeFailure(why, englishText));
const headersOf = (body: string): Record<string, string | number> => ({
  "content-type": "application/json",
  "content-length": Buffer.byteLength(body),
  ...COMMON_HEADERS,
});

function endWith(socket: Duplex, status: string, why: Failure): void {
  const body = textOf(why);
  const headers = Object.entries({ ...headersOf(body), connection: "close" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
