/** Permission groups: administrators read and change who may do what with which cameras. */
import type { FastifyInstance } from "fastify";
import { ABILITIES } from "#domain/accounts/permission-groups.ts";
import {
  permissionDomains,
  permissionGroup,
  permissionGroupCreate,
  permissionGroupList,
  permissionGroupPatch,
} from "#protocol/rest/accounts/permission-group.ts";
import type { AggregatorUses } from "#recorder/http/aggregator-services.ts";
import { crudRoutes } from "#recorder/http/crud-routes.ts";
import { readPlugins } from "#recorder/site/plugins.ts";
import { route } from "#recorder/http/route.ts";

const url = "/service/permissions";
/** A group may name thousands of cameras. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

export function permissionRoutes(
  app: FastifyInstance,
  services: AggregatorUses<"permissions" | "servers" | "journal" | "log">,
): void {
  const { permissions, servers, config, log } = services;

  route(
    app,
    services,
    {
      method: "GET",
      url: `${url}/domains`,
      access: "config",
      summary: "what a permission group can speak of: abilities, servers with their cameras, apps",
      answer: permissionDomains,
    },
    () => ({
      abilities: [...ABILITIES, "all"],
      orchids: servers.list().map(({ id, name, cameras }) => ({
        id,
        name,
        cameras: cameras.map((camera) => ({ id: camera.id, name: camera.name })),
      })),
      apps: readPlugins(config.apps, log).map(({ app: { id, name } }) => ({ id, name })),
    }),
  );

  crudRoutes(app, services, {
    url,
    member: "permissions",
    access: { read: "config", write: "config" },
    summaries: {
      list: "permission groups by name",
      add: "add a permission group",
      get: "one permission group",
      patch: "change a permission group: what is given replaces what was",
      remove: "remove a permission group: its members lose what it gave",
    },
    schemas: {
      list: permissionGroupList,
      item: permissionGroup,
      create: permissionGroupCreate,
      patch: permissionGroupPatch,
    },
    bodyLimit: BODY_LIMIT_BYTES,
    audit: {
      noun: "permission-group",
      modified: "permission-group-changed",
      added: ({ name }) => ({ name }),
      changed: (_body, { name }) => ({ name }),
    },
    service: permissions,
  });
}
