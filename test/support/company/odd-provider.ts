/** An OpenID Connect provider that answers whatever a test says: its description, keys, tokens and what it tells of people. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type CryptoKey, type JWK, SignJWT } from "jose";
import { CLIENT_ID } from "./company-provider.ts";

/** One answer of it: a value is JSON; a function writes the answer itself. */
type Answer = object | string | ((response: ServerResponse) => void);

export class OddProvider {
  readonly issuer: string;
  /** what its description of itself says beside the usual */
  description: Record<string, unknown> = {};
  /** the answers at a path, instead of the usual */
  readonly answers = new Map<string, Answer>();
  /** the public keys that it shows */
  keys: JWK[] = [];
  /** the ID token for a nonce */
  token: (nonce: string) => Promise<string> = (nonce) => this.sign({ nonce });
  /** the paths that were asked for */
  readonly asked: string[] = [];
  signingKey!: CryptoKey;
  readonly #server: Server;
  #nonce = "";

  private constructor(server: Server) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("request", (request, response) => void this.#answer(request, response));
  }

  static async open(): Promise<OddProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const opened = new OddProvider(server);
    await opened.rotate("one");
    return opened;
  }

  /** It shows and signs with a new key only. */
  async rotate(kid: string): Promise<void> {
    const pair = await generateKeyPair("RS256", { extractable: true });
    this.signingKey = pair.privateKey;
    this.keys = [{ ...(await exportJWK(pair.publicKey)), kid, use: "sig", alg: "RS256" }];
  }

  /** Everything as usual again. */
  usual(): void {
    this.description = {};
    this.answers.clear();
    this.asked.length = 0;
    this.token = (nonce) => this.sign({ nonce });
  }

  /** A token of the usual shape; a claim that is undefined is left out. */
  sign(claims: Record<string, unknown>, header: object = {}, key: CryptoKey | Uint8Array = this.signingKey) {
    return new SignJWT(this.claims(claims))
      .setProtectedHeader({ alg: "RS256", kid: this.keys[0]?.kid ?? "", ...header })
      .sign(key);
  }

  claims(more: Record<string, unknown>): Record<string, unknown> {
    const nowS = Math.floor(Date.now() / 1000);
    const usual = { iss: this.issuer, aud: CLIENT_ID, sub: "anna", iat: nowS, exp: nowS + 300 };
    return { ...usual, preferred_username: "anna", groups: ["watchers"], ...more };
  }

  /** What the browser brings back from an address that it was sent to. */
  returned(address: string): URLSearchParams {
    const { searchParams } = new URL(address);
    this.#nonce = searchParams.get("nonce") ?? "";
    return new URLSearchParams({ code: "a code that is good for ever", state: searchParams.get("state") ?? "" });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    this.asked.push(path);
    const said = this.answers.get(path) ?? (await this.#usualAt(path));
    if (typeof said === "function") return said(response);
    response.writeHead(said === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(typeof said === "string" ? said : JSON.stringify(said ?? {}));
  }

  async #usualAt(path: string): Promise<Answer | undefined> {
    if (path === "/keys") return { keys: this.keys };
    if (path === "/token")
      return { access_token: "access", token_type: "Bearer", id_token: await this.token(this.#nonce) };
    if (path !== "/.well-known/openid-configuration") return undefined;
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ["code"],
      id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
      ...this.description,
    };
  }
}
