import { startTransition, useEffect, useState } from "react";

/** More rows than a screen shows: a user who looks at the first rows does not wait for the others. */
const AT_ONCE = 100;

/**
 * How many rows of a long list to render: the first hundred, then a hundred more each time that the page has rendered
 * those before.
 */
export function useGrowing(length: number): number {
  const [count, setCount] = useState(AT_ONCE);
  useEffect(() => {
    // A list that became shorter, for example by a search, grows step by step again.
    const next = length > count ? count + AT_ONCE : Math.max(AT_ONCE, length);
    if (next === count) return;
    const timer = setTimeout(() => startTransition(() => setCount(next)));
    return () => clearTimeout(timer);
  }, [count, length]);
  return Math.min(count, length);
}
