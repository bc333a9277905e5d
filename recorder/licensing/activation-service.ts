/** Client of the activation service (document 2, section 7): form-encoded POST, JSON answer, GET as a ping. */
import { type Result, ok, fail } from "#base/result.ts";
import { type Failure, failure, refuse, foreignFailure } from "#domain/failures/failure.ts";
import * as z from "zod/mini";
import { ACTIVATION_PING_TIMEOUT_MS } from "#domain/limits.ts";

const ACTIVATE_TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 64 * 1024;

const serviceAnswer = z.union([
  z.object({ status: z.literal("success"), license: z.string() }),
  z.object({ status: z.optional(z.string()), code: z.union([z.string(), z.number()]), reason: z.string() }),
]);

export class ActivationService {
  readonly #url: string;

  /** `url`: empty = there is no service */
  constructor(url: string) {
    this.#url = url;
  }

  /** Whether the service answers within 5 s. */
  async reachable(): Promise<boolean> {
    if (this.#url === "") return false;
    try {
      const signal = AbortSignal.timeout(ACTIVATION_PING_TIMEOUT_MS);
      const response = await fetch(`${this.#url}/ping`, { signal, redirect: "error" });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  /** The licence key for a request's form fields. A refusal has the service's own code and reason. */
  async ask(fields: Readonly<Record<string, string>>): Promise<Result<string, Failure>> {
    if (this.#url === "") return refuse("license/no-service");
    let text: string;
    try {
      const response = await fetch(this.#url, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { accept: "application/json" },
        redirect: "error",
        signal: AbortSignal.timeout(ACTIVATE_TIMEOUT_MS),
      });
      text = await readShort(response);
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

async function readShort(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
