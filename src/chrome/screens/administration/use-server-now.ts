import { useEffect, useState } from "react";
import { clientMs, type ServerMs, toServer } from "#base/time.ts";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { useServerHere } from "./server-here.ts";

/** The server's clock, ms, renewed every `everyMs`. */
export function useServerNow(everyMs: number): ServerMs {
  const { stores } = useProduct();
  const offsetMs = useServerHere()?.clockOffsetMs ?? 0;
  const skewMs = useFacts(stores.health, (facts) => facts.skewMs ?? 0) + offsetMs;
  const [nowMs, setNowMs] = useState(() => clientMs(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setNowMs(clientMs(Date.now())), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return toServer(nowMs, skewMs);
}
