/** What administrators set about signing in: the "Sign-in security" card, and the server that enforces it. */
import { plainTyped } from "../plain-typed.ts";
import { type Failure, failure } from "../failures/failure.ts";
import { PASSWORD_MIN } from "../limits/administration.ts";
import { SESSION_EXPIRY_S } from "../limits/session.ts";

/** Who must have a second factor; Google and servers that stand for their users see to theirs. */
export const FACTOR_RULES = ["nobody", "administrators", "everybody"] as const;
export type FactorRule = (typeof FACTOR_RULES)[number];

export interface SignInSecurity {
  /** letters of a new password at least */
  readonly passwordMinLength: number;
  /** a sign-in lasts at most, hours */
  readonly sessionMaxHours: number;
  /** wrong passwords that cost no pause */
  readonly lockoutFreeTries: number;
  /** the pause after a wrong password doubles up to this, minutes */
  readonly lockoutMaxPauseMinutes: number;
}
export type SecurityField = keyof SignInSecurity;

/** What is in force where nobody has set anything: the documents' minimum length and 30 days. */
export const SECURITY_DEFAULTS: SignInSecurity = {
  passwordMinLength: PASSWORD_MIN,
  sessionMaxHours: SESSION_EXPIRY_S / 3600,
  lockoutFreeTries: 5,
  lockoutMaxPauseMinutes: 15,
};

/** Whole numbers from `least` to `most`. */
export const SECURITY_LIMITS: Readonly<Record<SecurityField, { readonly least: number; readonly most: number }>> = {
  passwordMinLength: { least: PASSWORD_MIN, most: 128 },
  sessionMaxHours: { least: 1, most: SESSION_EXPIRY_S / 3600 },
  lockoutFreeTries: { least: 1, most: 20 },
  // A day: who forgot a password must not be shut out for longer by somebody who guesses at it.
  lockoutMaxPauseMinutes: { least: 1, most: 1440 },
};
export const SECURITY_FIELDS = [
  "passwordMinLength",
  "sessionMaxHours",
  "lockoutFreeTries",
  "lockoutMaxPauseMinutes",
] as const satisfies readonly SecurityField[];

/** As it is typed. */
export type SecurityForm = Readonly<Record<SecurityField, string>>;

export const securityForm = (now: SignInSecurity): SecurityForm => mapped((field) => String(now[field]));

/** What is wrong with each field, or null. */
export const securityFaults = (form: SecurityForm): Readonly<Record<SecurityField, Failure | null>> =>
  mapped((field) => {
    const { least, most } = SECURITY_LIMITS[field];
    const typed = plainTyped(form[field]);
    const isFine = /^\d{1,6}$/.test(typed) && Number(typed) >= least && Number(typed) <= most;
    return isFine ? null : failure("user/whole-number", { least, most });
  });

/** The fields whose number has changed; a form without faults. */
export function securityChange(before: SignInSecurity, form: SecurityForm): Partial<SignInSecurity> {
  const typed = mapped((field) => Number(plainTyped(form[field])));
  return Object.fromEntries(
    SECURITY_FIELDS.filter((field) => typed[field] !== before[field]).map((field) => [field, typed[field]]),
  );
}

const mapped = <Value>(valueOf: (field: SecurityField) => Value): Record<SecurityField, Value> => ({
  passwordMinLength: valueOf("passwordMinLength"),
  sessionMaxHours: valueOf("sessionMaxHours"),
  lockoutFreeTries: valueOf("lockoutFreeTries"),
  lockoutMaxPauseMinutes: valueOf("lockoutMaxPauseMinutes"),
});
