/** The token by which a monitoring system reads the metrics without an account. */
import { timingSafeEqual } from "node:crypto";
import { hashSecret } from "#recorder/store/ids.ts";

/** Does this header carry the token of the configuration; an empty token opens nothing. */
export function isMetricsToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === "" || given === undefined) return false;
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(token)));
}
