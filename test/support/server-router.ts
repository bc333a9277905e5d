import { mergedAnswer, type OwnerOf, routed } from "#domain/server-routing.ts";
import type { ServerRouter } from "#transport/http.ts";

/** Routes as the product does, to servers that are asked through the aggregator's proxy. Default: nothing has an owner. */
export const serverRouter = (ownerOf: OwnerOf = () => null): ServerRouter => ({
  ownerOf,
  routed: (call) => routed(call, ownerOf),
  merged: mergedAnswer,
  target: (orchidId) => ({ orchidId, uri: "", token: "" }),
  stale: () => undefined,
});
