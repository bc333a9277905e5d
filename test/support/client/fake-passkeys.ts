import type { PasskeyDevice } from "#actions/session/passkey-device.ts";
import { fail, ok } from "#base/result.ts";
import { failure } from "#domain/failures/failure.ts";

/** A browser whose user says yes to whatever it asks about passkeys, or closes its dialog. */
export function fakePasskeys(how: { readonly closes?: boolean } = {}): PasskeyDevice {
  const outside = { id: "AAAA", rawId: "AAAA", type: "public-key" } as const;
  const closed = fail(failure("session/passkey-none"));
  return {
    trouble: () => null,
    fillsIn: () => Promise.resolve(false),
    use: () =>
      Promise.resolve(
        how.closes
          ? closed
          : ok({ ...outside, response: { authenticatorData: "AAAA", clientDataJSON: "AAAA", signature: "AAAA" } }),
      ),
    make: () =>
      Promise.resolve(
        how.closes ? closed : ok({ ...outside, response: { attestationObject: "AAAA", clientDataJSON: "AAAA" } }),
      ),
    stop: () => undefined,
  };
}

/** What a server asks of them. */
export const passkeyQuestion = {
  use: { challenge: "AAAA", rpId: "wall.example", timeout: 1, userVerification: "required" },
  make: {
    challenge: "AAAA",
    rp: { id: "wall.example", name: "Wall" },
    user: { id: "AAAA", name: "anna", displayName: "anna" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    timeout: 1,
  },
} as const;
