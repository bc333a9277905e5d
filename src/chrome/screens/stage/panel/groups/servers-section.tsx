/**
 * The Servers section of an aggregator: each server shows or hides its cameras; a server that is not available gives
 * the reason.
 */
import { type ComponentProps, type PointerEvent, useMemo } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { CameraList } from "../camera-list.tsx";
import css from "./groups.module.css";
import { ServerHeading } from "./server-heading.tsx";

/** `cameras`: the cameras of all servers */
export function ServersSection({
  onShowAll,
  onDrag,
  ...props
}: ComponentProps<typeof CameraList> & {
  readonly onShowAll: (keys: readonly string[]) => void;
  readonly onDrag: (event: PointerEvent, keys: readonly string[]) => void;
}) {
  const { stores } = useProduct();
  const { groups } = useWorkspace();
  const { byId, order, cameraFailures } = useFacts(stores.servers, (facts) => facts);
  const folded = useFacts(stores.groups, (facts) => facts.foldedServers);
  // Once for each list: a hundred servers do not look through ten thousand cameras each.
  const byServer = useMemo(() => {
    const all = new Map<string, CameraFacts[]>();
    for (const camera of props.cameras) {
      const own = all.get(camera.orchidId);
      if (own) own.push(camera);
      else all.set(camera.orchidId, [camera]);
    }
    return all;
  }, [props.cameras]);
  return order.map((id, at) => {
    const server = byId[id];
    if (!server) return null;
    const cameras = byServer.get(id) ?? [];
    const isOpen = !folded.includes(id);
    const failure = cameraFailures[id];
    return (
      <div key={id} className={css.one}>
        <ServerHeading
          name={server.name}
          available={server.isAvailable && failure === undefined}
          reason={server.failure ?? failure ?? null}
          count={cameras.length}
          isOpen={isOpen}
          titled={at === 0}
          onToggle={() => groups.foldServer(id, isOpen)}
          onShowAll={() => onShowAll(cameras.map(cameraKey))}
          onPointerDown={(event) => onDrag(event, cameras.map(cameraKey))}
        />
        {isOpen && cameras.length > 0 ? <CameraList {...props} cameras={cameras} /> : null}
      </div>
    );
  });
}
