/**
 * Posts to a camera, and answers its HTTP digest challenges. An answer has at most 1 MB and 10 s; redirects are not followed, because
 * they would take the login elsewhere.
 */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { type AddressPolicy, forbiddenLiteral, pinnedLookup } from "#recorder/net/address-policy.ts";
import { OLD_TLS } from "#recorder/net/old-tls.ts";
import { causeOf } from "#recorder/net/trouble.ts";
import { type Challenge, isStale, parseChallenges, RtspAuth } from "#recorder/rtp/rtsp-auth.ts";
import { answerText, isWhole } from "./answer-text.ts";

const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 32 * 1024;
const TIMEOUT_MS = 10_000;
/** One answer to the challenge, and two more for nonces that were too old. */
const MOST_LOGINS = 3;
/** Characters that Node allows in a header. */
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

export interface PostTarget {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** where the camera may be, checked on the dialled address; absent = anywhere */
  readonly network?: AddressPolicy | undefined;
  /** aborts a call */
  readonly signal?: AbortSignal | undefined;
}

interface Posted {
  readonly status: number;
  readonly text: string;
  readonly challenges: readonly Challenge[];
  /** the server's clock by its Date header; null = it has none */
  readonly dateMs: number | null;
  /** where a redirect leads; "" = it is none */
  readonly location: string;
}

/**
 * unasked: no challenge came. given: a login was sent, and the answer is no new challenge. refused: it is. unanswerable: only Basic
 * without encryption, or algorithms that we do not know.
 */
export type HttpLogin = "unasked" | "given" | "refused" | "unanswerable";

export interface PostAnswer extends Posted {
  readonly login: HttpLogin;
}

/**
 * `type`: headers that say what the body is; `isReadableAllowed`: the password may go over the network readable. Failure codes:
 * onvif/unreachable, camera/forbidden-address.
 */
export async function post(
  target: PostTarget,
  body: string,
  type: Readonly<Record<string, string>>,
  isReadableAllowed = false,
): Promise<Result<PostAnswer, Failure>> {
  const { url } = target;
  const auth = new RtspAuth(target.username, target.password);
  let login: HttpLogin = "unasked";
  let posted = await postOnce(target, body, type, null);
  for (let logins = 0; posted.ok && isLoginAsked(posted.value) && target.username !== ""; logins += 1) {
    const { challenges } = posted.value;
    if (challenges.length === 0) break;
    const digests = challenges.filter(({ scheme }) => scheme === "digest");
    // Anyone in between could ask for Basic, and read the password: it is given where nobody can, or where the caller says so.
    const isReadable = digests.length === 0 && !url.startsWith("https:");
    const answered = digests.length > 0 ? digests : isReadable && !isReadableAllowed ? [] : challenges;
    const isNew = auth.take(answered);
    const isOther = digests.some(isStale) || (auth.hasFallenBack && logins === 1);
    if (logins > 0 && !(isNew && isOther && logins < MOST_LOGINS)) {
      login = "refused";
      break;
    }
    const header = isNew ? headerOf(auth, url, body) : null;
    if (header === null) {
      login = "unanswerable";
      break;
    }
    login = "given";
    posted = await postOnce(target, body, type, header);
  }
  return posted.ok ? ok({ ...posted.value, login }) : posted;
}

/** Some cameras call it forbidden to come without a login. */
const isLoginAsked = ({ status, challenges }: Posted): boolean =>
  status === 401 || (status === 403 && challenges.length > 0);

/** Null: a header cannot carry it. */
function headerOf(auth: RtspAuth, url: string, body: string): string | null {
  const { pathname, search } = new URL(url);
  const header = auth.authorize("POST", pathname + search, body);
  return header !== null && HEADER_TEXT.test(header) ? header : null;
}

const isUnparsed = (error: Error): boolean => "code" in error && String(error.code).startsWith("HPE_");

function postOnce(
  { url, network, signal }: PostTarget,
  body: string,
  type: Readonly<Record<string, string>>,
  authorization: string | null,
): Promise<Result<Posted, Failure>> {
  return new Promise((resolve) => {
    const fail = (cause: Failure): void => resolve(refuse("onvif/unreachable", { cause }));
    const target = URL.canParse(url) ? new URL(url) : null;
    if (target === null || !/^https?:$/.test(target.protocol)) return fail(failure("camera/no-web-address"));
    const forbidden = forbiddenLiteral(target.hostname.replace(/^\[|\]$/g, ""), network);
    if (forbidden !== null) {
      const cause = failure("camera/forbidden", { name: forbidden });
      return resolve(refuse("camera/forbidden-address", { name: forbidden, cause }));
    }
    let tookWhatCame: (() => void) | null = null;
    const isTls = target.protocol === "https:";
    const send = isTls ? httpsRequest : httpRequest;
    const request = send(
      target,
      {
        method: "POST",
        // Heads of cameras have bare line feeds, and lengths beside other ends of bodies.
        insecureHTTPParser: true,
        maxHeaderSize: MAX_HEADER_BYTES,
        // Cameras sign their certificates themselves; the digest hides the password from anyone in between.
        ...(isTls ? { ...OLD_TLS, rejectUnauthorized: false } : {}),
        ...(network ? { lookup: pinnedLookup(network) } : {}),
        headers: {
          ...type,
          "content-length": Buffer.byteLength(body),
          connection: "close",
          ...(authorization === null ? {} : { authorization }),
        },
        ...(signal ? { signal } : {}),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        const isEndKnown = ["content-length", "transfer-encoding"].some((name) => name in response.headers);
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_ANSWER_BYTES) {
            request.destroy();
            fail(failure("camera/too-long"));
          } else chunks.push(chunk);
          tookWhatCame = took;
          // Some cameras say no length, and do not close the connection either.
          if (isEndKnown || !isWhole(Buffer.concat(chunks.slice(-2)))) return;
          took();
          request.destroy();
        });
        const took = (): void => {
          const { date, location } = response.headers;
          const dateMs = Date.parse(date ?? "");
          const status = response.statusCode ?? 0;
          resolve(
            ok({
              status,
              text: answerText(Buffer.concat(chunks), response.headers["content-encoding"]),
              challenges: (response.headersDistinct["www-authenticate"] ?? []).flatMap(parseChallenges),
              dateMs: Number.isFinite(dateMs) ? dateMs : null,
              location: status >= 300 && status < 400 ? (location ?? "") : "",
            }),
          );
        };
        response.on("end", took);
        // A length that is too large ends with the connection.
        response.on("error", (error) => (isWhole(Buffer.concat(chunks)) ? took() : fail(causeOf(error))));
      },
    );
    // A length that is too small leaves bytes behind, which begin no other answer.
    request.on("error", (error) => {
      if (!isUnparsed(error)) return fail(causeOf(error));
      setImmediate(() => (tookWhatCame ? tookWhatCame() : fail(causeOf(error))));
    });
    // A timer of our own: Node 20 may collect a time-out that only AbortSignal.any() knows of, and the question never ends.
    const timer = setTimeout(() => {
      fail(failure("camera/no-answer", { count: TIMEOUT_MS / 1000 }));
      request.destroy();
    }, TIMEOUT_MS);
    request.once("close", () => clearTimeout(timer));
    // With a text behind it, Node writes the head as UTF-8; the login's letters stand for one byte each.
    request.end(Buffer.from(body, "utf8"));
  });
}
