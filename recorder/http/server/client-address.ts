/**
 * The address that a request comes from when proxies stand in front: computed as Fastify computes `request.ip`, for
 * upgrades, which Fastify never sees.
 */
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/** Names that `http.trusted-proxies` may have instead of networks. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ["loopback"],
  linklocal: ["linkLocal"],
  uniquelocal: ["private", "uniqueLocal"],
};

/** The first address, seen from here, that is not a trusted proxy's. `trusted`: from the configuration. */
export function clientAddress(
  request: Pick<IncomingMessage, "headers" | "socket">,
  trusted: readonly string[],
): string {
  const direct = request.socket.remoteAddress ?? "";
  const said = [request.headers["x-forwarded-for"] ?? []].flat().join(",");
  const before = said.split(",").map((one) => one.trim());
  const way = [direct, ...before.filter((one) => one !== "").reverse()];
  return way.find((address) => !trusted.some((proxy) => isOfNetwork(address, proxy))) ?? way.at(-1) ?? direct;
}

/** `proxy`: an address, a network or a name of networks */
export function isOfNetwork(address: string, proxy: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const ranges = NAMED[proxy];
  if (ranges) return ranges.includes(ip.range());
  const [host = "", mask] = proxy.split("/");
  if (!ipaddr.isValid(host)) return false;
  const base = ipaddr.process(host);
  return base.kind() === ip.kind() && ip.match(base, mask === undefined ? base.toByteArray().length * 8 : bitsOf(mask));
}

/** How long the prefix of `/8` or `/255.0.0.0` is. */
const bitsOf = (mask: string): number =>
  /^\d+$/.test(mask) ? Number(mask) : (ipaddr.parse(mask).prefixLengthFromSubnetMask() ?? 0);
