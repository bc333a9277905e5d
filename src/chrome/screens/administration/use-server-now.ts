import { useEffect, useState } from "react";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";

/** The server's clock, ms, renewed every `everyMs`. */
export function useServerNow(everyMs: number): number {
  const { stores } = useProduct();
  const skewMs = useFacts(stores.health, (facts) => facts.skewMs ?? 0);
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs + skewMs;
}
