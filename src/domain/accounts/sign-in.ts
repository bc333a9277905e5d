/** The sign-in form (document 1, sections 2 and 5). */
import { type Failure, refuse } from "../failures/failure.ts";
import { ok, type Result } from "#base/result.ts";
import { SESSION_EXPIRY_S } from "../limits/session.ts";

/** The boxes of the form, which count whether this server or Google checks the name. */
export interface SignInChoices {
  readonly staySignedIn: boolean;
  readonly lowBandwidth: boolean;
}
interface SignInForm {
  readonly username: string;
  readonly password: string;
  readonly staySignedIn: boolean;
  /** null when there is no agreement text */
  readonly agreementAccepted: boolean | null;
}
export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly expiresIn: number;
  readonly cookie: "session" | "persistent";
}

/** The body to post, or what is missing. `domainLogin`: the name must look like user@domain. */
export function signInRequest(form: SignInForm, domainLogin: boolean): Result<Credentials, Failure> {
  const username = form.username.trim();
  if (username === "" || form.password === "") return refuse("session/credentials-required");
  if (domainLogin && !/^[^@\s]+@[^@\s]+$/.test(username)) return refuse("session/domain-username");
  if (form.agreementAccepted === false) return refuse("session/agreement-required");
  return ok({
    username,
    password: form.password,
    expiresIn: SESSION_EXPIRY_S,
    cookie: cookieFor(form),
  });
}

/** A user who stays signed in keeps the session after the browser closes; otherwise the session ends with it. */
export const cookieFor = ({ staySignedIn }: Pick<SignInChoices, "staySignedIn">): "session" | "persistent" =>
  staySignedIn ? "persistent" : "session";

/** The Google button shows with a client id, and not in Edge. */
export const googleShown = (clientId: string | null | undefined, browserName: string): boolean =>
  Boolean(clientId) && browserName !== "edge";
