/** When load counts as overload: requests are refused only while it lasts. */
import type { FastifyInstance } from "fastify";
import { failure } from "#domain/failures/failure.ts";
import { refuseWith } from "../refusals.ts";

/**
 * How late a timer is that is due each second: so late are answers. Looking a hundred times a second, as others do, took more than all else
 * that a recorder's `main` does while nobody asks it anything.
 */
const LOOK_MS = 1000;
/** Answers of such a process are not to be had much longer. */
const MOST_HEAP_BYTES = 2 ** 31;
/** One long stall (a start on a machine that is busy otherwise) is no overload: pressure must last this long. */
const PRESSURE_LASTS_MS = 5000;
/** Pressure that was not seen for this long has ended. */
const PRESSURE_ENDS_MS = 3000;
/** When a caller that was refused because of overload may try again. */
const BUSY_RETRY_AFTER_S = 5;
/** Health pages must answer most of all under pressure. */
const ALWAYS = /^\/(livez|readyz|ping|metrics)/;

/** `mostLateMs`: by which answers may lag; 0 = any time */
export function refuseUnderPressure(app: FastifyInstance, mostLateMs: number): void {
  const lasting = lastingPressure();
  let lookedMs = performance.now();
  let [lateMs, heapBytes] = [0, 0];
  const timer = setInterval(() => {
    const nowMs = performance.now();
    [lateMs, lookedMs] = [nowMs - lookedMs - LOOK_MS, nowMs];
    heapBytes = process.memoryUsage().heapUsed;
  }, LOOK_MS).unref();
  app.addHook("onClose", () => clearInterval(timer));
  app.addHook("onRequest", async (request, reply) => {
    const isLate = mostLateMs > 0 && lateMs > mostLateMs;
    if (!(isLate || heapBytes > MOST_HEAP_BYTES) || ALWAYS.test(request.url) || !lasting(performance.now())) return;
    request.log.warn({ lateMs, heapBytes }, "refused because of overload");
    return refuseWith(reply, { ...failure("server/busy"), retryAfterS: BUSY_RETRY_AFTER_S });
  });
}

/** Call it for each request under pressure; it returns whether the pressure has lasted long enough. */
function lastingPressure(): (nowMs: number) => boolean {
  let sinceMs = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    if (nowMs - lastMs > PRESSURE_ENDS_MS) sinceMs = nowMs;
    lastMs = nowMs;
    return nowMs - sinceMs >= PRESSURE_LASTS_MS;
  };
}
