/** When the sign-in form may be sent, and what is wrong with it (document 1, sections 2 and 5). */
import type { ErrorCode } from "#domain/errors.ts";

export interface SignInForm {
  readonly username: string;
  readonly password: string;
  readonly accepted: boolean;
}
export interface SignInRequirements {
  readonly domainLogin: boolean;
  /** agreement text, "" = none to accept */
  readonly agreement: string;
}

/** user@domain: something on both sides of one @, no spaces. */
const DOMAIN_USERNAME = /^[^\s@]+@[^\s@]+$/;

export const signInBlocked = (form: SignInForm, requirements: SignInRequirements): boolean =>
  requirements.agreement !== "" && !form.accepted;

/** The first thing wrong with the form, null when it may be sent. */
export function signInProblem(form: SignInForm, requirements: SignInRequirements): ErrorCode | null {
  if (form.username.trim() === "" || form.password === "") return "credentials_required";
  if (requirements.domainLogin && !DOMAIN_USERNAME.test(form.username.trim())) return "domain_username";
  return signInBlocked(form, requirements) ? "agreement_required" : null;
}
