/** Client of the activation service (document 2, section 7): form-encoded POST, JSON answer, GET as a ping. */
import { type Result, ok, fail } from "#base/result.ts";
import { type Failure, failure, refuse, foreignFailure } from "#domain/failures/failure.ts";
import * as z from "zod/mini";
import { ACTIVATION_PING_TIMEOUT_MS } from "#domain/limits/administration.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { pinnedFetch } from "#recorder/net/pinned-fetch.ts";

const ACTIVATE_TIMEOUT_MS = 20_000;

const serviceAnswer = z.union([
  z.object({ status: z.literal("success"), license: z.string() }),
  z.object({ status: z.optional(z.string()), code: z.union([z.string(), z.number()]), reason: z.string() }),
]);

/** Whoever names this machine in the settings means it; a name that only leads here, or to a cloud's secrets, does not. */
const activationPolicy = (url: string): AddressPolicy => {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return { allowed: [], allowLoopback: /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host) };
};

export class ActivationService {
  readonly #url: string;
  readonly #policy: AddressPolicy;

  /** `url`: empty = there is no service */
  constructor(url: string) {
    this.#url = url;
    this.#policy = activationPolicy(url);
  }

  /** Whether the service answers within 5 s. */
  async reachable(): Promise<boolean> {
    if (this.#url === "") return false;
    try {
      const ask = { method: "GET", headers: {}, timeoutMs: ACTIVATION_PING_TIMEOUT_MS };
      return (await pinnedFetch(`${this.#url}/ping`, ask, this.#policy)).ok;
    } catch {
      return false;
    }
  }

  /** The licence key for a request's form fields. A refusal has the service's own code and reason. */
  async ask(fields: Readonly<Record<string, string>>): Promise<Result<string, Failure>> {
    if (this.#url === "") return refuse("license/no-service");
    let text: string;
    try {
      const ask = {
        method: "POST",
        body: new URLSearchParams(fields).toString(),
        headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
        timeoutMs: ACTIVATE_TIMEOUT_MS,
      };
      const answer = await pinnedFetch(this.#url, ask, this.#policy);
      if (answer.status >= 300 && answer.status < 400) throw new Error("sent elsewhere");
      text = await answer.text();
    } catch {
      return refuse("activation/unreachable", { cause: failure("activation/silent") });
    }
    const parsed = serviceAnswer.safeParse(parseJson(text));
    if (!parsed.success) return refuse("activation/unreachable", { cause: failure("activation/unreadable") });
    if ("license" in parsed.data) return ok(parsed.data.license);
    const code = String(parsed.data.code);
    // Its own code is shown; one with a slash could pass for one of ours.
    const reason = parsed.data.reason.slice(0, 500);
    return /^[\w.-]{1,64}$/.test(code)
      ? fail(foreignFailure(code, reason))
      : refuse("activation/refused", { message: reason });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
