import { useQuery } from "@tanstack/react-query";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { valueOf } from "#chrome/value-of.ts";
import { CAMERAS_QUERY } from "./use-cameras-changed.ts";

/** The names of all other cameras, as far as they are known. */
export function useOtherNames(exceptId: string | null): readonly string[] {
  const { cameras } = useAdministration();
  const list = useQuery({ queryKey: CAMERAS_QUERY, queryFn: ({ signal }) => valueOf(cameras.list(signal)) });
  return (list.data ?? []).flatMap(({ id, name }) => (id === exceptId ? [] : [name]));
}
