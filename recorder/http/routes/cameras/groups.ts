/** Camera groups: users read what they may see, administrators change them. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import {
  cameraGroup,
  cameraGroupCreate,
  cameraGroupList,
  cameraGroupPatch,
} from "#protocol/rest/cameras/camera-group.ts";
import { pathId } from "#protocol/rest/list.ts";
import type { CommonServices } from "#recorder/http/services.ts";
import { route, say } from "#recorder/http/route.ts";

const params = z.strictObject({ id: pathId });
const url = "/service/groups/:id";

export function groupRoutes(app: FastifyInstance, services: CommonServices): void {
  const { groups } = services;
  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/groups",
      access: "session",
      summary: "camera groups by name",
      answer: cameraGroupList,
    },
    async ({ who }) => ({ href: "/service/groups", groups: await groups.list(who) }),
  );
  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/groups",
      access: "config",
      summary: "add a camera group",
      body: cameraGroupCreate,
      answer: cameraGroup,
    },
    async ({ body, who, reply }) => say(reply, await groups.create(body, who), (value) => value, 201),
  );
  route(
    app,
    services,
    { method: "GET", url, access: "session", summary: "one camera group", params, answer: cameraGroup },
    async ({ params: { id }, who, reply }) => say(reply, await groups.get(id, who)),
  );
  route(
    app,
    services,
    {
      method: "PATCH",
      url,
      access: "config",
      summary: "rename a camera group, move it, choose its cameras",
      params,
      body: cameraGroupPatch,
      answer: cameraGroup,
    },
    async ({ params: { id }, body, who, reply }) => say(reply, await groups.patch(id, body, who)),
  );
  route(
    app,
    services,
    {
      method: "DELETE",
      url,
      access: "config",
      summary: "remove a camera group and the groups inside it; the cameras stay",
      params,
      answer: null,
    },
    async ({ params: { id }, reply }) => say(reply, await groups.remove(id)),
  );
}
