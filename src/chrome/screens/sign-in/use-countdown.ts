/** The remaining seconds of a pause, counted down to 0. */
import { useCallback, useEffect, useState } from "react";

/** The remaining seconds, and the function that starts a pause of a number of seconds. */
export function useCountdown(): readonly [leftS: number, begin: (seconds: number) => void] {
  const [untilMs, setUntilMs] = useState(0);
  const [leftS, setLeftS] = useState(0);
  useEffect(() => {
    const timer = setInterval(tick, 250);
    function tick(): void {
      const left = Math.max(0, Math.ceil((untilMs - performance.now()) / 1000));
      setLeftS(left);
      if (left === 0) clearInterval(timer);
    }
    tick();
    return () => clearInterval(timer);
  }, [untilMs]);
  const begin = useCallback((seconds: number): void => {
    setUntilMs(seconds > 0 ? performance.now() + seconds * 1000 : 0);
  }, []);
  return [leftS, begin];
}
