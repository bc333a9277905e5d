import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useWorkspace } from "#chrome/product.ts";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";

export const CAMERAS_QUERY = ["cameras"] as const;

/** The list follows what others change: it asks anew whenever the server says that a camera is another now. */
export const useCamerasFollowed = (): void => useFollowed("cameras", CAMERAS_QUERY);

/** After a change of cameras or streams: this screen and the rest of the page ask anew. */
export function useCamerasChanged(): () => void {
  const queries = useQueryClient();
  const { cameras } = useWorkspace();
  return useCallback(() => {
    void queries.invalidateQueries({ queryKey: CAMERAS_QUERY });
    void cameras.load();
  }, [queries, cameras]);
}
