/** Reads the credentials with which a server signs in at NATS: a file of NATS (.creds), the seed of an nkey, or one line USER:PASSWORD. */
import {
  type Authenticator,
  credsAuthenticator,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
} from "@nats-io/transport-node";

type Credentials =
  | { readonly kind: "creds" | "seed"; readonly bytes: Uint8Array }
  | { readonly kind: "password"; readonly user: string; readonly password: string };

/** null: the text is none of them */
export function readCredentials(text: string): Credentials | null {
  const line = text.trim();
  if (line.includes("-----BEGIN NATS USER JWT-----")) return { kind: "creds", bytes: Buffer.from(text) };
  if (/\s/.test(line)) return null;
  if (/^SU[A-Z2-7]{56}$/.test(line)) return { kind: "seed", bytes: Buffer.from(line) };
  const [, user, password] = /^([^:]+):(.+)$/.exec(line) ?? [];
  return user === undefined || password === undefined ? null : { kind: "password", user, password };
}

export function authenticatorOf(text: string): Authenticator {
  const read = readCredentials(text);
  switch (read?.kind) {
    case "creds":
      return credsAuthenticator(read.bytes);
    case "seed":
      return nkeyAuthenticator(read.bytes);
    case "password":
      return usernamePasswordAuthenticator(read.user, read.password);
    case undefined:
      throw new Error(
        "the file of nats.credentials is neither a .creds file, nor the seed of an nkey, nor USER:PASSWORD",
      );
  }
}
