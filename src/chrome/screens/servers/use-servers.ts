import { useQuery } from "@tanstack/react-query";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";
import { valueOf } from "#chrome/value-of.ts";

export const ORCHIDS_QUERY = ["orchids"] as const;
/** Changes are told; when each was checked last is not. */
const ORCHIDS_EVERY_MS = 30_000;

/** The aggregator's servers as they are now. */
export function useOrchids() {
  const { orchids } = useAdministration();
  useFollowed("servers", ORCHIDS_QUERY);
  return useQuery({
    queryKey: ORCHIDS_QUERY,
    queryFn: ({ signal }) => valueOf(orchids.list(signal)),
    refetchInterval: ORCHIDS_EVERY_MS,
  });
}
