import * as oidc from "openid-client";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { socketCause } from "#recorder/core/socket-words.ts";
import { ForbiddenAddress } from "#recorder/net/address-policy.ts";

/** Characters of a provider's own words that a failure shows. */
const WORDS_MAX = 200;

/** An error and what stands behind it, outermost first. */
function chainOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && chain.length < 5; at = at instanceof Error ? at.cause : null)
    chain.push(at);
  return chain;
}
const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
export const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, WORDS_MAX);
const isCertificate = (code: string): boolean => /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code);

/** Why a provider cannot be asked at all. */
export function reachFailure(error: unknown, address: string): Failure {
  const chain = chainOf(error);
  const forbidden = chain.find((one) => one instanceof ForbiddenAddress);
  if (forbidden) return failure("company/forbidden-address", { address: forbidden.address });
  const network = chain.find((one) => one instanceof Error && ("syscall" in one || isCertificate(codeOf(one))));
  if (network) {
    return isCertificate(codeOf(network))
      ? failure("company/certificate", { address, reason: wordsOf(network) })
      : failure("company/unreachable", { address, cause: socketCause(network) });
  }
  const isSilent = chain.some((one) => one instanceof Error && /^(TimeoutError|AbortError)$/.test(one.name));
  if (isSilent) return failure("company/unreachable", { address, cause: failure("server/timeout") });
  const other = chain.flatMap((one) => namedIssuer(one) ?? [])[0];
  if (other !== undefined) return failure("company/other-issuer", { issuer: address, named: other });
  return failure("company/not-a-provider", { address });
}

/** What is wrong with an answer of the provider, to a browser or to us. */
export function clientFailure(error: unknown, address: string): Failure {
  if (error instanceof oidc.AuthorizationResponseError)
    return failure("company/refused", { message: (error.error_description ?? error.error).slice(0, WORDS_MAX) });
  if (error instanceof oidc.ResponseBodyError) {
    const message = (error.error_description ?? error.error).slice(0, WORDS_MAX);
    const isClient = error.error === "invalid_client" || error.error === "unauthorized_client";
    return failure(isClient ? "company/client-refused" : "company/wrong", { message });
  }
  const chain = chainOf(error);
  // Some refuse a client by a challenge instead of a body.
  if (chain.some((one) => one instanceof oidc.WWWAuthenticateChallengeError))
    return failure("company/client-refused", { message: wordsOf(error) });
  const isAway = chain.some(
    (one) =>
      one instanceof ForbiddenAddress ||
      (one instanceof Error && ("syscall" in one || /^(TimeoutError|AbortError)$/.test(one.name))),
  );
  return isAway ? reachFailure(error, address) : failure("company/wrong", { message: wordsOf(error) });
}

/** The name that a provider gives itself where it is not the one that was asked for. */
function namedIssuer(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("attribute" in error) || error.attribute !== "issuer")
    return null;
  const body: unknown = "body" in error ? error.body : null;
  const named: unknown = typeof body === "object" && body !== null && "issuer" in body ? body.issuer : null;
  return typeof named === "string" ? named.slice(0, WORDS_MAX) : null;
}
