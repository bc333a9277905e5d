/**
 * One SOAP call to a camera: WS-UsernameToken digest in the envelope, HTTP digest when asked for. Cameras are not trusted:
 * an answer has at most 1 MB, 10 s, no document type (so no entities of its own), no redirects.
 */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { createHash, randomBytes } from "node:crypto";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { XMLParser } from "fast-xml-parser";
import { type AddressPolicy, forbiddenLiteral, pinnedLookup } from "#recorder/net/address-policy.ts";
import { RtspAuth } from "#recorder/rtp/rtsp-auth.ts";
import { causeOf } from "#recorder/net/trouble.ts";

export const MEDIA = "http://www.onvif.org/ver10/media/wsdl";
const SCHEMA = "http://www.onvif.org/ver10/schema";
const MAX_ANSWER_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** Characters that Node allows in a header. */
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;
const MAX_NAME_LENGTH = 100;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;
/** what cutting may leave of the last character */
const HALF_A_PAIR = /[\ud800-\udbff]$/;
/** A longer tag than 16 KB does not come from a camera. */
const LONG_TAG = /<[^>]{16384}/;

export interface Endpoint {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** camera clock minus ours, ms: our tokens must look fresh to it */
  readonly skewMs: number;
  /** where the camera may be, checked on the dialled address; absent = anywhere */
  readonly network?: AddressPolicy | undefined;
  /** aborts a call */
  readonly signal?: AbortSignal | undefined;
}

/** Parsed XML without prefixes: elements by local name, attributes with @. */
export type Xml = string | XmlNode | readonly XmlNode[] | undefined;
export interface XmlNode {
  readonly [name: string]: Xml;
}

/** How XML from a camera is parsed: no text is converted to a number, and no external entity is loaded. */
export const xmlReading = {
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  // The five of XML and character references; a document type, which could declare more, is refused before.
  processEntities: { enabled: true },
  htmlEntities: true,
  ignoreDeclaration: true,
  trimValues: true,
} as const;

const parser = new XMLParser({ ...xmlReading, removeNSPrefix: true, attributeNamePrefix: "@" });

/**
 * Sends the body's XML, and `header` beside the security token; returns the child of soap:Body. Failure codes:
 * onvif/unreachable, onvif/unauthorized, onvif/fault.
 */
export async function soapCall(
  endpoint: Endpoint,
  body: string,
  action: string,
  header = "",
): Promise<Result<XmlNode, Failure>> {
  const answer = await soapExchange(endpoint, body, action, header);
  return answer.ok ? ok(answer.value.body) : answer;
}

/** The same, but also returns the whole envelope's text, for callers that need its namespaces. */
export async function soapExchange(
  endpoint: Endpoint,
  body: string,
  action: string,
  header: string,
): Promise<Result<{ readonly body: XmlNode; readonly text: string }, Failure>> {
  const envelope = envelopeOf(endpoint, body, header);
  let answer = await post(endpoint, envelope, action, null);
  if (answer.ok && answer.value.status === 401 && answer.value.challenge !== null && endpoint.username !== "") {
    const header = digestHeader(endpoint, answer.value.challenge);
    if (header === null) return unauthorized();
    answer = await post(endpoint, envelope, action, header);
  }
  if (!answer.ok) return answer;
  const { status, text } = answer.value;
  if (status === 401) return unauthorized();
  const parsed = parse(text);
  if (!parsed) return refuse("onvif/fault", { cause: failure("camera/no-message", { status }) });
  const fault = node(parsed.Fault);
  if (fault) {
    const words = JSON.stringify(fault);
    if (/NotAuthorized|FailedAuthentication|not authorized/i.test(words)) return unauthorized();
    const reason = textOf(node(fault.Reason)?.Text) || textOf(fault.faultstring) || "unknown fault";
    return refuse("onvif/fault", { cause: failure("camera/said", { reason: reason.slice(0, 200) }) });
  }
  return ok({ body: parsed, text });
}

/** Calls an operation without further arguments, or with the XML given. */
export function call(
  endpoint: Endpoint,
  namespace: string,
  operation: string,
  inner = "",
): Promise<Result<XmlNode, Failure>> {
  const body = `<${operation} xmlns="${namespace}" xmlns:tt="${SCHEMA}">${inner}</${operation}>`;
  return soapCall(endpoint, body, `${namespace}/${operation}`);
}

const unauthorized = () => refuse("onvif/unauthorized");

/** The first (or only) element of that name as a node. */
export function node(value: Xml): XmlNode | undefined {
  if (Array.isArray(value)) return node((value as readonly XmlNode[])[0]);
  return typeof value === "object" ? (value as XmlNode) : undefined;
}

/** All elements of that name. */
export function nodes(value: Xml): readonly XmlNode[] {
  if (Array.isArray(value)) return value as readonly XmlNode[];
  return typeof value === "object" ? [value as XmlNode] : [];
}

export function textOf(value: Xml): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return textOf((value as readonly Xml[])[0]);
  const inner = (value as XmlNode | undefined)?.["#text"];
  return typeof inner === "string" ? inner : "";
}

/** A name that a camera gives itself: one line of at most 100 characters, without invisible or half characters. */
export const plainLine = (text: string): string =>
  text.replaceAll(UNSEEN, " ").trim().slice(0, MAX_NAME_LENGTH).replace(HALF_A_PAIR, "");

/** Text for XML element content and attributes. */
export const escapeXml = (text: string): string =>
  text.replaceAll(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);

function parse(text: string): XmlNode | undefined {
  // A document type enables entity bombs; no ONVIF answer has one.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return undefined;
  // The parser's time grows with the square of a tag's attributes.
  if (LONG_TAG.test(text)) return undefined;
  try {
    const root = parser.parse(text) as XmlNode;
    return node(node(root.Envelope)?.Body);
  } catch {
    return undefined;
  }
}

function envelopeOf({ username, password, skewMs }: Endpoint, body: string, header: string): string {
  const security = username === "" ? "" : securityHeader(username, password, new Date(Date.now() + skewMs));
  return `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header>${security}${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
}

function securityHeader(username: string, password: string, now: Date): string {
  const nonce = randomBytes(16);
  const created = now.toISOString();
  const digest = createHash("sha1").update(nonce).update(created).update(password).digest("base64");
  const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";
  return (
    `<Security s:mustUnderstand="1" xmlns="${wsse}-wssecurity-secext-1.0.xsd"><UsernameToken>` +
    `<Username>${escapeXml(username)}</Username>` +
    `<Password Type="${wsse}-username-token-profile-1.0#PasswordDigest">${digest}</Password>` +
    `<Nonce EncodingType="${wsse}-soap-message-security-1.0#Base64Binary">${nonce.toString("base64")}</Nonce>` +
    `<Created xmlns="${wsse}-wssecurity-utility-1.0.xsd">${created}</Created></UsernameToken></Security>`
  );
}

interface Posted {
  readonly status: number;
  readonly text: string;
  readonly challenge: string | null;
}

function post(
  { url, network, signal }: Endpoint,
  body: string,
  action: string,
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
    const isTls = target.protocol === "https:";
    const send = isTls ? httpsRequest : httpRequest;
    const request = send(
      target,
      {
        method: "POST",
        // Cameras sign their certificates themselves; the digest hides the password from anyone in between.
        ...(isTls ? { rejectUnauthorized: false } : {}),
        ...(network ? { lookup: pinnedLookup(network) } : {}),
        headers: {
          "content-type": `application/soap+xml; charset=utf-8; action="${action}"`,
          "content-length": Buffer.byteLength(body),
          connection: "close",
          ...(authorization === null ? {} : { authorization }),
        },
        ...(signal ? { signal } : {}),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_ANSWER_BYTES) {
            request.destroy();
            fail(failure("camera/too-long"));
          } else chunks.push(chunk);
        });
        response.on("end", () => {
          const header = response.headers["www-authenticate"];
          const challenge = header !== undefined && /^digest/i.test(header) ? header : null;
          resolve(ok({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8"), challenge }));
        });
        response.on("error", (error) => fail(causeOf(error)));
      },
    );
    request.on("error", (error) => fail(causeOf(error)));
    // A timer of our own: Node 20 may collect a time-out that only AbortSignal.any() knows of, and the question never ends.
    const timer = setTimeout(() => {
      fail(failure("camera/no-answer", { count: TIMEOUT_MS / 1000 }));
      request.destroy();
    }, TIMEOUT_MS);
    request.once("close", () => clearTimeout(timer));
    request.end(body);
  });
}

/** Null: a header cannot carry it. */
function digestHeader({ url, username, password }: Endpoint, challenge: string): string | null {
  const auth = new RtspAuth(username, password);
  if (!auth.challenge([challenge])) return null;
  const { pathname, search } = new URL(url);
  const header = auth.authorize("POST", pathname + search);
  return header !== null && HEADER_TEXT.test(header) ? header : null;
}
