/**
 * How a device is convinced of who we are. A token carries a time, and devices refuse tokens of another time than theirs; many tell
 * their time wrongly, or not at all. So before a refusal is called a wrong password, the other ways are tried, each once: devices
 * count wrong passwords, and lock accounts.
 */
import type { Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { HttpLogin } from "./http-post.ts";
import type { Envelope } from "./xml.ts";

/**
 * token: in the envelope, dated by our clock plus `skewMs`. http: none in the envelope, digest where the device asks for it.
 * readable: the same, and the password itself where it asks for nothing else.
 */
export type Way = { readonly kind: "token"; readonly skewMs: number } | { readonly kind: "http" | "readable" };

export type SoapVersion = "1.1" | "1.2";

/** The device's clock minus ours, as it tells it; null = it does not. */
export interface ToldClock {
  readonly utcMs: number | null;
  readonly localMs: number | null;
}

/** One try of a call, with the login that it used. */
export interface Asked {
  readonly answer: Result<Envelope, Failure>;
  readonly login: HttpLogin;
  /** the refusal speaks of time */
  readonly isAboutTime: boolean;
  readonly dateMs: number | null;
  /** the device asks for the password itself, over a line that others can read */
  readonly wantsReadable: boolean;
}

/** Devices tell whole seconds, and take time to answer. */
const SAME_TIME_MS = 5000;
/** Tokens are good for minutes: a smaller difference is not why one is refused. */
const WRONG_CLOCK_MS = 60_000;
/** What devices answer to anybody, so that an answer proves nothing. */
const OPEN_CALLS = new Set([
  "GetSystemDateAndTime",
  "GetCapabilities",
  "GetServices",
  "GetServiceCapabilities",
  "GetHostname",
  "GetDeviceInformation",
]);

const isRefused = ({ answer }: Asked): boolean => !answer.ok && answer.error.code === "onvif/unauthorized";

export class Proof {
  /** of the address that was typed: another one may be a router's page, which asks for passwords, too */
  readonly origin: string;
  /** what the device understands, as far as is known */
  version: SoapVersion = "1.2";
  readonly #readClock: () => Promise<ToldClock>;
  readonly #onReadable: () => void;
  #clock: ToldClock | null = null;
  #way: Way | null = null;
  /** the device has answered what it does not answer to anybody */
  #isProved = false;
  #isHttpTried = false;

  /** `onReadable`: the password went over the network readable, because the device takes it in no other way. */
  constructor(origin: string, readClock: () => Promise<ToldClock>, onReadable: () => void = () => undefined) {
    this.origin = origin;
    this.#readClock = readClock;
    this.#onReadable = onReadable;
  }

  /** Sends a call in the way that worked last, else in the others. */
  async convince(name: string, send: (way: Way) => Promise<Asked>): Promise<Result<Envelope, Failure>> {
    const isFresh = this.#clock === null;
    const clock = (this.#clock ??= await this.#readClock());
    const first = this.#way ?? { kind: "token", skewMs: clock.utcMs ?? clock.localMs ?? 0 };
    const tried = new Tries(first, await send(first));
    if (!isRefused(tried.last)) return this.#took(first, name, tried.last.answer);
    if (!isFresh) this.#clock = await this.#readClock();
    for (const way of this.#others(first, tried)) {
      const asked = await send(way);
      tried.add(way, asked);
      if (this.#isTaken(way, asked)) {
        if (way.kind === "readable") this.#onReadable();
        return this.#took(way, name, asked.answer);
      }
      if (asked.login === "refused") break;
    }
    return refuse("onvif/unauthorized", { cause: this.#why(name, tried) });
  }

  #took(way: Way, name: string, answer: Result<Envelope, Failure>): Result<Envelope, Failure> {
    this.#way = way;
    if (answer.ok && !OPEN_CALLS.has(name)) this.#isProved = true;
    return answer;
  }

  /** Without a login a fault may be about its absence: only a digest that was given makes it the device's answer. */
  #isTaken(way: Way, asked: Asked): boolean {
    if (isRefused(asked)) return false;
    return way.kind === "token" || asked.answer.ok || asked.login === "given";
  }

  *#others(first: Way, tried: Tries): Generator<Way> {
    // A digest is not about time: the device has refused the password itself.
    if (tried.last.login === "refused" || first.kind !== "token") return;
    const { utcMs, localMs } = this.#clock ?? { utcMs: null, localMs: null };
    if (tried.isNew(utcMs)) yield { kind: "token", skewMs: utcMs };
    if (!this.#isProved && !this.#isHttpTried) {
      this.#isHttpTried = true;
      yield { kind: "http" };
    }
    for (const skewMs of [0, localMs, tried.dateSkewMs]) if (tried.isNew(skewMs)) yield { kind: "token", skewMs };
    // The last resort: nothing else was taken, and nothing else is asked for.
    if (!this.#isProved && tried.isReadableOnly) yield { kind: "readable" };
  }

  #why(name: string, tried: Tries): Failure {
    const { utcMs } = this.#clock ?? { utcMs: null };
    const { login, answer } = tried.last;
    if (login === "refused") return failure("onvif/login-wrong", { name });
    if (login === "unanswerable" && !answer.ok && answer.error.cause) return answer.error.cause;
    if (this.#isProved) return failure("onvif/login-rights", { name });
    if (utcMs === null) return failure("onvif/clock-unknown", { name });
    const minutes = Math.round(Math.abs(utcMs) / 60_000);
    if (Math.abs(utcMs) > WRONG_CLOCK_MS) return failure("onvif/clock-off", { name, count: minutes });
    return tried.isAboutTime ? failure("onvif/clock-refused", { name }) : failure("onvif/login-wrong", { name });
  }
}

/** The tries of one call. */
class Tries {
  readonly #skewsMs: number[] = [];
  last: Asked;
  isAboutTime = false;
  /** each answer asked for the password itself, and for nothing else */
  isReadableOnly = true;
  /** the clock of the device's web server minus ours */
  dateSkewMs: number | null = null;

  constructor(way: Way, asked: Asked) {
    this.last = asked;
    this.add(way, asked);
  }

  add(way: Way, asked: Asked): void {
    if (way.kind === "token") this.#skewsMs.push(way.skewMs);
    this.last = asked;
    this.isAboutTime ||= asked.isAboutTime;
    this.isReadableOnly &&= asked.wantsReadable;
    if (asked.dateMs !== null) this.dateSkewMs = asked.dateMs - Date.now();
  }

  isNew(skewMs: number | null): skewMs is number {
    return skewMs !== null && this.#skewsMs.every((tried) => Math.abs(tried - skewMs) >= SAME_TIME_MS);
  }
}
