import { failure } from "#domain/failures/failure.ts";
import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { forbiddenLiteral, pinnedLookup } from "#recorder/net/address-policy.ts";
import { causeOf, TroubleError } from "#recorder/net/trouble.ts";
import { OLD_TLS } from "#recorder/net/old-tls.ts";
import { urlCredentials } from "#recorder/net/url-credentials.ts";
import { RtspAuth } from "#recorder/rtp/rtsp-auth.ts";
import { MAX_REDIRECTS, type Redirected, redirected } from "./redirect.ts";
import { isFull } from "./line/rtsp-answer.ts";
import { forbiddenAddress, type RtspTarget } from "./line/rtsp-dial.ts";

interface HttpAnswer {
  readonly request: ClientRequest;
  /** 2xx, its body not read yet */
  readonly answer: IncomingMessage;
}

const MAX_HEADER_BYTES = 32 * 1024;
/** One for the challenge, one more for a nonce that became stale in between. */
const MAX_CHALLENGES = 2;

/** Asks a camera by HTTP, with its login where it wants one. Throws TroubleError; otherwise the caller ends the request. */
export async function askHttp(target: RtspTarget, timeoutMs: number, signal: AbortSignal): Promise<HttpAnswer> {
  if (!URL.canParse(target.url))
    throw new TroubleError(failure("camera/protocol", { cause: failure("camera/address-no-url") }));
  let to: Redirected = { target, refused: (error) => error };
  for (let redirects = 0; ; redirects += 1) {
    const answer = await askAt(to.target, timeoutMs, signal).catch((error: unknown) => {
      throw to.refused(error);
    });
    if (!("location" in answer)) return answer;
    if (redirects === MAX_REDIRECTS) throw to.refused(refusal(answer.status, ""));
    to = redirected(to.target, answer.location, `GET: ${answer.status}`);
  }
}

/** Asks at one address: the answer, or where it sends one. */
async function askAt(
  target: RtspTarget,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<HttpAnswer | { readonly location: string; readonly status: number }> {
  const url = new URL(target.url);
  const own = urlCredentials(url);
  const username = target.username || own.username;
  const auth = new RtspAuth(username, target.username ? target.password : target.password || own.password);
  for (let challenges = 0; ; challenges += 1) {
    const { request, answer } = await askOnce(url, auth, target, timeoutMs, signal);
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) return { request, answer };
    request.destroy();
    const { location } = answer.headers;
    if (status >= 300 && status < 400 && location !== undefined) return { location, status };
    const wanted = answer.headersDistinct["www-authenticate"] ?? [];
    if (status !== 401 || challenges === MAX_CHALLENGES || !auth.challenge(wanted))
      throw refusal(status, answer.statusMessage ?? "");
  }
}

function askOnce(
  url: URL,
  auth: RtspAuth,
  { network }: RtspTarget,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const forbidden = forbiddenLiteral(host, network);
  if (forbidden !== null) return Promise.reject(new TroubleError(forbiddenAddress(forbidden)));
  const path = url.pathname + url.search;
  const authorization = auth.authorize("GET", path);
  const options: RequestOptions = {
    host,
    port: url.port,
    path,
    agent: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Heads of cameras have bare line feeds, blanks before colons and lengths beside endless bodies.
    insecureHTTPParser: true,
    headers: { Accept: "multipart/x-mixed-replace, */*", ...(authorization ? { Authorization: authorization } : {}) },
    ...(network ? { lookup: pinnedLookup(network) } : {}),
  };
  return new Promise((resolve, reject) => {
    // Cameras use self-signed certificates: the connection is encrypted, but the camera's identity is not proved.
    const request =
      url.protocol === "https:"
        ? requestHttps({ ...options, ...OLD_TLS, rejectUnauthorized: false })
        : requestHttp(options);
    const give = (error: TroubleError): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      request.destroy();
      reject(error);
    };
    const unreachable = (cause: ReturnType<typeof causeOf>): TroubleError =>
      new TroubleError(failure("camera/unreachable", { cause }));
    const cancel = (): void => give(unreachable(failure("camera/cancelled")));
    const timer = setTimeout(() => give(unreachable(failure("camera/silent"))), timeoutMs);
    signal.addEventListener("abort", cancel, { once: true });
    request.on("error", (error) => give(unreachable(causeOf(error))));
    request.once("response", (answer) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      resolve({ request, answer });
    });
    if (signal.aborted) return cancel();
    request.end();
  });
}

function refusal(status: number, reason: string): TroubleError {
  const message = `GET: ${status} ${reason.slice(0, 80)}`.trim();
  const cause = failure(isFull(status) ? "camera/no-place" : "other/message", { message });
  if (status === 401 || status === 403) return new TroubleError(failure("camera/auth", { cause }));
  return new TroubleError(failure(status === 404 ? "camera/not-found" : "camera/protocol", { cause }));
}
