import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Refetched } from "#domain/live-events.ts";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";

/** A query follows what others change: it asks anew whenever the server says that something of this kind is another now. */
export function useFollowed(what: Refetched, queryKey: QueryKey): void {
  const { stores } = useProduct();
  const queries = useQueryClient();
  const told = useFacts(stores.health, (facts) => facts.told[what] ?? 0);
  const seen = useRef(told);
  useEffect(() => {
    if (seen.current === told) return;
    seen.current = told;
    void queries.invalidateQueries({ queryKey });
  }, [told, queries, queryKey]);
}
