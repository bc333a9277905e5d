/**
 * Where cameras (and the aggregator's servers) may be. Checked at registration and again at each dial, on the very
 * address that is dialled.
 */
import { lookup as resolveName, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

export interface AddressPolicy {
  /** networks in CIDR form; empty = all but the refused ones */
  readonly allowed: readonly string[];
  readonly allowLoopback: boolean;
}

const REFUSED = ["unspecified", "linkLocal", "multicast", "broadcast", "reserved"];

/** `address`: an IP address, as text. */
export function isAllowed(address: string, policy: AddressPolicy): boolean {
  const ip = ipaddr.process(address);
  const range = ip.range();
  if (range === "loopback") return policy.allowLoopback;
  if (REFUSED.includes(range)) return false;
  if (policy.allowed.length === 0) return true;
  return policy.allowed.some((network) => {
    if (!ipaddr.isValidCIDR(network)) return false;
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === ip.kind() && ip.match(base, bits);
  });
}

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
