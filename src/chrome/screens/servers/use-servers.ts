import { useQuery } from "@tanstack/react-query";
import { useAdministration } from "../administration/administration.tsx";
import { useFollowed } from "../administration/use-followed.ts";
import { valueOf } from "#chrome/value-of.ts";

export const SERVERS_QUERY = ["servers"] as const;
/**
 * The server reports changes, but not the time of its last check. That a camera stops is told of the camera alone, or each page would
 * ask for all servers when one blinks; how many run is seen by asking.
 */
const SERVERS_EVERY_MS = 10_000;

/** The aggregator's servers as they are now. */
export function useServers() {
  const { servers } = useAdministration();
  useFollowed("servers", SERVERS_QUERY);
  return useQuery({
    queryKey: SERVERS_QUERY,
    queryFn: ({ signal }) => valueOf(servers.list(signal)),
    refetchInterval: SERVERS_EVERY_MS,
  });
}
