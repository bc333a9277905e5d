/** The aggregator's servers: who may see which, and what administrators do with them. */
import { refuse } from "#domain/failures/failure.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import {
  orchid,
  orchidCameraList,
  orchidCamerasQuery,
  orchidCreate,
  orchidForceQuery,
  orchidList,
  orchidPatch,
  orchidTokens,
  orchidTokensQuery,
} from "#protocol/rest/server/orchid.ts";
import type { AggregatorUses } from "#recorder/http/aggregator-services.ts";
import { listCameras } from "#recorder/aggregator/servers/listed-cameras.ts";
import { type ServerViewer, showCameras, showRegisteredServer } from "#recorder/aggregator/servers/server-shapes.ts";
import type { WatchedServer } from "#recorder/aggregator/servers/watched-server.ts";
import { can, type Identity } from "#recorder/core/identity.ts";
import { route } from "#recorder/http/route.ts";

const params = z.strictObject({ id: pathId });
const url = "/service/orchids/:id";
/** Each such call makes us call another host. */
const REGISTRATIONS_PER_MINUTE = 30;
const LOOKS_PER_MINUTE = 120;

export function registeredServerRoutes(
  app: FastifyInstance,
  services: AggregatorUses<"journal" | "serverRegistration" | "serverRights" | "servers" | "userNews">,
): void {
  const { servers, serverRights, serverRegistration, userNews, journal } = services;
  const unknown = refuse("orchid/unknown");

  const seen = (who: Identity): WatchedServer[] =>
    servers.watched().filter(({ id }) => serverRights.seesServer(who, id));
  const find = (id: string, who: Identity): WatchedServer | undefined => seen(who).find((one) => one.id === id);
  const viewer = ({ id }: WatchedServer, who: Identity): Omit<ServerViewer, "token" | "standIn"> => {
    return { isAdministrator: can(who, "config"), rights: serverRights.reader(who, id) };
  };
  const tokenOf = async (id: string, who: Identity): Promise<string | null> => {
    await userNews.note(who, id);
    return servers.tokenFor(id, who);
  };
  const show = async (one: WatchedServer, who: Identity) => {
    // Without an address for browsers, everything that the user does there passes through here.
    const token = (await (one.record.directUri === "" ? servers.tokenFor(one.id, who) : tokenOf(one.id, who))) ?? "";
    const standIn = servers.standIn(one.id)?.record.name ?? null;
    return showRegisteredServer(one, { ...viewer(one, who), token, standIn });
  };

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/orchids",
      access: "session",
      summary: "the servers of which one may see a camera, by name",
      answer: orchidList,
    },
    async ({ who }) => {
      const shown = await Promise.all(seen(who).map((one) => show(one, who)));
      return shown.sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
    },
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/orchids",
      access: "config",
      summary: "register a server: it must answer, and the name and password must be its administrator's",
      body: orchidCreate,
      answer: orchid,
      perMinute: REGISTRATIONS_PER_MINUTE,
    },
    async ({ body, who, request, reply, response }) => {
      const answer = await serverRegistration.add(body, ownUri(request));
      if (!answer.ok) return reply(answer);
      await journal.audit(who, "server-added", answer.value.id, request.ip, { uri: answer.value.record.uri });
      return response.code(201).send(await show(answer.value, who));
    },
  );

  route(
    app,
    services,
    { method: "GET", url, access: "session", summary: "one server", params, answer: orchid },
    async ({ params: { id }, who, reply }) => {
      const one = find(id, who);
      return one ? show(one, who) : reply(unknown);
    },
  );

  route(
    app,
    services,
    {
      method: "PATCH",
      url,
      access: "config",
      summary:
        "rename a server; with an administrator's name and password it is registered anew, also at another address",
      params,
      query: orchidForceQuery,
      body: orchidPatch,
      answer: orchid,
      perMinute: REGISTRATIONS_PER_MINUTE,
    },
    async ({ params: { id }, query, body, who, request, reply }) => {
      const { replace = query.force } = body;
      const answer = await serverRegistration.patch(id, { ...body, replace }, ownUri(request));
      if (!answer.ok) return reply(answer);
      const changed = Object.keys(body).filter((name) => name !== "password");
      await journal.audit(who, "server-modified", id, request.ip, { changed });
      return show(answer.value, who);
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url,
      access: "config",
      summary: "tell a server that this is its parent no longer, and forget it; force forgets it without telling",
      params,
      query: orchidForceQuery,
      answer: null,
    },
    async ({ params: { id }, query, who, request, reply, response }) => {
      const isForced = query.force === true;
      const name = servers.watchedById(id)?.record.name;
      const answer = await serverRegistration.remove(id, isForced);
      if (!answer.ok) return reply(answer);
      await journal.audit(who, "server-removed", id, request.ip, { name, force: isForced });
      return response.code(204).send();
    },
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: `${url}/cache`,
      access: "config",
      summary: "look at a server now",
      params,
      answer: orchid,
      perMinute: LOOKS_PER_MINUTE,
    },
    async ({ params: { id }, who, reply }) => {
      const one = find(id, who);
      if (!one) return reply(unknown);
      await one.refresh();
      return show(one, who);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: `${url}/cameras`,
      access: "session",
      summary: "the last known cameras of a server; brief: only what lists show of them",
      params,
      query: orchidCamerasQuery,
      answer: orchidCameraList,
    },
    ({ params: { id }, query, who, reply, response }) => {
      const one = find(id, who);
      if (!one) return reply(unknown);
      const cameras = query.brief ? listCameras(one, viewer(one, who)) : showCameras(one, viewer(one, who));
      return response.send({ href: `/service/orchids/${id}/cameras`, cameras });
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/fusion/tokens",
      access: "session",
      summary: "by server, a token that opens it directly for some minutes",
      query: orchidTokensQuery,
      answer: orchidTokens,
    },
    async ({ who }) => {
      const pairs = await Promise.all(seen(who).map(async ({ id }) => [id, await tokenOf(id, who)] as const));
      return Object.fromEntries(pairs.filter(([, token]) => token !== null));
    },
  );
}

/** This aggregator's address, as the administrator's browser called it. */
const ownUri = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`.slice(0, 300);
