/** The volumes of recordings: added, changed, drained and removed while the recorder runs. */
import type { FastifyInstance } from "fastify";
import {
  volumeCreate,
  volumeHeld,
  volumeList,
  volumeParams,
  volumePatch,
  volumeSpec,
  type VolumePatch,
} from "#protocol/rest/server/volumes.ts";
import { route } from "#recorder/http/route.ts";
import type { Uses } from "#recorder/http/services.ts";

const url = "/service/server/volumes";
const item = `${url}/:name`;
const recordings = `${item}/recordings`;

export function volumeRoutes(app: FastifyInstance, services: Uses<"forgotten" | "journal" | "volumes">): void {
  const { forgotten, journal, volumes } = services;

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
      if (answer.ok) await journal.audit(who, "volume-added", body.name, request.ip, audited(answer.value));
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
      if (answer.ok) await journal.audit(who, "volume-modified", name, request.ip, audited(body));
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
  route(
    app,
    services,
    {
      method: "GET",
      url: recordings,
      access: "config",
      summary: "what the index has of a volume, also of one that is not reachable or no longer named",
      params: volumeParams,
      answer: volumeHeld,
    },
    async ({ params: { name }, reply }) => reply(await forgotten.held(name)),
  );
  route(
    app,
    services,
    {
      method: "DELETE",
      url: recordings,
      access: "config",
      summary: "forget what lay on a volume that is not reachable: it goes out of the index, no file is touched",
      params: volumeParams,
      answer: volumeHeld,
    },
    async ({ params: { name }, who, request, reply }) => {
      const answer = await forgotten.forget(name);
      if (answer.ok) {
        const { bytes, seconds, oldest, newest, cameras } = answer.value;
        const ids = cameras.map(({ id }) => id).join(" ");
        await journal.audit(who, "volume-forgotten", name, request.ip, {
          bytes,
          seconds,
          oldest,
          newest,
          cameras: ids,
        });
      }
      return reply(answer, (value) => value, 202);
    },
  );
}

/** The audit has no members within members. */
function audited<T extends Pick<VolumePatch, "moveOnly">>({ moveOnly, ...rest }: T) {
  if (moveOnly === undefined) return rest;
  return { ...rest, moveWhat: moveOnly?.what ?? "all", moveCameras: moveOnly?.cameras?.join(" ") ?? "" };
}
