/**
 * Registration at a recorder: an administrator's name and password are used once, to make this aggregator the issuer
 * whose
 * tokens the recorder accepts. Also the way back.
 */
import { randomBytes } from "node:crypto";
import { errors, say } from "#domain/errors.ts";
import { about } from "#protocol/rest/server/about.ts";
import { trustedIssuer } from "#protocol/rest/accounts/issuer.ts";
import { discoverableOrchid } from "#protocol/rest/server/server.ts";
import { session } from "#protocol/rest/accounts/session.ts";
import { type Answer, done, refuse } from "#recorder/core/answer.ts";
import type { TokenMinter, TokenUser } from "./token-minter.ts";
import { readClock } from "./orchid-check.ts";
import type { OrchidClient, OrchidFailure } from "./orchid-client.ts";

const SESSION_LIFE_S = 60;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const KEY_BYTES = 32;

/** The aggregator's name and address, which the recorder will show as its parent's. */
export interface Parent {
  readonly id: string;
  readonly description: string;
  readonly uri: string;
}

export interface TrustAsk {
  readonly username: string;
  readonly password: string;
  /** replaces another parent */
  readonly replace: boolean;
  readonly parent: Parent;
  readonly now: () => number;
  readonly minter: TokenMinter;
  /** called with the recorder's id before anything is changed there */
  readonly mayTrust: (orchidId: string) => Answer<null>;
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
 * there. And
 * orchid/too-old: with this one it has no parent afterwards.
 */
export async function makeTrust(client: OrchidClient, ask: TrustAsk): Promise<Answer<Trust>> {
  // The password is not sent to anything that does not even look like a recorder.
  const known = await client.json({ path: "/service/about", answer: about });
  if (!known.ok) return notARecorder(known);
  if (known.value.edition !== "standalone") return refuse("orchid/not-a-recorder", errors.orchid_aggregator.text);
  const clockOffset = await readClock(client, ask.now);
  if (!clockOffset.ok) return notARecorder(clockOffset);
  const { username, password } = ask;
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
      return refuse("orchid/not-administrator", say("orchid_not_administrator", { name: username }));
    return await trust(client, ask, authorization, known.value.name, clockOffset.value);
  } finally {
    await client.json({ method: "DELETE", path: "/service/sessions/me", authorization, answer: null });
  }
}

async function trust(
  client: OrchidClient,
  { replace, parent, minter, mayTrust }: TrustAsk,
  authorization: string,
  name: string,
  clockOffsetMs: number,
): Promise<Answer<Trust>> {
  const path = "/service/trusted/issuer";
  const self = await client.json({
    path: "/service/discoverable/orchids/1",
    authorization,
    answer: discoverableOrchid,
  });
  if (!self.ok) return notARecorder(self);
  // The recorder's own permanent id: after registering again it is the same server for the permission groups.
  if (!UUID.test(self.value.uuid))
    return refuse("orchid/not-a-recorder", say("orchid_no_recorder", { reason: errors.server_without_id.text }));
  const orchidId = self.value.uuid.toLowerCase();
  const may = mayTrust(orchidId);
  if (!may.ok) return may;
  const other = await client.json({ path, authorization, answer: trustedIssuer });
  if (!other.ok && other.status !== 404) return notARecorder(other);
  if (other.ok && other.value.id !== parent.id && !replace) {
    const named = other.value.description === "" ? other.value.id : other.value.description;
    return refuse("orchid/has-parent", say("orchid_has_parent", { name: named.slice(0, 100) }));
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
  if (!made.ok) return refuse(made.code, say("orchid_not_taken", { reason: made.reason }));
  const fault = await narrowing(client, await minter.mint(issue, NOBODY));
  if (fault) {
    await client.json({ method: "DELETE", path, authorization, answer: null });
    return fault;
  }
  return done({ ...issue, name: self.value.name === "" ? name : self.value.name });
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
async function narrowing(client: OrchidClient, token: string): Promise<ReturnType<typeof refuse> | null> {
  const told = await client.json({ path: "/service/sessions/me", authorization: `Bearer ${token}`, answer: session });
  if (!told.ok) return refuse("orchid/refused", say("orchid_tokens_refused", { reason: told.reason }));
  const { baseScope, cameraScopes } = told.value.scope;
  return baseScope.length === 0 && cameraScopes.length === 0
    ? null
    : refuse("orchid/too-old", errors.orchid_too_old.text);
}

/** Tells the recorder that this aggregator is no longer its parent. Failure: orchid/detach-failed. */
export async function endTrust(client: OrchidClient, token: string): Promise<Answer<null>> {
  const gone = await client.json({
    method: "DELETE",
    path: "/service/trusted/issuer",
    authorization: `Bearer ${token}`,
    answer: null,
  });
  // A recorder that no longer accepts our tokens, or has no parent, counts as detached.
  if (gone.ok || gone.status === 401 || gone.status === 404) return done(null);
  return refuse("orchid/detach-failed", say("orchid_not_told", { reason: gone.reason }));
}

function refusedSignIn(failure: OrchidFailure): Answer<never> {
  if (failure.status === 401) return refuse("orchid/unauthorized", errors.orchid_wrong_password.text);
  if (failure.status === 429)
    return refuse("orchid/unauthorized", say("orchid_sign_in_refused", { reason: failure.reason }));
  return notARecorder(failure);
}

function notARecorder(failure: OrchidFailure): Answer<never> {
  const { code, reason } = failure;
  if (code === "orchid/bad-answer" || code === "orchid/refused")
    return refuse("orchid/not-a-recorder", say("orchid_no_recorder", { reason }));
  return refuse(code, sentence(failure));
}

/** A failure of a registration, for the administrator who typed the address. */
export const sentence = ({ code, reason }: OrchidFailure): string =>
  code === "orchid/forbidden-address" ? errors.orchid_forbidden_address.text : say("server_unreachable", { reason });
