/** The queries of the aggregator's screens for users and permission groups; each follows the changes of other users. */
import { useQuery } from "@tanstack/react-query";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";
import { valueOf } from "#chrome/value-of.ts";

const GROUPS = ["permission-groups"] as const;
const ACCOUNTS = ["accounts"] as const;

export function usePermissionGroups() {
  const { permissionGroups } = useAdministration();
  useFollowed("permission-groups", GROUPS);
  return useQuery({ queryKey: GROUPS, queryFn: ({ signal }) => valueOf(permissionGroups.list(signal)) });
}

export function useAccounts() {
  const { accounts } = useAdministration();
  useFollowed("users", ACCOUNTS);
  return useQuery({ queryKey: ACCOUNTS, queryFn: ({ signal }) => valueOf(accounts.list(signal)) });
}
