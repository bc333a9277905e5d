/** Signing in by a passkey: alone, or after name and password. */
import { fail, type Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { SESSION_EXPIRY_S } from "#domain/limits/session.ts";
import { type Credentials, cookieFor, type SignInChoices } from "#domain/accounts/sign-in.ts";
import { type PasskeyAssertion, passkeyAsk, passkeyMaking } from "#protocol/rest/accounts/passkey.ts";
import { session } from "#protocol/rest/accounts/session.ts";
import type { HttpClient } from "#transport/http.ts";
import type { PasskeyDevice } from "./passkey-device.ts";

interface Refused {
  readonly failure: Failure;
  /** seconds before another try; 0 = at once */
  readonly retryAfterS: number;
}
type Entered = Promise<Result<null, Refused>>;
type WhoEnters = Pick<Credentials, "username" | "password">;

/** What signs in with a name and password, and what enters with the answer of the server. */
interface PasskeyParts {
  readonly http: HttpClient;
  readonly device: PasskeyDevice;
  readonly refused: (failure: Failure) => Refused;
  readonly enterWith: (answer: Result<ReturnType<typeof session.parse>, Failure>, lowBandwidth: boolean) => Entered;
  readonly signIn: (
    body: Credentials & { readonly passkey?: PasskeyAssertion; readonly newPasskey?: unknown },
    lowBandwidth: boolean,
    showCodes?: (codes: readonly string[]) => Promise<void>,
  ) => Entered;
}

export interface PasskeySignIn {
  readonly device: PasskeyDevice;
  /** By a passkey alone. `filledIn`: it waits until one is chosen in the field of the name. */
  readonly signIn: (choices: SignInChoices, filledIn: boolean) => Entered;
  /** After the right password. */
  readonly confirm: (who: Credentials, lowBandwidth: boolean) => Entered;
  /** After the right password of an account that must have a second factor: makes a passkey, and signs in with it. */
  readonly setUp: (
    who: Credentials,
    name: string,
    lowBandwidth: boolean,
    showCodes: (codes: readonly string[]) => Promise<void>,
  ) => Entered;
}

export function createPasskeySignIn({ http, device, refused, enterWith, signIn }: PasskeyParts): PasskeySignIn {
  const step = ({ username, password }: WhoEnters, path: string) =>
    ({ method: "POST", path: `/service/sessions/second-factor/${path}`, body: { username, password } }) as const;
  return {
    device,
    async signIn(choices, filledIn) {
      const trouble = device.trouble();
      if (trouble) return fail(refused(trouble));
      const path = "/service/sessions/passkey";
      const asked = await http.json({ method: "POST", path: `${path}/options`, body: {} }, passkeyAsk);
      if (!asked.ok) return fail(refused(asked.error));
      const response = await device.use(asked.value, filledIn);
      if (!response.ok) return fail(refused(response.error));
      const body = { response: response.value, expiresIn: SESSION_EXPIRY_S, cookie: cookieFor(choices) };
      return enterWith(await http.json({ method: "POST", path, body }, session), choices.lowBandwidth);
    },
    async confirm(who, lowBandwidth) {
      const asked = await http.json(step(who, "passkey"), passkeyAsk);
      if (!asked.ok) return fail(refused(asked.error));
      const passkey = await device.use(asked.value, false);
      return passkey.ok ? signIn({ ...who, passkey: passkey.value }, lowBandwidth) : fail(refused(passkey.error));
    },
    async setUp(who, name, lowBandwidth, showCodes) {
      const asked = await http.json(step(who, "new-passkey"), passkeyMaking);
      if (!asked.ok) return fail(refused(asked.error));
      const made = await device.make(asked.value);
      if (!made.ok) return fail(refused(made.error));
      return signIn({ ...who, newPasskey: { name, response: made.value } }, lowBandwidth, showCodes);
    },
  };
}
