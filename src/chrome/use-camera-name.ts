import { useCallback } from "react";
import { shownName } from "#state/camera-names.ts";
import { useProduct } from "./product.ts";
import { useFacts } from "./use-facts.ts";

/** The displayed name of a camera by its key, see `shownName`. */
export function useCameraName(key: string): string | null {
  const { stores } = useProduct();
  const servers = useFacts(stores.servers, (facts) => facts.byId);
  return useFacts(stores.cameras, ({ byKey }) => shownName(key, byKey, servers));
}

/** The same for many cameras; a component that shows only one renders less often with `useCameraName`. */
export function useCameraNames(): (key: string) => string | null {
  const { stores } = useProduct();
  const servers = useFacts(stores.servers, (facts) => facts.byId);
  const cameras = useFacts(stores.cameras, (facts) => facts.byKey);
  return useCallback((key) => shownName(key, cameras, servers), [cameras, servers]);
}
