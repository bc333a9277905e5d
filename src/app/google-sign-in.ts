/**
 * Google sign-in by redirect: no third-party script runs in the page. Google sends the browser back with an ID token in
 * the fragment; the recorder checks it.
 */
import * as z from "zod/mini";
import type { GoogleToken } from "#actions/session/session-actions.ts";
import type { SignInChoices } from "#domain/accounts/sign-in.ts";

const NONCE_KEY = "proscenium.google";
/** What the new page must know when the browser comes back. */
const stored = z.object({
  state: z.string(),
  nonce: z.string(),
  choices: z.object({ staySignedIn: z.boolean(), lowBandwidth: z.boolean() }),
  address: z._default(z.string(), ""),
});

const random = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join("");

/**
 * `authorization`: the page where Google signs in. `choices`: the boxes of the form, which count here as well.
 * `askedFor`: the router's address to which the user goes after sign-in.
 */
export function startGoogleSignIn(
  clientId: string,
  authorization: string,
  choices: SignInChoices,
  askedFor: string,
): void {
  const secret = { state: random(), nonce: random() };
  // Google sends back to the bare page, so its flags and the requested address are stored here.
  const address = `${location.search}#${askedFor}`;
  sessionStorage.setItem(NONCE_KEY, JSON.stringify({ ...secret, choices, address }));
  const url = new URL(authorization);
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: location.origin + location.pathname,
    response_type: "id_token",
    scope: "openid email",
    prompt: "select_account",
    ...secret,
  }).toString();
  location.assign(url);
}

/** The answer does not belong to a question of this tab. */
const NOT_ASKED = "state_mismatch";

/**
 * Google's answer: an ID token, or the code that tells why there is none (a user who gave up there is sent back, too).
 * Null when this is no such return. Restores the address, which would otherwise be no page of ours.
 */
export function googleAnswer(): { readonly token: GoogleToken } | { readonly refused: string } | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const credential = fragment.get("id_token");
  const refused = fragment.get("error");
  if (credential === null && refused === null) return null;
  const saved = readSaved();
  sessionStorage.removeItem(NONCE_KEY);
  const isOurs = saved !== null && saved.state === fragment.get("state");
  history.replaceState(null, "", location.pathname + ((isOurs && saved.address) || location.search));
  if (!isOurs) return { refused: NOT_ASKED };
  if (credential === null) return { refused: refused ?? "" };
  return { token: { credential, nonce: saved.nonce, choices: saved.choices } };
}

function readSaved(): z.infer<typeof stored> | null {
  try {
    const parsed = stored.safeParse(JSON.parse(sessionStorage.getItem(NONCE_KEY) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
