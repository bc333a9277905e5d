/** The cameras of all servers by pages, searched and filtered in the database, as far as the user may see them. */
import { createHash } from "node:crypto";
import { ok } from "#base/result.ts";
import { fleetKey, fleetWords } from "#domain/cameras/fleet.ts";
import { type FleetPage, fleetPage, fleetQuery, writeCursor } from "#protocol/rest/cameras/fleet.ts";
import type { FastifyInstance } from "fastify";
import { fleetCountsOf, fleetPageOf, type SeenFleet } from "#recorder/aggregator/fleet/fleet-search.ts";
import type { FleetId } from "#recorder/aggregator/fleet/fleet-versions.ts";
import { listCameras } from "#recorder/aggregator/servers/listed-cameras.ts";
import type { AggregatorUses } from "#recorder/http/aggregator-services.ts";
import { route } from "#recorder/http/route.ts";
import type { Identity } from "#recorder/core/identity.ts";

type Uses = AggregatorUses<"fleet" | "groups" | "serverRights" | "servers" | "store">;

export function fleetRoutes(app: FastifyInstance, services: Uses): void {
  const { fleet, groups, serverRights, servers, store } = services;

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/fleet/cameras",
      access: "session",
      summary:
        "the cameras of all servers by name: pages, search, filters, how many each server has; since: what became other",
      query: fleetQuery,
      answer: fleetPage,
    },
    async ({ query, who, reply }) => {
      const { orchid, state, since, cursor: after = null, limit } = query;
      const grouped = query.group === undefined ? ok(null) : await groups.camerasIn(query.group, who);
      if (!grouped.ok) return reply(grouped);
      const watched = servers.watched().filter(({ id }) => serverRights.seesServer(who, id));
      const seen = serverRights.seenFleet(
        who,
        watched.map(({ id }) => id),
      );
      const seenAs = createHash("sha256").update(JSON.stringify(seen)).digest("hex").slice(0, 16);
      // Whoever begins a list is told what events say from then on, and misses nothing of what they said before.
      if (after === null) await fleet.keep(servers.watched().map(({ id, state: { cameras } }) => ({ id, cameras })));
      // Read before the rows: what changes meanwhile is told again.
      const version = await fleet.versions.name(seenAs);
      const known = since === undefined ? null : await fleet.versions.since(since, seenAs);
      const away = watched.filter((one) => !one.state.isAvailable).map(({ id }) => id);
      const search = {
        seen,
        words: fleetWords(
          query.text,
          watched.map(({ record }) => record),
        ),
        orchidId: orchid ?? null,
        among: grouped.value?.map(fleetKey) ?? null,
        state: state === undefined ? null : { is: state, away },
        newerThan: known?.from ?? null,
      };
      const { page, next } = await fleetPageOf(store, search, { after, limit });
      const counts = after === null ? await fleetCountsOf(store, search) : null;
      const answer: FleetPage = {
        href: "/service/fleet/cameras",
        cameras: query.ids ? [...page] : shown(page, who),
        next: writeCursor(next),
        ...(counts ? { version, servers: [...counts].map(([orchidId, count]) => ({ orchidId, count })) } : {}),
        ...(known ? { since } : {}),
        ...(known && after === null ? { gone: known.gone.filter((one) => sees(seen, one)) } : {}),
      };
      return answer;
    },
  );

  /** The cameras of a page as the servers have them now: the rows only say which cameras the page has. */
  function shown(page: readonly FleetId[], who: Identity): FleetPage["cameras"] {
    const wanted = new Map<string, Set<string>>();
    for (const { orchidId, id } of page) wanted.set(orchidId, (wanted.get(orchidId) ?? new Set()).add(id));
    const listed = [...wanted].flatMap(([orchidId, ids]) => {
      const one = servers.watchedById(orchidId);
      if (!one) return [];
      const rights = serverRights.reader(who, orchidId);
      return listCameras(
        one,
        { rights },
        one.state.cameras.filter(({ id }) => ids.has(id)),
      );
    });
    const byKey = new Map(listed.map((one) => [fleetKey({ ...one, id: String(one.id) }), one]));
    return page.flatMap((one) => byKey.get(fleetKey(one)) ?? []);
  }
}

function sees({ whole, except, only }: SeenFleet, one: FleetId): boolean {
  const key = fleetKey(one);
  return (whole.includes(one.orchidId) && !except.includes(key)) || only.includes(key);
}
