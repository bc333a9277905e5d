/** Stills of a camera at some instants: asked for in order, from its small stream where that has them. */
import { useEffect, useMemo, useReducer } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { stillStreams } from "#state/timeline-lanes.ts";

/** Addresses in the order of the times; null: nothing is recorded then; undefined: not known yet. */
export function useStills(camera: string | null, times: readonly number[]): readonly (string | null | undefined)[] {
  const { stores } = useProduct();
  const { thumbnails } = useWorkspace();
  const facts = useFacts(stores.cameras, ({ byKey }) => (camera === null ? undefined : byKey[camera]));
  const [, came] = useReducer((count: number) => count + 1, 0);
  const key = times.join();
  const stills = useMemo(() => {
    const streamIds = facts ? stillStreams(facts) : [];
    return key === "" ? [] : key.split(",").map((time) => ({ streamIds, timeMs: Number(time) }));
  }, [facts, key]);
  useEffect(() => {
    thumbnails.wantAll(stills, came);
    return () => thumbnails.wantAll([], () => undefined);
  }, [thumbnails, stills]);
  return stills.map((still) => (still.streamIds.length === 0 ? null : thumbnails.still(still)));
}
