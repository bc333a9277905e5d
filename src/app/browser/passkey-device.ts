/** The browser's passkeys (WebAuthn). What speaks with them comes with the first question. */
import { fail, ok, type Result } from "#base/result.ts";
import type { PasskeyDevice } from "#actions/session/passkey-device.ts";
import { passkeyTrouble } from "#domain/accounts/passkeys.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { type PasskeyAsk, passkeyAssertion, passkeyAttestation } from "#protocol/rest/accounts/passkey.ts";
import type { Schema } from "#transport/http-call.ts";

export function createPasskeyDevice(): PasskeyDevice {
  const hasPasskeys = typeof globalThis.PublicKeyCredential === "function";
  const trouble = (): Failure | null =>
    passkeyTrouble({
      hasPasskeys,
      isSecure: globalThis.isSecureContext,
      hostname: location.hostname,
      origin: location.origin,
    });
  const asked = async <T>(
    ask: (browser: typeof import("@simplewebauthn/browser")) => Promise<unknown>,
    schema: Schema<T>,
  ): Promise<Result<T, Failure>> => {
    const why = trouble();
    if (why) return fail(why);
    try {
      const answer = schema.safeParse(await ask(await import("@simplewebauthn/browser")));
      return answer.success ? ok(answer.data) : fail(failure("session/passkey-wrong"));
    } catch (error) {
      return fail(reasonOf(error));
    }
  };
  return {
    trouble,
    fillsIn: async () =>
      trouble() === null && ((await globalThis.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false),
    use: ({ allowCredentials, ...ask }, useBrowserAutofill) => {
      const optionsJSON = { ...ask, allowCredentials: known(allowCredentials) };
      return asked((browser) => browser.startAuthentication({ optionsJSON, useBrowserAutofill }), passkeyAssertion);
    },
    make: ({ excludeCredentials, ...ask }) => {
      const optionsJSON = { ...ask, excludeCredentials: known(excludeCredentials) };
      return asked((browser) => browser.startRegistration({ optionsJSON }), passkeyAttestation);
    },
    stop: () =>
      void import("@simplewebauthn/browser").then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony()),
  };
}

const known = (named: PasskeyAsk["allowCredentials"] = []) =>
  named.map(({ id, type, transports = [] }) => ({ id, type, transports }));

/** The browser says little more than that nothing came of it: the user closed its dialog, or let it wait. */
function reasonOf(error: unknown): Failure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const name = cause instanceof Error ? cause.name : "";
  if (name === "InvalidStateError") return failure("user/passkey-exists");
  if (name === "SecurityError") return failure("session/passkey-address", { origin: location.origin });
  return failure("session/passkey-none");
}
