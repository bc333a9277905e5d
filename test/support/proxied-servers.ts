import type { ServerRouter } from "#transport/http.ts";

/** An aggregator's servers of which no camera is known: they are asked through its proxy, and by `at` only. */
export const proxiedServers: ServerRouter = {
  ownerOf: () => null,
  routed: (call) => [{ orchidId: null, call }],
  merged: (_call, answers) => answers[0],
  target: (orchidId) => ({ orchidId, uri: "", token: "" }),
  stale: () => undefined,
};
