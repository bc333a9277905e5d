/** When much to do is too much: requests are refused only while that lasts. */

/** One long stall (a start on a machine that is busy with something else) is no overload: pressure must last this long. */
const PRESSURE_LASTS_MS = 5000;
/** Pressure that was not seen for so long has ended. */
const PRESSURE_ENDS_MS = 3000;

/** Told of each request under pressure, answers whether the pressure has lasted. */
export function lastingPressure(): (nowMs: number) => boolean {
  let sinceMs = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    if (nowMs - lastMs > PRESSURE_ENDS_MS) sinceMs = nowMs;
    lastMs = nowMs;
    return nowMs - sinceMs >= PRESSURE_LASTS_MS;
  };
}
