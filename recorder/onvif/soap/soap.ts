/**
 * One SOAP call to a camera, with a WS-UsernameToken in the envelope or with HTTP digest. Cameras are not trusted: what cannot be read
 * is a failure, which names the call.
 */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { createHash, randomBytes } from "node:crypto";
import { post, type PostAnswer, type PostTarget } from "./http-post.ts";
import type { Asked, Proof, SoapVersion, Way } from "./proof.ts";
import { bodyOf, type Envelope, escapeXml, node, nodes, plainLine, textOf, type Xml, type XmlNode } from "./xml.ts";

const SCHEMA = "http://www.onvif.org/ver10/schema";
const MOST_REASON = 200;
const DEEPEST_FAULT = 8;

export interface Endpoint extends PostTarget {
  /** how this device is convinced of who we are; absent: by a token of our own time */
  readonly proof?: Proof | undefined;
}

/**
 * Sends the body's XML, and `header` beside the security token; returns the child of soap:Body. Failure codes:
 * onvif/unreachable, onvif/unauthorized, onvif/fault, camera/forbidden-address.
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

/** The same, but also returns the whole envelope's text. */
export async function soapExchange(
  endpoint: Endpoint,
  body: string,
  action: string,
  header: string,
): Promise<Result<Envelope, Failure>> {
  const name = /^<([\w:]+)/.exec(body)?.[1] ?? "";
  const send = (way: Way): Promise<Asked> => ask(endpoint, way, name, { body, action, header });
  if (endpoint.proof) return endpoint.proof.convince(name, send);
  return (await send({ kind: "token", skewMs: 0 })).answer;
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

interface Message {
  readonly body: string;
  readonly action: string;
  readonly header: string;
}

async function ask(endpoint: Endpoint, way: Way, name: string, { body, action, header }: Message): Promise<Asked> {
  const security = way.kind === "token" && endpoint.username !== "" ? securityHeader(endpoint, way.skewMs) : "";
  const send = (version: SoapVersion): ReturnType<typeof post> => {
    const envelope = `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${ENVELOPES[version]}"><s:Header>${security}${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
    return post(endpoint, envelope, typeOf(version, action), way.kind === "readable");
  };
  const first = await send(endpoint.proof?.version ?? "1.2");
  const isOld = first.ok && endpoint.proof?.version !== "1.1" && wantsOldSoap(first.value);
  const second = isOld ? await send("1.1") : first;
  const posted = isOld && second.ok && bodyOf(second.value.text) ? second : first;
  if (isOld && posted === second && endpoint.proof) endpoint.proof.version = "1.1";
  if (!posted.ok) {
    const { cause } = posted.error;
    const isAway = posted.error.code === "onvif/unreachable" && cause !== undefined;
    const where = { name, address: addressOf(endpoint.url) };
    const answer = isAway
      ? refuse("onvif/unreachable", { cause: failure("onvif/at-call", { ...where, cause }) })
      : posted;
    return { answer, login: "unasked", isAboutTime: false, dateMs: null, wantsReadable: false };
  }
  const { login, dateMs, challenges } = posted.value;
  // The password itself goes readable to nobody but the device at the address that a person typed.
  const isTyped = URL.canParse(endpoint.url) && endpoint.proof?.origin === new URL(endpoint.url).origin;
  const wantsReadable = isTyped && login === "unanswerable" && challenges.some(({ scheme }) => scheme === "basic");
  return { ...read(posted.value, name), login, dateMs, wantsReadable };
}

const ENVELOPES: Readonly<Record<SoapVersion, string>> = {
  "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
  "1.2": "http://www.w3.org/2003/05/soap-envelope",
};

const typeOf = (version: SoapVersion, action: string): Readonly<Record<string, string>> =>
  version === "1.1"
    ? { "content-type": "text/xml; charset=utf-8", soapaction: `"${action}"` }
    : { "content-type": `application/soap+xml; charset=utf-8; action="${action}"` };

/** Devices that know SOAP 1.1 only say so by its fault, or take the type for none that they read. */
const wantsOldSoap = ({ status, text }: PostAnswer): boolean => status === 415 || /VersionMismatch/i.test(text);

const addressOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url.slice(0, MOST_REASON));

const unauthorized = (name: string): Result<never, Failure> =>
  refuse("onvif/unauthorized", { cause: failure("onvif/login-wrong", { name }) });

/** What an answer says. */
function read({ status, text, login, location }: PostAnswer, name: string): Pick<Asked, "answer" | "isAboutTime"> {
  if (status === 401 && login === "unanswerable") {
    const answer = refuse("onvif/unauthorized", { cause: failure("onvif/login-unanswerable", { name }) });
    return { answer, isAboutTime: false };
  }
  const body = bodyOf(text);
  const fault = node(body?.Fault);
  if (fault) return readFault(fault, status, name);
  if (status === 401 || (status === 403 && !body)) return { answer: unauthorized(name), isAboutTime: false };
  if (body) return { answer: ok({ body, text }), isAboutTime: false };
  const cause =
    location === ""
      ? failure("camera/no-message", { name, status })
      : failure("camera/moved", { name, address: plainLine(location) });
  return { answer: refuse("onvif/fault", { cause }), isAboutTime: false };
}

const ABOUT_LOGIN =
  /not.?authori[sz]ed|unauthori[sz]ed|failed.?authentication|authentication.?fail|invalid.?security|failed.?check|security.?(?:token|header)|must.?understand|message.?expired/i;
const ABOUT_TIME = /expired|time.?stamp|clock|\bcreated\b|not.?fresh|time.{0,12}(?:differ|sync|wrong|invalid|range)/i;
const UNSUPPORTED =
  /not.{0,12}(?:support|implement)|unsupported|unimplemented|unknown (?:action|method|operation)|no such (?:action|method|operation)|method.{0,40}not (?:found|recognized)/i;

function readFault(fault: XmlNode, status: number, name: string): Pick<Asked, "answer" | "isAboutTime"> {
  const words = wordsOf(fault, 0).join(" ");
  if (status === 401 || ABOUT_LOGIN.test(words))
    return { answer: unauthorized(name), isAboutTime: ABOUT_TIME.test(words) };
  const said = textOf(node(fault.Reason)?.Text) || textOf(fault.faultstring) || textOf(fault.Reason);
  const reason = plainLine(said) || (subcodeOf(fault) ?? "?");
  const code = textOf(node(fault.Code)?.Value) || textOf(fault.faultcode);
  const cause = UNSUPPORTED.test(words)
    ? failure("camera/not-supported", { name, reason })
    : failure(/sender|client/i.test(code) ? "camera/declined" : "camera/said", { name, reason });
  return { answer: refuse("onvif/fault", { cause }), isAboutTime: false };
}

const subcodeOf = (fault: XmlNode): string | undefined =>
  wordsOf(fault.Code, 0)
    .map(plainLine)
    .findLast((word) => word !== "");

/** Every text inside, so that a fault is understood wherever a camera writes its reason. */
function wordsOf(value: Xml, depth: number): string[] {
  if (typeof value === "string") return [value.slice(0, MOST_REASON)];
  if (depth > DEEPEST_FAULT || value === undefined) return [];
  if (Array.isArray(value))
    return (value as readonly Xml[]).slice(0, DEEPEST_FAULT).flatMap((one) => wordsOf(one, depth + 1));
  return nodes(value).flatMap((one) => Object.values(one).flatMap((each) => wordsOf(each, depth + 1)));
}

function securityHeader({ username, password }: Endpoint, skewMs: number): string {
  const nonce = randomBytes(16);
  // Not all devices read fractions of a second.
  const created = new Date(Date.now() + skewMs).toISOString().replace(/\.\d+Z$/, "Z");
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
