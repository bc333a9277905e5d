/** Signing in and out, and finding out at start who is signed in already. */
import type { EndedWhy } from "#domain/live-events.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { SESSION_EXPIRY_S } from "#domain/limits/session.ts";
import { type Credentials, cookieFor, type SignInChoices } from "#domain/accounts/sign-in.ts";
import { about } from "#protocol/rest/server/about.ts";
import { fusionLogin } from "#protocol/rest/accounts/fusion.ts";
import { session } from "#protocol/rest/accounts/session.ts";
import { type FactorKey, factorKey, signedOut } from "#protocol/rest/accounts/sign-in.ts";
import type { SessionStore, UserFacts } from "#state/session-store.ts";
import type { HttpClient } from "#transport/http.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";
import { createAnswerOrder } from "./answer-order.ts";
import { createLowBandwidthBox } from "./low-bandwidth-box.ts";
import { NO_DEVICE, type PasskeyDevice } from "./passkey-device.ts";
import { createPasskeySignIn, type PasskeySignIn } from "./passkey-sign-in.ts";
import { createSessionFacts } from "./session-facts.ts";
import { userOf, whoIsSignedIn } from "./who-is-signed-in.ts";

export type { FactorKey, PasskeySignIn };
export interface SignInFailure {
  readonly failure: Failure;
  /** the server accepts no try before this, seconds; 0 = at once */
  readonly retryAfterS: number;
}

/** The answer with which Google sent the browser back. */
export interface GoogleToken {
  /** ID token */
  readonly credential: string;
  /** the value that this browser had sent to Google; the token must contain it */
  readonly nonce: string;
  /** the boxes that were ticked before the browser went to Google */
  readonly choices: SignInChoices;
}

export interface SessionActions {
  /** Asks what the server is and whether the cookie still signs in. Failures go into the store. */
  readonly start: () => Promise<void>;
  /**
   * `showCodes` is waited for before the session begins here: recovery codes of a second factor that this sign-in has
   * set up.
   */
  readonly signIn: (
    credentials: Credentials & { readonly code?: string },
    lowBandwidth: boolean,
    showCodes?: (codes: readonly string[]) => Promise<void>,
  ) => Promise<Result<null, SignInFailure>>;
  /** The key of a second factor for an account that must have one to sign in. */
  readonly beginFactor: (who: Pick<Credentials, "username" | "password">) => Promise<Result<FactorKey, SignInFailure>>;
  readonly passkeys: PasskeySignIn;
  /** Signs in with Google's credential (an ID token). */
  readonly signInWithGoogle: (token: GoogleToken) => Promise<Result<null, SignInFailure>>;
  /** Google sent the browser back without a token, for this reason: the sign-in page shows it. */
  readonly googleRefused: (reason: string) => void;
  /** The browser leaves for the company's sign-in: whoever comes back has ticked this box. */
  readonly keepChoice: (lowBandwidth: boolean) => void;
  /**
   * Leaves the session here in any case. Where the server could not be told to end it (and the cookie may sign in
   * again) the reason goes into the store; another call tells the server once more.
   */
  readonly signOut: () => Promise<void>;
  /** The session ended elsewhere: removes it here. */
  readonly ended: (why?: EndedWhy) => void;
  /** Signs in with a session id or token that came from elsewhere (the host page of a frame), or renews with it. */
  readonly useToken: (token: string) => Promise<"signed-in" | "refused" | "unreachable">;
  /**
   * Asks the server again who is signed in; signs out here when the answer is nobody, unless a message says within
   * `whyMs` why the session has ended. Any other failure changes nothing.
   */
  readonly recheck: (whyMs?: number) => Promise<void>;
  /** Asks the server again what it is, because its settings were changed; without an answer what is known stays. */
  readonly refreshAbout: () => Promise<void>;
}

const ABOUT_TIMEOUT_MS = 10_000;

export function createSessionActions(deps: {
  readonly http: HttpClient;
  readonly store: SessionStore;
  readonly storage?: KeyValueStorage;
  /** absent: a browser without passkeys */
  readonly device?: PasskeyDevice;
  /** leaves the page, to end the session of the company's provider */
  readonly goTo?: (address: string) => void;
  /** in a frame of another site's page: a cookie does not sign in */
  readonly ignoresCookie?: boolean;
}): SessionActions {
  const { http, store, storage } = deps;
  const aggregator = (): boolean => store.get().about?.edition === "aggregator";
  const ticked = createLowBandwidthBox(store, storage);
  /** bearer of the session that was left and that the server may still keep */
  let leftToken: string | null = null;
  /** of the question who is signed in; sign-ins and sign-outs settle it */
  const order = createAnswerOrder();
  const { leave, leaveAnother, enter: putIn } = createSessionFacts(store, ticked);
  const enter = (user: UserFacts, token: string | null): void => {
    leftToken = null;
    putIn(user, token);
  };

  const loadAbout = async (): Promise<boolean> => {
    const answer = await http.json({ path: "/service/about", timeoutMs: ABOUT_TIMEOUT_MS }, about);
    store.change((facts) => {
      facts.about = answer.ok ? answer.value : null;
      facts.aboutFailure = answer.ok ? null : answer.error;
    });
    return answer.ok;
  };

  /** Null: settled; otherwise why the server did not answer who is signed in. */
  const settle = async (whyMs = 0): Promise<Failure | null> => {
    const isNewest = order.ask();
    const who = await whoIsSignedIn(http, store);
    if (!who.ok) return who.error;
    if (!who.value && whyMs > 0) await new Promise((resolve) => setTimeout(resolve, whyMs));
    // A user who has signed out or in meanwhile stays so: this answer belongs to an older question.
    if (!isNewest()) return null;
    if (who.value) enter(who.value.user, who.value.token);
    else leave();
    return null;
  };

  const enterAs = (user: UserFacts, token: string, lowBandwidth: boolean): Result<null, SignInFailure> => {
    // Before the box is stored: leaving removes the box of the previous user.
    leaveAnother(user.userId);
    ticked.keep(user.userId, lowBandwidth);
    order.settle();
    enter(user, token);
    return ok(null);
  };
  /** The user of a token. A token of nobody, or one whose user the server does not name, is not kept. */
  const whoHas = async (token: string): ReturnType<typeof whoIsSignedIn> => {
    const before = store.get().token;
    const setToken = (value: string | null): void => store.change((facts) => void (facts.token = value));
    setToken(token);
    const who = await whoIsSignedIn(http, store);
    // A user who has signed out meanwhile has no token.
    if (!(who.ok && who.value) && store.get().token === token) setToken(before);
    return who;
  };
  /** An aggregator's session does not name its user: `/service/users/me` does. */
  const enterAtAggregator = async (token: string, lowBandwidth: boolean): Promise<Result<null, SignInFailure>> => {
    const who = await whoHas(token);
    if (who.ok && who.value) return enterAs(who.value.user, token, lowBandwidth);
    return fail(signInFailure(who.ok ? { ...failure("network/unexpected"), status: 401 } : who.error));
  };
  const enterWith = async (
    answer: Result<ReturnType<typeof session.parse>, Failure>,
    lowBandwidth: boolean,
  ): Promise<Result<null, SignInFailure>> => {
    if (!answer.ok) return fail(signInFailure(answer.error));
    const { value } = answer;
    return aggregator() ? enterAtAggregator(value.id, lowBandwidth) : enterAs(userOf(value), value.id, lowBandwidth);
  };

  const signIn = async (
    body: Credentials & object,
    lowBandwidth: boolean,
    showCodes: (codes: readonly string[]) => Promise<void> = () => Promise.resolve(),
  ): Promise<Result<null, SignInFailure>> => {
    if (aggregator()) {
      const answer = await http.json({ method: "POST", path: "/fusion/users/login", body }, fusionLogin);
      if (!answer.ok) return fail(signInFailure(answer.error));
      if (answer.value.recoveryCodes) await showCodes(answer.value.recoveryCodes);
      return enterAtAggregator(answer.value.token, lowBandwidth);
    }
    const answer = await http.json({ method: "POST", path: "/service/sessions/user", body }, session);
    if (answer.ok && answer.value.recoveryCodes) await showCodes(answer.value.recoveryCodes);
    return enterWith(answer, lowBandwidth);
  };

  return {
    signIn,
    passkeys: createPasskeySignIn({
      http,
      device: deps.device ?? NO_DEVICE,
      refused: signInFailure,
      enterWith,
      signIn,
    }),
    async start() {
      if (!(await loadAbout())) return;
      if (deps.ignoresCookie) return store.get().phase === "unknown" ? leave() : undefined;
      const failure = await settle();
      if (failure && store.get().phase === "unknown")
        store.change((facts) => {
          facts.aboutFailure = failure;
        });
    },
    async beginFactor({ username, password }) {
      const body = { username, password };
      const answer = await http.json({ method: "POST", path: "/service/sessions/second-factor", body }, factorKey);
      return answer.ok ? answer : fail(signInFailure(answer.error));
    },
    async signInWithGoogle({ credential, nonce, choices }) {
      const body = { credential, nonce, expiresIn: SESSION_EXPIRY_S, cookie: cookieFor(choices) };
      const answer = await http.json({ method: "POST", path: "/service/sessions/google", body }, session);
      const done = await enterWith(answer, choices.lowBandwidth);
      // The browser came back to a new page: its sign-in screen shows the reason.
      if (!done.ok)
        store.change((facts) => {
          facts.signInFailure = done.error.failure;
        });
      return done;
    },
    googleRefused: (reason) =>
      store.change((facts) => {
        facts.signInFailure = failure("session/google-refused", { reason });
      }),
    keepChoice: ticked.keepForWhoever,
    async signOut() {
      const token = store.get().token ?? leftToken;
      const answer = await http.send({
        ...(aggregator()
          ? { method: "POST", path: "/fusion/users/logout" }
          : { method: "DELETE", path: "/service/sessions/me" }),
        ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
        timeoutMs: 5_000,
      });
      // A session that the server does not know any more has ended.
      const failure = answer.ok || answer.error.status === 401 ? null : answer.error;
      leftToken = failure === null ? null : token;
      const next = answer.ok && answer.value.status === 200 ? signedOut.safeParse(await answer.value.json()) : null;
      order.settle();
      leave();
      store.change((facts) => {
        facts.signOutFailure = failure;
      });
      if (next?.success) deps.goTo?.(next.data.address);
    },
    async useToken(token) {
      const who = await whoHas(token);
      if (!who.ok) return "unreachable";
      if (!who.value) return "refused";
      order.settle();
      enter(who.value.user, token);
      return "signed-in";
    },
    ended(why) {
      order.settle();
      leave();
      store.change((facts) => {
        facts.endedWhy = why ?? null;
      });
    },
    async recheck(whyMs) {
      await settle(whyMs);
    },
    async refreshAbout() {
      const answer = await http.json({ path: "/service/about", timeoutMs: ABOUT_TIMEOUT_MS }, about);
      if (answer.ok) store.change((facts) => void (facts.about = answer.value));
    },
  };
}

const signInFailure = (failure: Failure): SignInFailure => ({
  failure,
  retryAfterS: failure.retryAfterS ?? 0,
});
