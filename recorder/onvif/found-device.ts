/** What a device answers to a probe of WS-Discovery. */
import { plainLine } from "./soap/xml.ts";

export interface Found {
  readonly ip: string;
  readonly url: string;
  readonly name: string;
  readonly model: string;
}

/** Some cameras name an address that they had before, or one of another network of theirs. */
function atHost(named: string | undefined, host: string): string | null {
  if (named === undefined) return null;
  const url = new URL(named);
  url.hostname = host;
  return url.href;
}

/** What stands in an element, in whatever letters its name is written. */
function contentOf(text: string, name: string): string {
  const found = new RegExp(`<(?:[\\w.-]+:)?${name}[^>]*>(?:\\s*<!\\[CDATA\\[)?([^<]*?)(?:\\]\\]>)?\\s*<`, "i").exec(
    text,
  );
  return (found?.[1] ?? "").replaceAll("&amp;", "&");
}

const isOfIpv6 = (url: string): boolean => new URL(url).hostname.startsWith("[");

/**
 * The address must be the sender's: nobody can point us to another host. `isHere`: the sender is this machine, and what names another
 * address of it is to be found there.
 */
export function foundIn(text: string, from: string, isHere = false): Found | null {
  const scopes = contentOf(text, "Scopes");
  const named = contentOf(text, "XAddrs")
    .split(/[\s,;]+/)
    .filter((one) => /^https?:/i.test(one) && URL.canParse(one))
    .toSorted((a, b) => Number(isOfIpv6(a)) - Number(isOfIpv6(b)));
  const url = named.find((one) => new URL(one).hostname === from) ?? (isHere ? null : atHost(named[0], from));
  if (url === null) return null;
  const scope = (name: string): string => {
    const value = new RegExp(`onvif://www\\.onvif\\.org/${name}/(\\S+)`, "i").exec(scopes)?.[1] ?? "";
    try {
      return plainLine(decodeURIComponent(value));
    } catch {
      return plainLine(value);
    }
  };
  return { ip: from, url, name: scope("name"), model: scope("hardware") };
}
