/** Asks the server which cameras a search finds: by names, and by what lists do not hold, as the maker, or their server's name. */
import { fleetPage } from "#protocol/rest/cameras/fleet.ts";
import { cameraKey } from "#state/camera-store.ts";
import type { HttpClient } from "#transport/http.ts";

/** By `cameraKey`; `text`: words of which each line is one. A search that fails or is cancelled finds no more than it has. */
export type CameraSearch = (text: string, signal: AbortSignal) => Promise<ReadonlySet<string>>;

const PAGE = 1000;

export function createCameraSearch(http: HttpClient): CameraSearch {
  return async (text, signal) => {
    const found = new Set<string>();
    for (let cursor: string | undefined; !signal.aborted; ) {
      const query = { text, ids: true, limit: PAGE, cursor };
      const answer = await http.json({ path: "/service/fleet/cameras", query, signal }, fleetPage);
      if (!answer.ok) break;
      for (const one of answer.value.cameras) found.add(cameraKey(one));
      if (answer.value.next === null) break;
      cursor = answer.value.next;
    }
    return found;
  };
}
