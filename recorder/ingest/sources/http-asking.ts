import { failure } from "#domain/failures/failure.ts";
import { TroubleError } from "#recorder/net/trouble.ts";
import { urlCredentials } from "#recorder/net/url-credentials.ts";
import { RtspAuth } from "#recorder/rtp/rtsp-auth.ts";
import { MAX_REDIRECTS, type Redirected, redirected } from "./redirect.ts";
import { exchange, type HttpExchange } from "./line/http-exchange.ts";
import { isFull } from "./line/rtsp-answer.ts";
import type { RtspTarget } from "./line/rtsp-dial.ts";

const NO_CONTENT = 204;
/** One for the challenge, one more for a nonce that became stale in between. */
const MAX_CHALLENGES = 2;

/** Asks a camera by HTTP, with its login where it wants one. Throws TroubleError; otherwise the caller ends the request. */
export async function askHttp(target: RtspTarget, timeoutMs: number, signal: AbortSignal): Promise<HttpExchange> {
  if (!URL.canParse(target.url))
    throw new TroubleError(failure("camera/protocol", { cause: failure("camera/address-no-url") }));
  let to: Redirected = { target, refused: (error) => error };
  for (let redirects = 0; ; redirects += 1) {
    const answer = await askAt(to.target, timeoutMs, signal).catch((error: unknown) => {
      throw to.refused(error);
    });
    if ("head" in answer) return answer;
    if (redirects === MAX_REDIRECTS) throw to.refused(refusal(answer.status, ""));
    to = redirected(to.target, answer.location, `GET: ${answer.status}`);
  }
}

/** Asks at one address: the answer, or where it sends one. */
async function askAt(
  target: RtspTarget,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<HttpExchange | { readonly location: string; readonly status: number }> {
  const url = new URL(target.url);
  const own = urlCredentials(url);
  const username = target.username || own.username;
  const auth = new RtspAuth(username, target.username ? target.password : target.password || own.password);
  for (let challenges = 0; ; challenges += 1) {
    const answer = await askOnce(url, auth, target, timeoutMs, signal);
    const { status, reason, headers } = answer.head;
    if (status >= 200 && status < 300 && status !== NO_CONTENT) return answer;
    answer.close();
    const location = headers.get("location")?.[0];
    if (status >= 300 && status < 400 && location !== undefined) return { location, status };
    const wanted = headers.get("www-authenticate") ?? [];
    if (status !== 401 || challenges === MAX_CHALLENGES || !auth.challenge(wanted)) throw refusal(status, reason);
  }
}

const DEFAULT_PORT: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

function askOnce(
  url: URL,
  auth: RtspAuth,
  { network }: RtspTarget,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<HttpExchange> {
  const path = url.pathname + url.search;
  const authorization = auth.authorize("GET", path);
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${url.host}`,
    "User-Agent: Proscenium",
    "Accept: multipart/x-mixed-replace, */*",
    "Connection: close",
    ...(authorization ? [`Authorization: ${authorization}`] : []),
  ];
  const place = {
    secure: url.protocol === "https:",
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (DEFAULT_PORT[url.protocol] ?? 80),
    network,
  };
  return exchange(place, `${lines.join("\r\n")}\r\n\r\n`, timeoutMs, signal);
}

function refusal(status: number, reason: string): TroubleError {
  const message = `GET: ${status} ${reason.slice(0, 80)}`.trim();
  const cause = failure(isFull(status) ? "camera/no-place" : "other/message", { message });
  if (status === 401 || status === 403) return new TroubleError(failure("camera/auth", { cause }));
  return new TroubleError(failure(status === 404 ? "camera/not-found" : "camera/protocol", { cause }));
}
