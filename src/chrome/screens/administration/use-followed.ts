import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Refetched } from "#domain/live-events.ts";
import { useProduct } from "#chrome/product.ts";

/**
 * A query that follows the changes of other users: it is sent again whenever the server reports a change of this kind.
 * `queryKey` must be the same object each time.
 */
export function useFollowed(what: Refetched, queryKey: QueryKey): void {
  const { events } = useProduct();
  const queries = useQueryClient();
  useEffect(
    () => events.on(what, () => void queries.invalidateQueries({ queryKey })),
    [events, what, queries, queryKey],
  );
}
