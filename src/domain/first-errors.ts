/**
 * The part of the error catalogue (errors.ts) that the page which signs in can say, and how an entry of it is made. All the
 * rest comes with the screens behind it.
 */
import { filled } from "./texts/filled.ts";

export type Severity = "info" | "warning" | "error";
export interface CatalogueEntry {
  readonly text: string;
  readonly severity: Severity;
  readonly recoverable: boolean;
  readonly verbatim: boolean;
}

export const entry = (text: string, severity: Severity, recoverable: boolean, verbatim: boolean): CatalogueEntry => ({
  text,
  severity,
  recoverable,
  verbatim,
});
/** What somebody typed is not right: they can correct it. */
export const input = (text: string) => entry(text, "warning", true, true);
/** A failure with the documents' own words. */
export const said = (text: string, recoverable = true) => entry(text, "error", recoverable, true);
/** A failure that the documents only describe. */
export const ours = (text: string, recoverable = true) => entry(text, "error", recoverable, false);

export const firstErrors = {
  // 2.8 generic
  no_response: said("no response from server"),
  unexpected: said("unexpected error occurred"),
  unknown: said("unknown error occurred"),
  unexpected_sentence: said("An unexpected error has occurred."),

  // 1.5 sign-in
  credentials_required: input("'Username' and 'Password' are both required."),
  domain_username: entry("Enter the username as user@domain.", "warning", true, false),
  agreement_required: entry("The access agreement must be accepted.", "warning", true, false),
  google_refused: ours("Google did not sign you in: {reason}"),

  // why a server signs nobody in
  sign_in_wrong: ours("Wrong username or password."),
  sign_in_locked: ours("Too many failed attempts. Try again in {count} s."),
  sign_in_no_account: ours("There is no account {name} on this recorder.", false),
  sign_in_first: ours("Sign in first."),
  google_wrong: ours("Google did not confirm this sign-in."),
  google_silent: ours("Google cannot be reached to confirm this sign-in."),
  other_site: ours("The request comes from another site.", false),
  too_many_requests: ours("Too many requests. Try again in {count} s."),
  server_busy: ours("The server is busy. Try again."),
  disk_full: ours("The server's disk is full: nothing can be changed and nobody can sign in until there is room."),
} as const satisfies Record<string, CatalogueEntry>;

/** The lookup in (a part of) the catalogue: the text with its parameters put in; one that is not given stays visible as `{name}`. */
export const speakerOf =
  <Code extends string>(catalogue: Readonly<Record<Code, CatalogueEntry>>) =>
  (code: Code, parameters: Readonly<Record<string, string | number>> = {}): string =>
    filled(catalogue[code].text, parameters);

/** `say` of errors.ts, of these codes only. */
export const sayFirst = speakerOf(firstErrors);

/**
 * 2.8: what is shown for a server's error: '{code}: {reason}' with both, the reason alone without a code, else one of
 * the three fallbacks: nothing came back, something came back without a reason, or it is not known what happened.
 */
export function errorText(
  code: string | number | null | undefined,
  reason: string | null | undefined,
  fallback: "no_response" | "unexpected" | "unknown" = "unexpected",
): string {
  const words = reason?.trim() ?? "";
  const number = code === null || code === undefined ? "" : String(code).trim();
  if (words === "") return firstErrors[fallback].text;
  return number === "" ? words : `${number}: ${words}`;
}
