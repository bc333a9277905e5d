/**
 * One OpenID Connect provider, as openid-client speaks to it: only at addresses that the policy allows, and only as the
 * issuer that it was set up as.
 */
import * as oidc from "openid-client";
import { decodeJwt, type JSONWebKeySet } from "jose";
import { fail, ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { pinnedFetch } from "#recorder/net/pinned-fetch.ts";
import { type EndedThere, readLogoutToken } from "./logout-token.ts";
import { clientFailure, reachFailure, wordsOf } from "./provider-failures.ts";
import { checkSignature, isDescription, keysIn } from "./provider-words.ts";

const CALL_TIMEOUT_MS = 5_000;
const SIGN_OUT_WAIT_MS = 2_000;
/** A provider's description of itself is asked for again after this time. */
const KNOWN_MS = 10 * 60_000;
/** Letters of a person's or a session's name there (OpenID Connect Core 1.0, 2: at most 255). */
const NAME_MAX = 255;

interface ProviderClient {
  readonly issuer: string;
  readonly clientId: string;
  /** empty = a public client */
  readonly clientSecret: string;
  readonly ca: string;
}
/** What a browser keeps until it comes back: the answer must fit all of it. */
interface Secrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}
export interface Verified {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly subject: string;
  /** the session there; empty = the provider does not name it */
  readonly session: string;
  readonly idToken: string;
}

export class Provider {
  readonly #policy: AddressPolicy;
  readonly #now: () => number;
  #known: { readonly key: string; readonly config: oidc.Configuration; readonly untilMs: number } | null = null;

  constructor(policy: AddressPolicy, now: () => number) {
    this.#policy = policy;
    this.#now = now;
  }

  /** Failures: company/unreachable, company/certificate, company/forbidden-address, company/not-a-provider, ... */
  async discover(client: ProviderClient, isFresh = false): Promise<Result<oidc.Configuration, Failure>> {
    const key = JSON.stringify(client);
    if (!isFresh && this.#known?.key === key && this.#known.untilMs > this.#now()) return ok(this.#known.config);
    const found = await this.#ask(client);
    if (found.ok) this.#known = { key, config: found.value, untilMs: this.#now() + KNOWN_MS };
    return found;
  }

  async #ask(client: ProviderClient): Promise<Result<oidc.Configuration, Failure>> {
    const { issuer, clientId, clientSecret, ca } = client;
    let config: oidc.Configuration;
    try {
      config = await oidc.discovery(new URL(issuer), clientId, {}, proofOf(clientSecret), {
        timeout: CALL_TIMEOUT_MS / 1000,
        [oidc.customFetch]: this.#fetch(ca),
        ...(issuer.startsWith("http://") ? { execute: [oidc.allowInsecureRequests] } : {}),
      });
    } catch (error) {
      return fail(reachFailure(error, issuer));
    }
    const { issuer: named, response_types_supported: types } = config.serverMetadata();
    // openid-client takes any tenant of Microsoft for the common one: everybody with an account there would get in.
    if (withoutSlash(named) !== withoutSlash(issuer)) return refuse("company/other-issuer", { issuer, named });
    if (!isDescription(config.serverMetadata(), issuer)) return refuse("company/not-a-provider", { address: issuer });
    return types && !types.includes("code") ? refuse("company/no-code") : ok(config);
  }

  /** Where a browser signs in. */
  async begin(
    client: ProviderClient,
    ask: { readonly redirect: string; readonly scope: string; readonly prompt?: string },
  ): Promise<Result<{ address: string; secrets: Secrets }, Failure>> {
    const config = await this.discover(client);
    if (!config.ok) return config;
    const secrets = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    const address = oidc.buildAuthorizationUrl(config.value, {
      redirect_uri: ask.redirect,
      scope: ask.scope,
      ...(ask.prompt === undefined ? {} : { prompt: ask.prompt }),
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: "S256",
    });
    return ok({ address: address.href, secrets });
  }

  /**
   * Who came back: the code is exchanged, and the token's signature, issuer, audience, nonce and times are checked.
   * `returned`: the address that the browser was sent to. Failures: company/refused, company/wrong, and of `discover`.
   */
  async finish(client: ProviderClient, returned: URL, secrets: Secrets): Promise<Result<Verified, Failure>> {
    const config = await this.discover(client);
    if (!config.ok) return config;
    try {
      const tokens = await oidc.authorizationCodeGrant(config.value, returned, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || tokens.id_token === undefined) throw new Error("no ID token");
      // openid-client trusts whoever answered at the provider's address, and does not look at the signature.
      await checkSignature(tokens.id_token, await this.#keys(client, config.value));
      if (claims.sub === "" || claims.sub.length > NAME_MAX) throw new Error("the subject is empty or too long");
      const { userinfo_endpoint: more } = config.value.serverMetadata();
      const told = more === undefined ? {} : await oidc.fetchUserInfo(config.value, tokens.access_token, claims.sub);
      const { sid } = claims;
      const session = typeof sid === "string" && sid.length <= NAME_MAX ? sid : "";
      return ok({ claims: { ...told, ...claims }, subject: claims.sub, session, idToken: tokens.id_token });
    } catch (error) {
      return fail(clientFailure(error, client.issuer));
    }
  }

  /** The page that ends the session there; null where the provider offers none, or does not answer now. */
  async signOutAddress(client: ProviderClient, idToken: string, backTo: string): Promise<string | null> {
    // Whoever signs out has signed out here already, and does not wait for a provider that is away.
    const config = await Promise.race([this.discover(client), after(SIGN_OUT_WAIT_MS)]);
    if (!config?.ok || config.value.serverMetadata().end_session_endpoint === undefined) return null;
    const hint = idToken === "" ? {} : { id_token_hint: idToken };
    return oidc.buildEndSessionUrl(config.value, { post_logout_redirect_uri: backTo, ...hint }).href;
  }

  /**
   * Whose sessions a logout token ends. openid-client has no call for it. Failures: company/bad-logout, and of
   * `discover`.
   */
  async readLogout(client: ProviderClient, token: string): Promise<Result<EndedThere, Failure>> {
    const config = await this.discover(client);
    if (!config.ok) return config;
    const { issuer } = config.value.serverMetadata();
    try {
      if (decodeJwt(token).iss !== issuer) throw new Error("it comes from another issuer");
      const { clientId } = client;
      const keys = await this.#keys(client, config.value);
      return ok(await readLogoutToken(token, { issuer, clientId, keys, nowMs: this.#now() }));
    } catch (error) {
      return refuse("company/bad-logout", { message: wordsOf(error) });
    }
  }

  /**
   * Whether the provider accepts client id and secret: it is asked for the tokens of a code that nobody has. False: it
   * refuses the code first. Failures: company/client-refused.
   */
  async tryClient(client: ProviderClient, redirect: string): Promise<Result<boolean, Failure>> {
    const config = await this.discover(client, true);
    if (!config.ok) return config;
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    const { issuer } = config.value.serverMetadata();
    const returned = new URL(
      `${redirect}?${new URLSearchParams({ code: oidc.randomState(), iss: issuer }).toString()}`,
    );
    try {
      await oidc.authorizationCodeGrant(config.value, returned, { pkceCodeVerifier });
      return ok(true);
    } catch (error) {
      const why = clientFailure(error, client.issuer);
      if (why.code !== "company/wrong") return fail(why);
      return ok(error instanceof oidc.ResponseBodyError && error.error === "invalid_grant");
    }
  }

  /** The keys that it shows now: one that has just taken another's place counts at once, and the old one no more. */
  async #keys({ ca }: ProviderClient, config: oidc.Configuration): Promise<JSONWebKeySet> {
    const { jwks_uri: at = "" } = config.serverMetadata();
    return keysIn(await this.#fetch(ca)(at, { method: "GET", headers: {}, body: undefined, redirect: "manual" }));
  }

  #fetch(ca: string): oidc.CustomFetch {
    return (address, { method, headers, body }) =>
      pinnedFetch(address, { method, headers, body: bytesOf(body), ca, timeoutMs: CALL_TIMEOUT_MS }, this.#policy);
  }
}

/** How the client proves itself: in the form where the provider takes that, else in a header, as the standard's default is. */
function proofOf(secret: string): oidc.ClientAuth {
  if (secret === "") return oidc.None();
  const [inForm, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const takesForm = server.token_endpoint_auth_methods_supported?.includes("client_secret_post") ?? false;
    (takesForm ? inForm : inHeader)(server, client, body, headers);
  };
}

const after = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(resolve, ms, null).unref());

/** The client sends forms and nothing else. */
function bytesOf(body: oidc.FetchBody): string | undefined {
  return body instanceof URLSearchParams || typeof body === "string" ? String(body) : undefined;
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, "");
