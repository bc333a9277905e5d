/** Gives media code its small view of the HTTP client. */
import type { HttpClient } from "./http.ts";
import type { Method, ServerTarget } from "./http-call.ts";
import { NoAnswer, type Request as MediaRequest } from "./request.ts";

/** `server`: a recorder behind the aggregator; absent, the page's own origin. Bodies must be text. */
export function requestOf(http: HttpClient, server?: ServerTarget): MediaRequest {
  return async (path, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    const method = (init.method ?? "GET") as Method;
    const answer = await http.send({
      method,
      path,
      headers,
      ...(typeof init.body === "string"
        ? { body: new Blob([init.body], { type: headers["content-type"] ?? "" }) }
        : {}),
      ...(init.signal ? { signal: init.signal } : {}),
      ...(init.keepalive ? { keepalive: true } : {}),
      // What a POST made on the recorder must be deleted again, and that needs its answer.
      ...(method === "POST" ? { outlivesSession: true } : {}),
      ...(server ? { server } : {}),
    });
    if (answer.ok) return answer.value;
    const { status, retryAfterS: _, ...failure } = answer.error;
    if (status === undefined) throw new NoAnswer(failure);
    return new Response(JSON.stringify(failure), { status });
  };
}
