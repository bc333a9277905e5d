/**
 * Which servers of an aggregator answer browsers at an address of their own (document 2, section 7: a call that fails
 * there is repeated once through the proxy). A server that did not answer there is not called directly for a while. A
 * separate ping finds out whether it answers again, so that no call waits for it.
 */
import { timeoutSignal } from "./abort-signals.ts";

/** A server that did not answer at its own address is asked through the proxy for this long. */
const SILENT_MS = 60_000;
/** The time-out until the server has answered once: a firewall that drops packets sends no refusal. */
const FIRST_MS = 4_000;

interface Place {
  readonly orchidId: string;
  /** "" = none */
  readonly uri: string;
}

export class DirectRoutes {
  /** by server and address: it answers, or the time until which it is left alone */
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
    // A call that changes something is not sent to an address that may not answer: when only the answer is late, it
    // would be carried out twice.
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
    void this.#ping(`${server.uri.replace(/\/$/, "")}/ping`, timeoutSignal(FIRST_MS)).then((answers) => {
      if (answers) this.heard(server);
    });
  }
}

const keyOf = ({ orchidId, uri }: Place): string => `${orchidId} ${uri}`;
