import type { Disposer } from "#base/disposer.ts";

/**
 * When this many ticks were missed at once, the clock was set or the machine slept; the missed ticks are not made up
 * for.
 */
const MAX_CATCH_UP = 20;

/**
 * Ticks at every moment whose epoch time is a multiple of the period, and passes the number of the tick since 1970: all
 * tickers with the same period tick at the same time.
 */
export function tickByWallClock(perSecond: number, tick: (count: number) => void): Disposer {
  const countNow = (): number => Math.floor((Date.now() * perSecond) / 1000 + 1e-6);
  let last = countNow();
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const nextMs = ((last + 1) * 1000) / perSecond;
    timer = setTimeout(run, Math.max(0, Math.ceil(nextMs - Date.now())));
  };
  const run = (): void => {
    const now = countNow();
    if (now < last || now - last > MAX_CATCH_UP) last = now;
    while (last < now) {
      last += 1;
      tick(last);
    }
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}
