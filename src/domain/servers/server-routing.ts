/**
 * Which server of an aggregator a call belongs to. A call names cameras or streams in its path, its query or its body;
 * ids are unique over all servers. A call that names streams of several servers becomes one call for each, and their
 * answers become one. Calls that name nothing with an owner stay at the aggregator.
 */

export interface RoutableCall {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}
/** The server of a camera or stream; null: no server's. */
export type OwnerOf = (id: string) => string | null;
export interface Routed<C> {
  /** null: the aggregator itself */
  readonly orchidId: string | null;
  readonly call: C;
}

/** Calls whose query lists streams, and the parameter that lists them. */
const QUERY_LISTS: Readonly<Record<string, string>> = {
  "/service/archives": "streamId",
  "/service/archives/per-day": "ids",
  "/service/events/camera-stream": "id",
  "/service/events/camera-stream/histogram": "id",
  "/service/bookmarks": "streamId",
  "/service/locks": "streamId",
};
const BODY_LISTS = ["/service/bookmarks", "/service/locks", "/service/exports"];
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Cameras or streams that a call names, in the order of the call. */
export function namedIds(call: RoutableCall): readonly string[] {
  const path = call.path.split("?")[0] ?? "";
  const id = /^\/service\/(?:cameras|streams)\/([^/]+)/.exec(path)?.[1];
  if (id !== undefined) return [decodeURIComponent(id)];
  const listed = call.query?.[QUERY_LISTS[path] ?? ""];
  if (typeof listed === "string" && listed !== "") return listed.split(",");
  if (!BODY_LISTS.includes(path) || !isObject(call.body) || !Array.isArray(call.body["streams"])) return [];
  return call.body["streams"].filter((each) => typeof each === "string");
}

/** Ids grouped by their server, in the order of first mention; ids without a server form one group. */
function idsByServer(ids: readonly string[], ownerOf: OwnerOf): ReadonlyMap<string | null, readonly string[]> {
  const found = new Map<string | null, string[]>();
  for (const id of ids) {
    const owner = ownerOf(id);
    found.set(owner, [...(found.get(owner) ?? []), id]);
  }
  return found;
}

/**
 * The call, or one call for each server whose streams it names; when some ids have an owner, ids without one are left
 * out.
 */
export function routed<C extends RoutableCall>(call: C, ownerOf: OwnerOf): readonly Routed<C>[] {
  const groups = [...idsByServer(namedIds(call), ownerOf)].filter(([owner]) => owner !== null);
  const [first, ...others] = groups;
  if (!first) return [{ orchidId: null, call }];
  if (others.length === 0 && first[1].length === namedIds(call).length) return [{ orchidId: first[0], call }];
  return groups.map(([orchidId, ids]) => ({ orchidId, call: narrowed(call, ids) }));
}

function narrowed<C extends RoutableCall>(call: C, ids: readonly string[]): C {
  const parameter = QUERY_LISTS[call.path] ?? "";
  if (call.query?.[parameter] !== undefined) return { ...call, query: { ...call.query, [parameter]: ids.join(",") } };
  return { ...call, body: { ...(call.body as object), streams: ids } };
}

/** Merges several answers: lists follow each other in the order of the request, numbers of days are added up. */
export function mergedAnswer(call: RoutableCall, answers: readonly unknown[]): unknown {
  const [first, ...others] = answers.filter(isObject);
  if (!first) return undefined;
  const merged = { ...first };
  for (const other of others) {
    // Bins of another length are not comparable.
    if (first["segment"] !== other["segment"]) continue;
    for (const [name, value] of Object.entries(other)) {
      const before = merged[name];
      if (Array.isArray(before) && Array.isArray(value)) merged[name] = [...before, ...value];
      else if (name === "archivesPerDay") merged[name] = summed(before, value);
      else if (name === "streamsCount") merged[name] = Number(before) + Number(value);
    }
  }
  const { archives, events } = merged;
  if (Array.isArray(archives)) merged["archives"] = byStart(archives, "desc");
  const order = call.query?.["order"];
  if (Array.isArray(events) && (order === "asc" || order === "desc"))
    merged["events"] = byStart(events, order).slice(0, Number(call.query?.["count"] ?? events.length));
  return merged;
}

function summed(one: unknown, other: unknown): Record<string, number> {
  const sum = { ...(isObject(one) ? one : {}) } as Record<string, number>;
  for (const [day, count] of Object.entries(isObject(other) ? other : {})) sum[day] = (sum[day] ?? 0) + Number(count);
  return sum;
}

const startOf = (item: unknown): number => (isObject(item) ? Number(item["start"]) : 0);
const byStart = (items: readonly unknown[], order: "asc" | "desc"): unknown[] =>
  [...items].sort((a, b) => (startOf(a) - startOf(b)) * (order === "asc" ? 1 : -1));
