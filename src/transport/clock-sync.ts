/** Measures how far the recorder's clock is from ours: GET /service/time, half of the round trip taken off. */
import type { Failure } from "#domain/failures/failure.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { TIME_PROBE_DEFAULT_TIMEOUT_MS } from "#domain/limits/session.ts";
import type { HttpClient } from "./http.ts";
import type { ServerTarget } from "./http-call.ts";
import { noResponse, unreadable } from "./http-failure.ts";

interface ClockReading {
  /** server minus client, ms */
  readonly skewMs: number;
  readonly roundTripMs: number;
}

/** One probe. Document 1, section 9: it waits for the caller's time-out (the client: 2000 ms), otherwise 5000 ms. */
export async function probeClock(
  http: Pick<HttpClient, "text">,
  options: { readonly timeoutMs?: number; readonly server?: ServerTarget; readonly nowMs?: () => number } = {},
): Promise<Result<ClockReading, Failure>> {
  const { timeoutMs = TIME_PROBE_DEFAULT_TIMEOUT_MS, nowMs = Date.now } = options;
  const startedAtMs = nowMs();
  const answer = await http.text({
    path: "/service/time",
    timeoutMs,
    ...(options.server ? { server: options.server } : {}),
  });
  if (!answer.ok) return answer;
  const endedAtMs = nowMs();
  const server = Number(answer.value.trim());
  if (answer.value.trim() === "" || !Number.isFinite(server)) return fail(unreadable(200));
  const roundTripMs = endedAtMs - startedAtMs;
  // This machine's clock was set in between, or the machine slept: half of that time is not the travel time.
  if (roundTripMs < 0 || roundTripMs > timeoutMs) return fail(noResponse);
  return ok({ skewMs: server - (startedAtMs + roundTripMs / 2), roundTripMs });
}
