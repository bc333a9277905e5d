import { startTransition, useEffect, useState } from "react";

/** More than a screen shows: who looks at the first of them does not wait for the others. */
const AT_ONCE = 100;

/** How many of a long list are to be drawn: the first hundred, then a hundred more each time that the page has drawn those before. */
export function useGrowing(length: number): number {
  const [count, setCount] = useState(AT_ONCE);
  useEffect(() => {
    // A list that became shorter, as by a search, grows step by step again.
    const next = length > count ? count + AT_ONCE : Math.max(AT_ONCE, length);
    if (next === count) return;
    const timer = setTimeout(() => startTransition(() => setCount(next)));
    return () => clearTimeout(timer);
  }, [count, length]);
  return Math.min(count, length);
}
