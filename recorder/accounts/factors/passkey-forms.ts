/** Answers of authenticators, and stored passkeys, as the library reads them. Nothing else of an answer is believed. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { PasskeyAssertion, PasskeyAttestation } from "#protocol/rest/accounts/passkey.ts";
import type { PasskeyRow } from "#recorder/store/tables/account-rows.ts";

export const attestationOf = ({ id, rawId, type, response }: PasskeyAttestation): RegistrationResponseJSON => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
  response: { attestationObject: response.attestationObject, clientDataJSON: response.clientDataJSON },
});
export const assertionOf = ({ id, rawId, type, response }: PasskeyAssertion): AuthenticationResponseJSON => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
  response: {
    authenticatorData: response.authenticatorData,
    clientDataJSON: response.clientDataJSON,
    signature: response.signature,
  },
});

export const credentialOf = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: JSON.parse(transports) as string[],
});

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "base64url"));
