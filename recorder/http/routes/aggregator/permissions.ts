/** Permission groups: administrators read and change who may do what with which cameras. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { ABILITIES } from "#domain/accounts/permission-groups.ts";
import { pathId } from "#protocol/rest/list.ts";
import {
  permissionDomains,
  permissionGroup,
  permissionGroupCreate,
  permissionGroupList,
  permissionGroupPatch,
} from "#protocol/rest/accounts/permission-group.ts";
import type { AggregatorServices } from "#recorder/http/aggregator-services.ts";
import { readPlugins } from "#recorder/site/plugins.ts";
import { route, say } from "#recorder/http/route.ts";

const params = z.strictObject({ id: pathId });
const url = "/service/permissions/:id";
/** A group may name thousands of cameras. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

export function permissionRoutes(app: FastifyInstance, services: AggregatorServices): void {
  const { permissions, orchids, journal, config, log } = services;
  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/permissions",
      access: "config",
      summary: "permission groups by name",
      answer: permissionGroupList,
    },
    () => ({ href: "/service/permissions", permissions: permissions.list() }),
  );
  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/permissions/domains",
      access: "config",
      summary: "what a permission group can speak of: abilities, servers with their cameras, apps",
      answer: permissionDomains,
    },
    () => ({
      abilities: [...ABILITIES, "all"],
      orchids: orchids.list().map(({ id, name, cameras }) => ({
        id,
        name,
        cameras: cameras.map((camera) => ({ id: camera.id, name: camera.name })),
      })),
      apps: readPlugins(config.apps, log).map(({ app: { id, name } }) => ({ id, name })),
    }),
  );
  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/permissions",
      access: "config",
      summary: "add a permission group",
      body: permissionGroupCreate,
      bodyLimit: BODY_LIMIT_BYTES,
      answer: permissionGroup,
    },
    async ({ body, who, request, reply }) => {
      const answer = await permissions.create(body);
      if (answer.ok)
        await journal.audit(who, "permission-group-added", answer.value.id, request.ip, { name: body.name });
      return say(reply, answer, (value) => value, 201);
    },
  );
  route(
    app,
    services,
    { method: "GET", url, access: "config", summary: "one permission group", params, answer: permissionGroup },
    ({ params: { id }, reply }) => say(reply, permissions.get(id)),
  );
  route(
    app,
    services,
    {
      method: "PATCH",
      url,
      access: "config",
      summary: "change a permission group: what is given replaces what was",
      params,
      body: permissionGroupPatch,
      bodyLimit: BODY_LIMIT_BYTES,
      answer: permissionGroup,
    },
    async ({ params: { id }, body, who, request, reply }) => {
      const answer = await permissions.patch(id, body);
      if (answer.ok) await journal.audit(who, "permission-group-changed", id, request.ip, { name: answer.value.name });
      return say(reply, answer);
    },
  );
  route(
    app,
    services,
    {
      method: "DELETE",
      url,
      access: "config",
      summary: "remove a permission group: its members lose what it gave",
      params,
      answer: null,
    },
    async ({ params: { id }, who, request, reply }) => {
      const answer = await permissions.remove(id);
      if (answer.ok) await journal.audit(who, "permission-group-removed", id, request.ip);
      return say(reply, answer);
    },
  );
}
