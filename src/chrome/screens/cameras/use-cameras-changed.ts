import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";

export const CAMERAS_QUERY = ["cameras"] as const;

/** The list follows what others change: live events bring the page's cameras up to date, and then it asks anew. */
export function useCamerasFollowed(): void {
  const { stores } = useProduct();
  const queries = useQueryClient();
  const known = useFacts(stores.cameras, (facts) => facts.byKey);
  const seen = useRef(known);
  useEffect(() => {
    if (seen.current === known) return;
    seen.current = known;
    void queries.invalidateQueries({ queryKey: CAMERAS_QUERY });
  }, [known, queries]);
}

/** After a change of cameras or streams: this screen and the rest of the page ask anew. */
export function useCamerasChanged(): () => void {
  const queries = useQueryClient();
  const { cameras } = useWorkspace();
  return useCallback(() => {
    void queries.invalidateQueries({ queryKey: CAMERAS_QUERY });
    void cameras.load();
  }, [queries, cameras]);
}
