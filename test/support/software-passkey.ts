/** An authenticator in software: what a browser and its security key answer, with real CBOR, COSE and ECDSA. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { PasskeyAsk, PasskeyMaking } from "#protocol/rest/accounts/passkey.ts";

export interface Behaviour {
  /** false: it was only touched */
  readonly verifiesUser?: boolean;
  /** where the browser says that the page is */
  readonly origin?: string;
  /** what the authenticator believes its name is for; default: what was asked */
  readonly rpId?: string;
  /** default: 0 where it does not count, otherwise one more each time */
  readonly counter?: number;
  readonly challenge?: string;
  /** signs with a key that is not the passkey's */
  readonly forged?: boolean;
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

export class SoftwarePasskey {
  readonly id = randomBytes(24).toString("base64url");
  readonly #origin: string;
  readonly #counts: boolean;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #counter = 0;
  #userHandle = "";

  constructor(origin: string, { counts = true }: { readonly counts?: boolean } = {}) {
    this.#origin = origin;
    this.#counts = counts;
  }

  /** As `navigator.credentials.create` answers. */
  make(options: PasskeyMaking, how: Behaviour = {}) {
    this.#userHandle = options.user.id;
    const client = clientData("webauthn.create", how.challenge ?? options.challenge, how.origin ?? this.#origin);
    const credential = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credential.length);
    const data = Buffer.concat([
      this.#head(how.rpId ?? options.rp.id, how, HAS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      credential,
      coseKey(this.#keys.publicKey),
    ]);
    const attestation = cbor(
      new Map<unknown, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", data],
      ]),
    );
    return {
      ...this.#outside(),
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        attestationObject: attestation.toString("base64url"),
        clientDataJSON: client.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** As `navigator.credentials.get` answers. */
  use(options: PasskeyAsk, how: Behaviour = {}) {
    const client = clientData("webauthn.get", how.challenge ?? options.challenge, how.origin ?? this.#origin);
    const data = this.#head(how.rpId ?? options.rpId, how, 0);
    const key = how.forged ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey : this.#keys.privateKey;
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), key);
    return {
      ...this.#outside(),
      clientExtensionResults: {},
      response: {
        authenticatorData: data.toString("base64url"),
        clientDataJSON: client.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: this.#userHandle,
      },
    };
  }

  #outside() {
    return { id: this.id, rawId: this.id, type: "public-key" as const, authenticatorAttachment: "platform" };
  }

  #head(rpId: string, { verifiesUser = true, counter }: Behaviour, flags: number): Buffer {
    if (this.#counts) this.#counter = counter ?? this.#counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#counter);
    return Buffer.concat([
      sha256(Buffer.from(rpId)),
      Buffer.from([flags | USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0)]),
      count,
    ]);
  }
}

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** EC2, ES256, P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cbor(
    new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

/** RFC 8949: whole numbers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (!(value instanceof Map)) throw new TypeError("not written by this encoder");
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

function head(major: number, count: number): Buffer {
  const type = major << 5;
  if (count < 24) return Buffer.from([type | count]);
  if (count < 256) return Buffer.from([type | 24, count]);
  return Buffer.from([type | 25, count >> 8, count & 255]);
}
