/** The volumes of recordings: added, changed, drained and removed while the recorder runs. */
import type { FastifyInstance } from "fastify";
import { volumeCreate, volumeList, volumeParams, volumePatch, volumeSpec } from "#protocol/rest/server/volumes.ts";
import { route } from "#recorder/http/route.ts";
import type { Uses } from "#recorder/http/services.ts";

const url = "/service/server/volumes";
const item = `${url}/:name`;

export function volumeRoutes(app: FastifyInstance, services: Uses<"journal" | "volumes">): void {
  const { journal, volumes } = services;

  route(
    app,
    services,
    { method: "GET", url, access: "config", summary: "the volumes of recordings", answer: volumeList },
    () => ({ href: url, ...volumes.shown }),
  );
  route(
    app,
    services,
    {
      method: "POST",
      url,
      access: "config",
      summary: "add a volume; of a recorder with one folder it counts from the next start",
      body: volumeCreate,
      answer: volumeSpec,
    },
    async ({ body, who, request, reply }) => {
      const answer = await volumes.add(body);
      if (answer.ok) await journal.audit(who, "volume-added", body.name, request.ip, { ...answer.value });
      return reply(answer, (value) => value, 201);
    },
  );
  route(
    app,
    services,
    {
      method: "PATCH",
      url: item,
      access: "config",
      summary: "change a volume; the role drain moves all that lies there to the others, then removes it",
      params: volumeParams,
      body: volumePatch,
      answer: volumeSpec,
    },
    async ({ params: { name }, body, who, request, reply }) => {
      const answer = await volumes.change(name, body);
      if (answer.ok) await journal.audit(who, "volume-modified", name, request.ip, { ...body });
      return reply(answer);
    },
  );
  route(
    app,
    services,
    {
      method: "DELETE",
      url: item,
      access: "config",
      summary: "remove a volume; what lies there stays, and cannot be reached",
      params: volumeParams,
      answer: null,
    },
    async ({ params: { name }, who, request, reply }) => {
      const answer = await volumes.remove(name);
      if (answer.ok) await journal.audit(who, "volume-removed", name, request.ip);
      return reply(answer);
    },
  );
}
