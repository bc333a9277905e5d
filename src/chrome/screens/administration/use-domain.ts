import { useQuery } from "@tanstack/react-query";
import { valueOf } from "#chrome/value-of.ts";
import { useAdministration } from "./administration.tsx";
import { useFollowed } from "./use-followed.ts";

const DOMAIN = ["permission-domain"] as const;

/**
 * The aggregator's servers with their cameras, and its apps: groups and notifications choose from them. The data
 * follows the changes of other users.
 */
export function useDomain() {
  const { permissionGroups } = useAdministration();
  useFollowed("cameras", DOMAIN);
  useFollowed("servers", DOMAIN);
  return useQuery({ queryKey: DOMAIN, queryFn: ({ signal }) => valueOf(permissionGroups.domain(signal)) });
}
