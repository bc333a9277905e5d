/** When load counts as overload: requests are refused only while it lasts. */

/** One long stall (a start on a machine that is busy otherwise) is no overload: pressure must last this long. */
const PRESSURE_LASTS_MS = 5000;
/** Pressure that was not seen for this long has ended. */
const PRESSURE_ENDS_MS = 3000;

/** Call it for each request under pressure; it returns whether the pressure has lasted long enough. */
export function lastingPressure(): (nowMs: number) => boolean {
  let sinceMs = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    if (nowMs - lastMs > PRESSURE_ENDS_MS) sinceMs = nowMs;
    lastMs = nowMs;
    return nowMs - sinceMs >= PRESSURE_LASTS_MS;
  };
}
