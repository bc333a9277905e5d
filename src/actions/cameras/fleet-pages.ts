/** The cameras of all servers, as the aggregator's database has them: in pages by name, a few large answers instead of one for each server. */
import { fleetCamera, fleetList } from "#protocol/rest/cameras/fleet.ts";
import type { ListedCamera } from "#protocol/rest/cameras/listed-camera.ts";
import type { HttpClient } from "#transport/http.ts";

/** The first page is what is seen first; the others are as long as the server makes them. */
const FIRST_PAGE = 100;
const PAGE = 1000;

type FleetCamera = ListedCamera & { readonly orchidId: string };

interface Pages {
  /** Before a page is asked for. */
  readonly ask: () => void;
  /** False: nobody wants more. */
  readonly take: (cameras: readonly FleetCamera[]) => boolean;
  /** resolves when the page has nothing else to do, soon in any case */
  readonly idle: () => Promise<void>;
}

/** Resolves with whether all pages came: the database may not answer. */
export async function readFleet(http: HttpClient, { ask, take, idle }: Pages): Promise<boolean> {
  let cursor: string | undefined;
  for (;;) {
    ask();
    const page = await pageOf(http, cursor);
    if (!page) return false;
    if (!take(page.cameras) || page.next === null) return true;
    cursor = page.next;
    await idle();
  }
}

async function pageOf(http: HttpClient, cursor: string | undefined) {
  const query = { limit: cursor === undefined ? FIRST_PAGE : PAGE, cursor };
  const answer = await http.json({ path: "/service/fleet/cameras", query }, fleetList);
  if (!answer.ok) return null;
  const { cameras, next } = answer.value;
  return { next, cameras: cameras.flatMap((wire) => fleetCamera.safeParse(wire).data ?? []) };
}
