import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useWorkspace } from "#chrome/product.ts";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";

export const CAMERAS_QUERY = ["cameras"] as const;

/**
 * The list follows the changes of other users: it is requested again whenever the server reports that a camera has
 * changed.
 */
export const useCamerasFollowed = (): void => useFollowed("cameras", CAMERAS_QUERY);

/** Called after a change of cameras or streams: this screen and the rest of the page request their data again. */
export function useCamerasChanged(): () => void {
  const queries = useQueryClient();
  const { cameras } = useWorkspace();
  return useCallback(() => {
    void queries.invalidateQueries({ queryKey: CAMERAS_QUERY });
    void cameras.load();
  }, [queries, cameras]);
}
