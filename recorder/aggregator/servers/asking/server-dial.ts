/**
 * Connections to one recorder, for HTTP and websockets alike. The address is checked, and the checked address is
 * dialled. A certificate that no authority has signed must be the one of the registration before anything is sent.
 */
import { Agent, type ClientRequestArgs } from "node:http";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { type AddressPolicy, ForbiddenAddress, isAllowed, pinnedLookup } from "#recorder/net/address-policy.ts";

const CONNECT_TIMEOUT_MS = 5000;
const MAX_IDLE_SOCKETS = 16;
/** The value of `certificate` for one that an authority has signed for that name. */
const SIGNED = "signed";

export interface DialTarget {
  readonly uri: string;
  /** SHA-256 of the certificate, or SIGNED; null = not known yet: the first one seen is kept */
  readonly certificate: string | null;
  readonly policy: AddressPolicy;
}

export class CertificateChanged extends Error {
  constructor() {
    super("another certificate than the one of the registration");
  }
}

/** Pass it to `http.request` and `ws` as `agent`, only for addresses of its target. */
export class ServerAgent extends Agent {
  readonly protocol: string;
  readonly defaultPort: number;
  readonly #url: URL;
  readonly #policy: AddressPolicy;
  /** Includes connections of upgrades, which Node's Agent no longer tracks. */
  readonly #connections = new Set<Socket>();
  #isClosed = false;
  #certificate: string | null;

  constructor({ uri, certificate, policy }: DialTarget) {
    super({ keepAlive: true, maxFreeSockets: MAX_IDLE_SOCKETS });
    this.#url = new URL(uri);
    this.protocol = this.#url.protocol;
    this.defaultPort = this.protocol === "https:" ? 443 : 80;
    this.#policy = policy;
    this.#certificate = certificate;
  }

  /** Taken from the first connection where none was known; null over plain HTTP. */
  get certificate(): string | null {
    return this.#certificate;
  }

  // Ignores the host of the request: this agent dials its target and nothing else.
  override createConnection(_options: ClientRequestArgs, answer?: (error: Error | null, stream: Duplex) => void): null {
    this.#dial((error, socket) => answer?.(error, socket as Duplex));
    return null;
  }

  /** Ends all its connections, including those that became websockets, and dials no more. */
  override destroy(): void {
    this.#isClosed = true;
    super.destroy();
    this.#endConnections();
  }

  #endConnections(): void {
    for (const socket of this.#connections) socket.destroy();
  }

  #dial(done: (error: Error | null, socket?: Socket) => void): void {
    if (this.#isClosed) return done(new Error("the connection was closed"));
    const host = this.#url.hostname.replace(/^\[|\]$/g, "");
    const port = Number(this.#url.port) || this.defaultPort;
    if (isIP(host) !== 0 && !isAllowed(host, this.#policy)) return done(new ForbiddenAddress(host));
    const isTls = this.protocol === "https:";
    const where = { host, port, lookup: pinnedLookup(this.#policy) };
    const socket = isTls
      ? connectTls({
          ...where,
          ...(isIP(host) === 0 ? { servername: host } : {}),
          ALPNProtocols: ["http/1.1"],
          minVersion: "TLSv1.2",
          // The certificate is judged below, before the first byte of a request.
          rejectUnauthorized: false,
        })
      : connectTcp(where);
    socket.setNoDelay(true);
    this.#connections.add(socket);
    socket.once("close", () => this.#connections.delete(socket));
    const timer = setTimeout(() => socket.destroy(timedOut()), CONNECT_TIMEOUT_MS);
    const settle = (error: Error | null): void => {
      clearTimeout(timer);
      socket.off("error", settle);
      socket.off("close", closed);
      if (error) {
        socket.on("error", () => undefined);
        socket.destroy();
        done(error);
      } else done(null, socket);
    };
    const closed = (): void => settle(new Error("the connection was closed"));
    socket.once("error", settle);
    socket.once("close", closed);
    if ("getPeerCertificate" in socket)
      socket.once("secureConnect", () => {
        const seen = socket.authorized ? SIGNED : socket.getPeerCertificate().fingerprint256;
        this.#certificate ??= seen;
        // A certificate that an authority vouches for is as good as the kept one: certificates are renewed.
        const isKnown = seen === SIGNED || seen === this.#certificate;
        // Connections from before would still be used: the server would seem to come and go.
        if (!isKnown) this.#endConnections();
        settle(isKnown ? null : new CertificateChanged());
      });
    else socket.once("connect", () => settle(null));
  }
}

/** The error that the system gives when nothing answers. */
const timedOut = (): Error => Object.assign(new Error("no answer"), { code: "ETIMEDOUT" });
