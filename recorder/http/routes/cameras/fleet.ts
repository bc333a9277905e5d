/** The question of an aggregator's pages for the cameras of all servers: a recorder answers it of its own, from memory. */
import { ok } from "#base/result.ts";
import { fleetKey, fleetOrder, fleetPage as pageOf, fleetText, fleetWords } from "#domain/cameras/fleet.ts";
import { fleetPage, fleetQuery, writeCursor } from "#protocol/rest/cameras/fleet.ts";
import type { FastifyInstance } from "fastify";
import { OWN_SERVER } from "#recorder/cameras/camera-groups.ts";
import { showCamera, streamStateOf } from "#recorder/cameras/camera-shapes.ts";
import { canSeeCamera } from "#recorder/core/identity.ts";
import { route } from "#recorder/http/route.ts";
import type { Uses } from "#recorder/http/services.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";

export function ownFleetRoutes(app: FastifyInstance, services: Uses<"groups" | "media" | "now">): void {
  const { cameras, groups, media, now } = services;

  const entryOf = (row: CameraRow) => {
    const { Manufacturer: maker, Model: model } = JSON.parse(row.configuration) as Record<string, string>;
    const primary = cameras.streamsOf(row.id).find(({ id }) => id === row.primary_stream_id);
    return {
      orchidId: OWN_SERVER,
      id: row.id,
      row,
      sortKey: fleetOrder(row.name),
      foundBy: fleetText({
        name: row.name,
        maker,
        model: `${maker ?? ""} ${model ?? ""} ${cameras.owners.of(row)?.name ?? ""}`,
      }),
      state: primary ? streamStateOf(primary, media.status(primary.id)) : "unknown",
    };
  };

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/fleet/cameras",
      access: "session",
      summary: "cameras by name: pages, search, filters, and how many there are",
      query: fleetQuery,
      answer: fleetPage,
    },
    async ({ query, who, reply }) => {
      const { orchid = null, state, cursor: after = null, limit } = query;
      const grouped = query.group === undefined ? ok(null) : await groups.camerasIn(query.group, who);
      if (!grouped.ok) return reply(grouped);
      const filter = {
        words: fleetWords(query.text, []),
        orchidId: orchid,
        among: grouped.value?.map(fleetKey) ?? null,
        state: state === undefined ? null : { is: state, away: [] },
      };
      const entries = cameras.all().flatMap((row) => (canSeeCamera(who, row.id) ? [entryOf(row)] : []));
      const { page, next, counts } = pageOf(entries, filter, { after, limit });
      const show = (row: CameraRow) => {
        const [owner, streams] = [cameras.owners.of(row), cameras.streamsOf(row.id)];
        return showCamera({ row, owner, streams, status: (id) => media.status(id), nowMs: now() }, who);
      };
      return {
        href: "/service/fleet/cameras",
        cameras: page.map(({ orchidId, id, row }) => (query.ids ? { orchidId, id } : { ...show(row), orchidId, id })),
        next: writeCursor(next),
        ...(after === null ? { servers: [...counts].map(([orchidId, count]) => ({ orchidId, count })) } : {}),
      };
    },
  );
}
