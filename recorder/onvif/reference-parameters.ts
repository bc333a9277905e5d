/**
 * The reference parameters of a subscription's address (WS-Addressing 1.0, SOAP binding, section 2.1): each child of
 * ReferenceParameters is sent back in the header of every call to it, with its own namespaces, marked as such. They are
 * written anew from what was parsed, never copied, because they come from a camera.
 */
import { XMLParser } from "fast-xml-parser";
import { escapeXml, xmlReading } from "./soap/xml.ts";

const ADDRESSING = "http://www.w3.org/2005/08/addressing";
/** A camera's key for a subscription is a number or a name; a longer text is not a key. */
const MOST_PARAMETERS = 8;
const MOST_CHARACTERS = 4096;
const MOST_DEPTH = 8;

const ATTRIBUTES = ":@";
const TEXT = "#text";
const NAME = /^[\p{L}_][\p{L}\p{N}._-]*(:[\p{L}_][\p{L}\p{N}._-]*)?$/u;

type Ordered = readonly Readonly<Record<string, unknown>>[];
type Scope = Readonly<Record<string, string>>;
interface Element {
  readonly name: string;
  readonly attributes: Scope;
  readonly children: Ordered;
}

const parser = new XMLParser({ ...xmlReading, preserveOrder: true, attributeNamePrefix: "" });

/**
 * The header blocks for the subscription of an answer to CreatePullPointSubscription; "" when it has none. null when
 * they cannot be sent back: too many, too long, or invalid XML names. `text`: an envelope that was parsed without an
 * error.
 */
export function referenceParameters(text: string): string | null {
  const found = find(parser.parse(text) as Ordered, ["SubscriptionReference", "ReferenceParameters"], {});
  if (!found) return "";
  const blocks = elements(found.element.children);
  if (blocks.length > MOST_PARAMETERS) return null;
  const scope = within(found.scope, found.element);
  const written = blocks.map((block) => write(block, scope, true, 0));
  const header = written.some((each) => each === null) ? null : written.join("");
  return header !== null && header.length <= MOST_CHARACTERS ? header : null;
}

const isOrdered = (value: unknown): value is Ordered => Array.isArray(value);

function elements(of: Ordered): Element[] {
  return of.flatMap((item) => {
    const name = Object.keys(item).find((key) => key !== ATTRIBUTES && key !== TEXT);
    const children = name === undefined ? undefined : item[name];
    if (name === undefined || !isOrdered(children)) return [];
    return [{ name, attributes: (item[ATTRIBUTES] as Scope | undefined) ?? {}, children }];
  });
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
const isNamespace = (name: string): boolean => name === "xmlns" || name.startsWith("xmlns:");

/** The namespaces in scope of an element, by the attribute that declares them. */
const within = (scope: Scope, { attributes }: Element): Scope => ({
  ...scope,
  ...Object.fromEntries(Object.entries(attributes).filter(([name]) => isNamespace(name))),
});

/** The first descendant reached by these local names; other elements between them are allowed. */
function find(
  of: Ordered,
  [wanted = "", ...rest]: readonly string[],
  scope: Scope,
): { readonly element: Element; readonly scope: Scope } | null {
  for (const element of elements(of)) {
    const isWanted = localName(element.name).toLowerCase() === wanted.toLowerCase();
    if (isWanted && rest.length === 0) return { element, scope };
    const deeper = find(element.children, isWanted ? rest : [wanted, ...rest], within(scope, element));
    if (deeper) return deeper;
  }
  return null;
}

/** `outer`: a header block, which declares what it uses and says what it is. */
function write(element: Element, scope: Scope, outer: boolean, depth: number): string | null {
  if (depth > MOST_DEPTH || !NAME.test(element.name)) return null;
  const attributes = outer
    ? { ...scope, ...element.attributes, "xmlns:addressed": ADDRESSING, "addressed:IsReferenceParameter": "true" }
    : element.attributes;
  let text = `<${element.name}`;
  for (const [name, value] of Object.entries(attributes)) {
    if (!NAME.test(name)) return null;
    text += ` ${name}="${escapeXml(value)}"`;
  }
  text += ">";
  for (const item of element.children) {
    const words = item[TEXT];
    if (typeof words === "string") text += escapeXml(words);
    const [child] = elements([item]);
    const inner = child ? write(child, {}, false, depth + 1) : "";
    if (inner === null) return null;
    text += inner;
  }
  return `${text}</${element.name}>`;
}
