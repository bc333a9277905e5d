/**
 * Which servers of an aggregator answer browsers at an address of their own (document 2, section 7: what fails there is asked
 * once more through the proxy). One that was silent is left alone for a while; whether it answers again is found out aside, so
 * that no call waits for it.
 */
/** A server that did not answer at its own address is asked through the proxy for this long. */
const SILENT_MS = 60_000;
/** Until it has answered once: behind a firewall that drops what it does not let in, nobody says no. */
const FIRST_MS = 4_000;

interface Place {
  readonly orchidId: string;
  /** "" = none */
  readonly uri: string;
}

export class DirectRoutes {
  /** by server and address: it answers, or until when it is left alone */
  readonly #known = new Map<string, "answers" | { readonly silentUntilMs: number }>();
  readonly #nowMs: () => number;
  readonly #ping: (url: string, signal: AbortSignal) => Promise<boolean>;

  /** `ping`: whether this address answers; never rejects. */
  constructor(nowMs: () => number, ping: (url: string, signal: AbortSignal) => Promise<boolean>) {
    this.#nowMs = nowMs;
    this.#ping = ping;
  }

  /** How long a call may wait for an answer there; null: it goes through the proxy. */
  waitMs(server: Place, method: string, usualMs: number): number | null {
    if (server.uri === "") return null;
    const known = this.#known.get(keyOf(server));
    if (known === "answers") return usualMs;
    if (known === undefined && (method === "GET" || method === "HEAD")) return Math.min(usualMs, FIRST_MS);
    // What changes something is not sent into the unknown: it would be done twice if only the answer was late.
    if (known === undefined || known.silentUntilMs <= this.#nowMs()) this.#look(server);
    return null;
  }

  heard(server: Place): void {
    this.#known.set(keyOf(server), "answers");
  }

  silent(server: Place): void {
    this.#known.set(keyOf(server), { silentUntilMs: this.#nowMs() + SILENT_MS });
  }

  #look(server: Place): void {
    this.silent(server);
    void this.#ping(`${server.uri.replace(/\/$/, "")}/ping`, AbortSignal.timeout(FIRST_MS)).then((answers) => {
      if (answers) this.heard(server);
    });
  }
}

const keyOf = ({ orchidId, uri }: Place): string => `${orchidId} ${uri}`;
