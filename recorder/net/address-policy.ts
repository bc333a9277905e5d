/**
 * Where cameras (and the aggregator's servers) may be. Checked at registration and again at each dial, on the very
 * address that is dialled.
 */
import { lookup as resolveName, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

export interface AddressPolicy {
  /** networks in CIDR form; empty = all but the refused ones */
  readonly allowed: readonly string[];
  readonly allowLoopback: boolean;
}

const REFUSED = ["unspecified", "linkLocal", "multicast", "broadcast", "reserved"];
/**
 * Where clouds tell their machines secrets, besides the link-local one that all have: AWS over IPv6, Alibaba, Oracle,
 * Azure.
 */
const METADATA = ["fd00:ec2::254", "100.100.100.200", "192.0.0.192", "168.63.129.16"];
/** First bits of IPv6 addresses that carry an IPv4 address, and the byte at which it stands. */
const CARRIERS = [
  { network: "64:ff9b::/96", at: 12 },
  { network: "64:ff9b:1::/48", at: 12 },
  { network: "2002::/16", at: 2 },
  { network: "::/96", at: 12 },
  { network: "::ffff:0:0:0/96", at: 12 },
].map(({ network, at }) => ({ network: ipaddr.IPv6.parseCIDR(network), at }));
/** Teredo writes the client's address with all bits turned. */
const TEREDO = ipaddr.IPv6.parseCIDR("2001::/32");

type Ip = ReturnType<typeof ipaddr.process>;

/** `address`: an IP address, as text. `own`: the addresses of this machine's interfaces. */
export function isAllowed(address: string, policy: AddressPolicy, own: readonly string[] = ownAddresses()): boolean {
  return spellingsOf(ipaddr.process(address)).every((ip) => isAllowedIp(ip, policy, own));
}

function isAllowedIp(ip: Ip, policy: AddressPolicy, own: readonly string[]): boolean {
  const range = ip.range();
  const text = ip.toNormalizedString();
  if (range === "loopback" || own.some((one) => isSame(one, text))) return policy.allowLoopback;
  if (REFUSED.includes(range) || METADATA.some((one) => isSame(one, text))) return false;
  if (policy.allowed.length === 0) return true;
  return policy.allowed.some((network) => {
    if (!ipaddr.isValidCIDR(network)) return false;
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === ip.kind() && ip.match(base, bits);
  });
}

const isSame = (address: string, normalized: string): boolean =>
  ipaddr.process(address).toNormalizedString() === normalized;

/** An address, and the IPv4 address that it carries: a gateway would dial that one. */
function spellingsOf(ip: Ip): readonly Ip[] {
  if (!(ip instanceof ipaddr.IPv6)) return [ip];
  // Those two are addresses of their own, not IPv4 ones that look small.
  if (ip.range() === "loopback" || ip.range() === "unspecified") return [ip];
  const bytes = ip.toByteArray();
  const carrier = CARRIERS.find(({ network }) => ip.match(network));
  if (carrier) return [new ipaddr.IPv4(bytes.slice(carrier.at, carrier.at + 4))];
  if (ip.match(TEREDO)) return [ip, new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 255))];
  return [ip];
}

/** Asked each time: interfaces come and go. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address.replace(/%.*$/, "")));

/** The first of these addresses that cameras may not have; undefined = all are allowed. */
export const forbiddenAmong = (addresses: readonly string[], policy: AddressPolicy): string | undefined =>
  addresses.find((address) => !isAllowed(address, policy));

/** A host that is an address already is not looked up: null, or the address where it may not be dialled. */
export const forbiddenLiteral = (host: string, policy: AddressPolicy | undefined): string | null =>
  policy && ipaddr.isValid(host) && !isAllowed(host, policy) ? host : null;

/** The name resolves to an address that may not be dialled. */
export class ForbiddenAddress extends Error {
  readonly address: string;

  constructor(address: string) {
    super(`nothing may be dialled at ${address}`);
    this.address = address;
  }
}

/**
 * For `net.connect` and `http.request`: they dial what this returns, so a name that changes its address between check
 * and dial (DNS rebinding) gains nothing.
 */
export const pinnedLookup =
  (policy: AddressPolicy): LookupFunction =>
  (host, options, answer) => {
    resolveName(host, { family: options.family ?? 0, hints: options.hints ?? 0, all: true }, (error, found) => {
      if (error) return answer(error, "", 0);
      const bad = forbiddenAmong(
        found.map(({ address }) => address),
        policy,
      );
      if (bad !== undefined) return answer(new ForbiddenAddress(bad), "", 0);
      const first: LookupAddress | undefined = found[0];
      if (!first) return answer(new Error(`the host ${host} has no address`), "", 0);
      if (options.all === true) answer(null, found);
      else answer(null, first.address, first.family);
    });
  };
