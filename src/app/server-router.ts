import type { Stores } from "#chrome/product.ts";
import { mergedAnswer, routed } from "#domain/servers/server-routing.ts";
import type { ServerRouter } from "#transport/http-call.ts";

/**
 * The server of the aggregator that a camera or stream belongs to, by the known cameras. A standalone recorder owns
 * everything itself: there nothing is routed. `renew` fetches new tokens.
 */
export function createServerRouter(
  stores: Pick<Stores, "session" | "cameras" | "servers">,
  renew: () => void,
): ServerRouter {
  let read: unknown = null;
  let owners = new Map<string, string>();
  const directory = (): ReadonlyMap<string, string> => {
    const { byKey } = stores.cameras.get();
    if (byKey === read) return owners;
    read = byKey;
    owners = new Map(
      Object.values(byKey).flatMap(({ id, orchidId, streams, primaryStreamId }) =>
        [id, primaryStreamId, ...streams.map((stream) => stream.id)].flatMap((each) =>
          each === null ? [] : [[each, orchidId] as const],
        ),
      ),
    );
    return owners;
  };
  const ownerOf = (id: string): string | null =>
    stores.session.get().about?.edition === "aggregator" ? (directory().get(id) ?? null) : null;
  return {
    ownerOf,
    routed: (call) => routed(call, ownerOf),
    merged: mergedAnswer,
    target(orchidId) {
      const { directUri = "", token = "" } = stores.servers.get().byId[orchidId] ?? {};
      return { orchidId, uri: token === "" ? "" : directUri, token: directUri === "" ? "" : token };
    },
    stale: renew,
  };
}
