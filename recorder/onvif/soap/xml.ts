/** XML of a camera, which is not trusted: how it is parsed, and how texts and names are taken out of it. */
import { XMLParser } from "fast-xml-parser";

const MAX_NAME_LENGTH = 100;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;
/** what cutting may leave of the last character */
const HALF_A_PAIR = /[\ud800-\udbff]$/;
/** A longer tag than 16 KB does not come from a camera. */
const LONG_TAG = /<[^>]{16384}/;

/** Parsed XML without prefixes: elements by local name, attributes with @. */
export type Xml = string | XmlNode | readonly XmlNode[] | undefined;
export interface XmlNode {
  readonly [name: string]: Xml;
}

/** An answer that was read. */
export interface Envelope {
  readonly body: XmlNode;
  /** the whole envelope, for callers that need its namespaces */
  readonly text: string;
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

const ENVELOPE = /<(?:[\w.-]+:)?Envelope[\s>]/i;

/** Some devices write names in other letters than the standard: what is not there by its name is looked for in any letters. */
const inAnyLetters = new Proxy<XmlNode>(
  {},
  {
    get: (_, name, of): unknown => {
      if (typeof name !== "string" || typeof of !== "object" || of === null) return undefined;
      const wanted = name.toLowerCase();
      const own = Object.keys(of).find((key) => key.toLowerCase() === wanted);
      return own === undefined ? undefined : Object.getOwnPropertyDescriptor(of, own)?.value;
    },
  },
);

/** Lets all nodes of a tree be read by names in any letters. */
function inAllLetters(root: XmlNode): XmlNode {
  const open: Xml[] = [root];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one === "string") continue;
    if (!Array.isArray(one)) Object.setPrototypeOf(one, inAnyLetters);
    open.push(...Object.values(one as XmlNode));
  }
  return root;
}

/** The Body of an envelope; undefined when the text is none. */
export function bodyOf(text: string): XmlNode | undefined {
  // A document type enables entity bombs; no ONVIF answer has one.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return undefined;
  // The parser's time grows with the square of a tag's attributes.
  if (LONG_TAG.test(text)) return undefined;
  try {
    // What stands before it, as the parts of a multipart answer have it, is none of it, and its last tag may be cut off.
    const envelope = text.slice(Math.max(0, text.search(ENVELOPE)), text.lastIndexOf(">") + 1);
    const root = inAllLetters(parser.parse(envelope) as XmlNode);
    return node(node(root.Envelope)?.Body);
  } catch {
    return undefined;
  }
}

/** The first (or only) element of that name as a node. */
export function node(value: Xml): XmlNode | undefined {
  if (Array.isArray(value)) return node((value as readonly XmlNode[])[0]);
  return typeof value === "object" ? (value as XmlNode) : undefined;
}

/** All elements of that name. */
export function nodes(value: Xml): readonly XmlNode[] {
  const all: readonly Xml[] = Array.isArray(value) ? value : [value];
  return all.flatMap((one) => (typeof one === "object" && !Array.isArray(one) ? [one as XmlNode] : []));
}

export function textOf(value: Xml): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return textOf((value as readonly Xml[])[0]);
  const inner = (value as XmlNode | undefined)?.["#text"];
  return typeof inner === "string" ? inner : "";
}

/** The texts of all elements of that name; elements without a text are left out. */
export const textsOf = (value: Xml): readonly string[] =>
  (Array.isArray(value) ? (value as readonly Xml[]) : [value]).map(textOf).filter((text) => text !== "");

/** A finite number, or `otherwise` where there is none. */
export function numberOf(value: Xml, otherwise = 0): number {
  const text = textOf(value).trim();
  const number = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : otherwise;
}

/** A name that a camera gives itself: one line of at most 100 characters, without invisible or half characters. */
export const plainLine = (text: string): string =>
  text.replaceAll(UNSEEN, " ").trim().slice(0, MAX_NAME_LENGTH).replace(HALF_A_PAIR, "");

/** Text for XML element content and attributes. */
export const escapeXml = (text: string): string =>
  text.replaceAll(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
