import { useEffect } from "react";
import { useWorkspace } from "#chrome/product.ts";

/** While `active` the cycle of stages waits: nobody is to act on another stage than the one that they were looking at. */
export function useCycleWaits(active = true): void {
  const { savedStages } = useWorkspace();
  useEffect(() => (active ? savedStages.hold() : undefined), [active, savedStages]);
}
