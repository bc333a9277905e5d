/** The services of a device, and the addresses at which each may be reached. */
import { type Result, ok } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { DEVICE } from "./soap/sign-in.ts";
import { call, type Endpoint } from "./soap/soap.ts";
import { node, nodes, textOf } from "./soap/xml.ts";

export const MEDIA = "http://www.onvif.org/ver10/media/wsdl";
export const MEDIA2 = "http://www.onvif.org/ver20/media/wsdl";
export const PTZ = "http://www.onvif.org/ver20/ptz/wsdl";
export const EVENTS = "http://www.onvif.org/ver10/events/wsdl";

/** Names in the answer to GetCapabilities, which older devices understand. */
const CAPABILITIES = [
  [MEDIA, "Media"],
  [PTZ, "PTZ"],
  [EVENTS, "Events"],
] as const;

/** The addresses of a service by its namespace; empty = the device has no such service. */
export type Services = (namespace: string) => readonly string[];

/** Fails where the device cannot be asked; one that does not know the question usually has everything at its only address. */
export async function servicesOf(device: Endpoint): Promise<Result<Services, Failure>> {
  const named = new Map<string, string>();
  const services = await call(device, DEVICE, "GetServices", "<IncludeCapability>false</IncludeCapability>");
  const listed = services.ok ? nodes(node(services.value.GetServicesResponse)?.Service) : [];
  for (const { Namespace, XAddr } of listed) {
    const namespace = nameOf(textOf(Namespace));
    if (!named.has(namespace)) named.set(namespace, textOf(XAddr));
  }
  // Devices leave services out of either list.
  const answer = await call(device, DEVICE, "GetCapabilities", "<Category>All</Category>");
  if (!services.ok && !answer.ok && answer.error.code !== "onvif/fault") return answer;
  const capabilities = answer.ok ? node(node(answer.value.GetCapabilitiesResponse)?.Capabilities) : undefined;
  for (const [namespace, name] of CAPABILITIES) {
    const address = textOf(node(capabilities?.[name])?.XAddr);
    if (address !== "" && !named.has(nameOf(namespace))) named.set(nameOf(namespace), address);
  }
  return ok((namespace) => reachableAt(named.get(nameOf(namespace)) ?? "", device.url));
}

/** Devices write namespaces with a slash behind them, or in other letters. */
const nameOf = (namespace: string): string => namespace.trim().replace(/\/+$/, "").toLowerCase();

/**
 * Where a named address may be reached. Nobody can point us to another host than the one that was typed. A device behind a router
 * names host and port of its own network, so port and scheme as typed come first then; else its own port does. Some name several.
 */
export function reachableAt(named: string, typed: string): readonly string[] {
  const known = new URL(typed);
  const found = named.split(/\s+/).flatMap((address) => {
    if (address === "" || !URL.canParse(address, typed)) return [];
    const there = new URL(address, typed);
    if (!/^https?:$/.test(there.protocol)) return [];
    const isHere = there.hostname === known.hostname;
    const asTyped = new URL(known);
    asTyped.pathname = there.pathname;
    asTyped.search = there.search;
    there.hostname = known.hostname;
    for (const url of [there, asTyped]) [url.username, url.password, url.hash] = ["", "", ""];
    return isHere ? [there.href, asTyped.href] : [asTyped.href, there.href];
  });
  return [...new Set(found)];
}

/** Addresses with those first that lie where another service has answered: at others a call may wait for nobody. */
export function nearFirst(addresses: readonly string[], answering: Endpoint | null | undefined): readonly string[] {
  if (!answering) return addresses;
  const { origin } = new URL(answering.url);
  const isNear = (url: string): boolean => new URL(url).origin === origin;
  return [...addresses.filter(isNear), ...addresses.filter((url) => !isNear(url))];
}

/** How much a refusal says about the right address: of a wrong one a web server or nobody answers. */
function weight({ code, cause }: Failure): number {
  if (code === "onvif/unauthorized") return 3;
  if (code === "onvif/fault") return cause?.code === "camera/no-message" || cause?.code === "camera/moved" ? 1 : 2;
  return 0;
}

/** Asks at each address until one answers, and returns the service there. Failure: the one that says most. */
export async function firstAnswering<T>(
  device: Endpoint,
  addresses: readonly string[],
  ask: (service: Endpoint) => Promise<Result<T, Failure>>,
): Promise<Result<{ readonly service: Endpoint; readonly value: T }, Failure>> {
  const at = async (url: string): Promise<Result<{ readonly service: Endpoint; readonly value: T }, Failure>> => {
    const service = { ...device, url };
    const answer = await ask(service);
    return answer.ok ? ok({ service, value: answer.value }) : answer;
  };
  const [first = device.url, ...others] = addresses;
  let best = await at(first);
  for (const url of others) {
    if (best.ok || isFinal(best.error)) break;
    const next = await at(url);
    if (next.ok || weight(next.error) > weight(best.error)) best = next;
  }
  return best;
}

/** The device itself has refused: asking elsewhere would only count as one more wrong password. */
const isFinal = ({ code, cause }: Failure): boolean =>
  code === "camera/forbidden-address" || (code === "onvif/unauthorized" && cause?.code !== "onvif/login-unanswerable");
