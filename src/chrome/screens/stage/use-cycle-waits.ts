import { useEffect } from "react";
import { useWorkspace } from "#chrome/product.ts";

/**
 * While `active`, the cycle of stages waits, so that no user acts on another stage than the one that they were looking
 * at.
 */
export function useCycleWaits(active = true): void {
  const { savedStages } = useWorkspace();
  useEffect(() => (active ? savedStages.hold() : undefined), [active, savedStages]);
}
