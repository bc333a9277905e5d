import { fail, type Result } from "#base/result.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import type {
  PasskeyAsk,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyMaking,
} from "#protocol/rest/accounts/passkey.ts";

/** The browser's passkeys. One of its questions is open at a time: a new one ends the one before. */
export interface PasskeyDevice {
  /** Why this page has none; null = it has. */
  readonly trouble: () => Failure | null;
  /** whether the browser offers them among the names of a field */
  readonly fillsIn: () => Promise<boolean>;
  /** `filledIn`: it waits until the user chooses one in a field. Failures: session/passkey-... */
  readonly use: (ask: PasskeyAsk, filledIn: boolean) => Promise<Result<PasskeyAssertion, Failure>>;
  /** Failures: session/passkey-..., user/passkey-exists. */
  readonly make: (ask: PasskeyMaking) => Promise<Result<PasskeyAttestation, Failure>>;
  /** Ends the question that is open. */
  readonly stop: () => void;
}

const unsupported = failure("session/passkey-unsupported");

/** A browser without passkeys. */
export const NO_DEVICE: PasskeyDevice = {
  trouble: () => unsupported,
  fillsIn: () => Promise.resolve(false),
  use: () => Promise.resolve(fail(unsupported)),
  make: () => Promise.resolve(fail(unsupported)),
  stop: () => undefined,
};
