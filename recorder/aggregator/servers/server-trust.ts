/**
 * Registration at a recorder: an administrator's name and password are used once, to make this aggregator the issuer
 * whose tokens the recorder accepts. Also the way back.
 */
import { type Result, ok } from "#base/result.ts";
import { type Failure, type Refusal, failure, refuse } from "#domain/failures/failure.ts";
import { randomBytes } from "node:crypto";
import { isAppPassword } from "#domain/accounts/app-password.ts";
import { about } from "#protocol/rest/server/about.ts";
import { trustedIssuer } from "#protocol/rest/accounts/issuer.ts";
import { discoverableOrchid } from "#protocol/rest/server/server.ts";
import { session } from "#protocol/rest/accounts/session.ts";
import type { TokenMinter, TokenUser } from "./asking/token-minter.ts";
import { readClock } from "./server-check.ts";
import type { ServerClient, ServerFailure } from "./asking/server-client.ts";

const SESSION_LIFE_S = 60;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const KEY_BYTES = 32;

/** The aggregator's name and address, which the recorder will show as its parent's. */
export interface Parent {
  readonly id: string;
  readonly description: string;
  readonly uri: string;
}

interface TrustAsk {
  readonly username: string;
  readonly password: string;
  /** replaces another parent */
  readonly replace: boolean;
  readonly parent: Parent;
  readonly now: () => number;
  readonly minter: TokenMinter;
  /** asked with the recorder's id before anything is changed there */
  readonly mayTrust: (orchidId: string) => Result<null, Failure>;
}

export interface Trust {
  readonly orchidId: string;
  readonly name: string;
  readonly key: Uint8Array;
  readonly clockOffsetMs: number;
}

/**
 * Codes: orchid/forbidden-address, orchid/unreachable, orchid/certificate, orchid/not-a-recorder, orchid/unauthorized,
 * orchid/not-administrator, orchid/has-parent, orchid/refused, and those of `mayTrust`: with these nothing was changed
 * there. And orchid/too-old: with this one it has no parent afterwards.
 */
export async function makeTrust(client: ServerClient, ask: TrustAsk): Promise<Result<Trust, Failure>> {
  // The password goes to nothing that does not even look like a recorder.
  const known = await client.json({ path: "/service/about", answer: about });
  if (!known.ok) return notARecorder(known);
  if (known.value.edition !== "standalone")
    return refuse("orchid/not-a-recorder", { cause: failure("orchid/is-aggregator") });
  const clockOffset = await readClock(client, ask.now);
  if (!clockOffset.ok) return notARecorder(clockOffset);
  const { username, password } = ask;
  if (isAppPassword(password)) {
    // For programs like this one: it opens no session, and needs none.
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    const who = await client.json({ path: "/service/sessions/me", authorization, answer: session });
    if (!who.ok) return refusedSignIn(who);
    if (!who.value.scope.baseScope.includes("config")) return refuse("orchid/not-administrator", { name: username });
    return trust(client, ask, authorization, known.value.name, clockOffset.value);
  }
  const signedIn = await client.json({
    method: "POST",
    path: "/service/sessions/user",
    body: { username, password, cookie: "none", expiresIn: SESSION_LIFE_S },
    answer: session,
  });
  if (!signedIn.ok) return refusedSignIn(signedIn);
  const authorization = `Bearer ${signedIn.value.id}`;
  try {
    if (!signedIn.value.scope.baseScope.includes("config"))
      return refuse("orchid/not-administrator", { name: username });
    return await trust(client, ask, authorization, known.value.name, clockOffset.value);
  } finally {
    await client.json({ method: "DELETE", path: "/service/sessions/me", authorization, answer: null });
  }
}

async function trust(
  client: ServerClient,
  { replace, parent, minter, mayTrust }: TrustAsk,
  authorization: string,
  name: string,
  clockOffsetMs: number,
): Promise<Result<Trust, Failure>> {
  const path = "/service/trusted/issuer";
  const self = await client.json({
    path: "/service/discoverable/orchids/1",
    authorization,
    answer: discoverableOrchid,
  });
  if (!self.ok) return notARecorder(self);
  // Its own id for ever: a recorder that is registered again is the one of the permission groups.
  if (!UUID.test(self.value.uuid)) return noRecorder(failure("server/without-id"));
  const orchidId = self.value.uuid.toLowerCase();
  const may = mayTrust(orchidId);
  if (!may.ok) return may;
  const other = await client.json({ path, authorization, answer: trustedIssuer });
  if (!other.ok && other.status !== 404) return notARecorder(other);
  if (other.ok && other.value.id !== parent.id && !replace) {
    const named = other.value.description === "" ? other.value.id : other.value.description;
    return refuse("orchid/has-parent", { name: named.slice(0, 100) });
  }
  const key = randomBytes(KEY_BYTES);
  const issue = { orchidId, key, clockOffsetMs };
  const made = await client.json({
    method: "POST",
    path: `${path}?version=2`,
    authorization,
    body: { ...parent, access_token: "", key: { kty: "oct", k: key.toString("base64url") } },
    answer: trustedIssuer,
  });
  if (!made.ok) return refuse("orchid/refused", { cause: failure("orchid/not-taken", { cause: causeOf(made) }) });
  const fault = await narrowing(client, await minter.mint(issue, NOBODY));
  if (fault) {
    await client.json({ method: "DELETE", path, authorization, answer: null });
    return fault;
  }
  return ok({ ...issue, name: self.value.name === "" ? name : self.value.name });
}

/** A user without any rights: the recorder's answer to their token shows whether it heeds what tokens say. */
const NOBODY: TokenUser = {
  id: "nobody",
  username: "nobody",
  role: "",
  scope: { baseScope: [], cameraScopes: [] },
  session: null,
};

/**
 * Null when the recorder accepts our tokens and grants no more than they say; older ones treat every token as a
 * manager's.
 */
async function narrowing(client: ServerClient, token: string): Promise<ReturnType<typeof refuse> | null> {
  const told = await client.json({ path: "/service/sessions/me", authorization: `Bearer ${token}`, answer: session });
  if (!told.ok) return refuse("orchid/refused", { cause: failure("orchid/tokens-refused", { cause: causeOf(told) }) });
  const { baseScope, cameraScopes } = told.value.scope;
  return baseScope.length === 0 && cameraScopes.length === 0 ? null : refuse("orchid/too-old");
}

/** Tells the recorder that this aggregator is its parent no longer. Failure: orchid/detach-failed. */
export async function endTrust(client: ServerClient, token: string): Promise<Result<null, Failure>> {
  const gone = await client.json({
    method: "DELETE",
    path: "/service/trusted/issuer",
    authorization: `Bearer ${token}`,
    answer: null,
  });
  // Whoever does not believe our tokens any more, or has no parent, is detached.
  if (gone.ok || gone.status === 401 || gone.status === 404) return ok(null);
  return refuse("orchid/detach-failed", { cause: failure("orchid/not-told", { cause: causeOf(gone) }) });
}

function refusedSignIn(refused: ServerFailure): Refusal {
  // The recorder's own words are inside ours.
  const code = causeOf(refused).cause?.code;
  const asksForCode =
    code === "session/code-required" || code === "session/passkey-or-code" || code === "session/factor-required";
  if (refused.status === 401 && !asksForCode) return refuse("orchid/unauthorized");
  if (asksForCode) return refuse("orchid/unauthorized", { cause: failure("orchid/app-password") });
  if (refused.status === 429)
    return refuse("orchid/unauthorized", { cause: failure("orchid/sign-in-refused", { cause: causeOf(refused) }) });
  return notARecorder(refused);
}

function notARecorder(refused: ServerFailure): Refusal {
  const { code } = refused.error;
  if (code === "orchid/bad-answer" || code === "orchid/refused") return noRecorder(causeOf(refused));
  return forAdministrator(refused);
}

const noRecorder = (cause: Failure): Refusal =>
  refuse("orchid/not-a-recorder", { cause: failure("orchid/no-recorder", { cause }) });
const causeOf = ({ error }: ServerFailure): Failure => error.cause ?? error;

/** A failure of a registration, for the administrator who typed the address. */
const forAdministrator = (refused: ServerFailure): Refusal =>
  refused.error.code === "orchid/forbidden-address" ? refuse("orchid/forbidden-address") : refused;
