import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";

export const CAMERAS_QUERY = ["cameras"] as const;

/** The list follows what others change: it asks anew whenever the server says that a camera is another now. */
export function useCamerasFollowed(): void {
  const { stores } = useProduct();
  const queries = useQueryClient();
  const told = useFacts(stores.health, (facts) => facts.told.cameras ?? 0);
  const seen = useRef(told);
  useEffect(() => {
    if (seen.current === told) return;
    seen.current = told;
    void queries.invalidateQueries({ queryKey: CAMERAS_QUERY });
  }, [told, queries]);
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
