/** Whoever looks at the past of a camera hears that there is more of it now: pages do not ask for what is over again. */
import { whoSees } from "#recorder/core/audience.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";

/** `streams`: with their cameras */
export function tellChangedPast(
  hub: Pick<EventHub, "publish">,
  streams: ReadonlyMap<string, string>,
  changed: Iterable<string>,
): void {
  for (const id of changed) {
    const cameraId = streams.get(id);
    if (cameraId !== undefined) hub.publish("recordings-modified", "streams", id, whoSees(cameraId));
  }
}
