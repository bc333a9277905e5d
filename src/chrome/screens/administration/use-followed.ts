import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Refetched } from "#domain/live-events.ts";
import { useProduct } from "#chrome/product.ts";

/**
 * A query follows what others change: it asks anew whenever the server says that something of this kind is another now. `queryKey`:
 * the same object each time.
 */
export function useFollowed(what: Refetched, queryKey: QueryKey): void {
  const { events } = useProduct();
  const queries = useQueryClient();
  useEffect(
    () => events.on(what, () => void queries.invalidateQueries({ queryKey })),
    [events, what, queries, queryKey],
  );
}
