/** What recorders of a standby group fetch from each other: who proves to be one of them by their secret, and no user at all. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { standbyState } from "#protocol/rest/server/standby.ts";
import { pathId } from "#protocol/rest/list.ts";
import {
  offer,
  offerAsk,
  offeredPath,
  STANDBY_FROM_HEADER,
  STANDBY_PATH,
  STANDBY_PROOF_HEADER,
  takenFile,
} from "#protocol/standby.ts";
import { goneNotes, notePage, notesAsk, STANDBY_NOTES_PATH, takenNotes } from "#protocol/standby-notes.ts";
import { openedFile } from "#recorder/http/files/opened-file.ts";
import { openRoute, route } from "#recorder/http/route.ts";
import type { Uses } from "#recorder/http/services.ts";
import type { Standby } from "#recorder/standby/standby.ts";

export function standbyRoutes(app: FastifyInstance, services: Uses<"standby" | "journal">): void {
  const { standby, journal } = services;
  /** Which recorder calls, and who answers it. Failure: archive/none: nobody else learns what there is. */
  const asked = ({ headers, method, url, ip }: FastifyRequest): Result<{ by: string; here: Standby }, Failure> => {
    const by = pathId.safeParse(headers[STANDBY_FROM_HEADER]);
    const proof = headers[STANDBY_PROOF_HEADER];
    const isOne = standby && by.success && typeof proof === "string" && standby.isFrom(by.data, proof, method, url);
    if (isOne) return ok({ by: by.data, here: standby });
    if (standby) void journal.auditOften(null, "sign-in-refused", "", ip, { by: "standby" });
    return refuse("archive/none");
  };

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/server/standby",
      access: "config",
      summary: "the standby group of this recorder, and whose cameras it records",
      answer: standbyState,
    },
    () => standby?.state ?? { role: "none" },
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/server/standby/owners/:id/adopt",
      access: "config",
      summary: "an owner does not come back: its cameras, which are recorded here, become this recorder's own",
      params: z.object({ id: pathId }),
      answer: null,
    },
    async ({ params, who, request, reply }) => {
      const { id } = params;
      const known = standby ? [...standby.state.standsInFor, ...standby.state.owners] : [];
      const name = known.find((one) => one.id === id)?.name ?? "";
      const done = standby ? await standby.adopt(id) : refuse("standby/no-owner");
      if (done.ok) await journal.audit(who, "standby-adopted", id, request.ip, { name });
      return reply(done);
    },
  );

  openRoute(
    app,
    {
      method: "GET",
      url: STANDBY_PATH,
      summary: "recordings that this recorder has for another one of its standby group",
      query: offerAsk,
      answer: offer,
    },
    async ({ request, query, reply }) => {
      const call = asked(request);
      return reply(call.ok ? ok(await call.value.here.offers.list(call.value.by, query)) : call);
    },
  );

  openRoute(
    app,
    {
      method: "GET",
      url: `${STANDBY_PATH}/:id`,
      summary: "one of these recordings, as it is on the disk",
      params: offeredPath,
      answer: null,
    },
    async ({ request, params, reply, response }) => {
      const call = asked(request);
      if (!call.ok) return reply(call);
      const file = await call.value.here.offers.file(call.value.by, params.id);
      if (!file.ok) return reply(file);
      const { path, bytes } = file.value;
      const opened = await openedFile(path, bytes);
      if (!opened) return reply(refuse("archive/none"));
      response.header("content-length", bytes).header("cache-control", "no-store").type("video/mp4");
      return response.send(opened);
    },
  );

  openRoute(
    app,
    {
      method: "POST",
      url: `${STANDBY_PATH}/:id/taken`,
      summary: "the other recorder has it: a standby need not keep it",
      params: offeredPath,
      body: takenFile,
      answer: null,
    },
    async ({ request, params, body, reply }) => {
      const call = asked(request);
      return reply(call.ok ? await call.value.here.offers.taken(call.value.by, params.id, body.sha256) : call);
    },
  );

  openRoute(
    app,
    {
      method: "GET",
      url: STANDBY_NOTES_PATH,
      summary: "motion, marks and events that this recorder has for another one of its standby group",
      query: notesAsk,
      answer: notePage,
    },
    async ({ request, query, reply }) => {
      const call = asked(request);
      if (!call.ok) return reply(call);
      const { kind, skip, ...range } = query;
      return reply(ok({ rows: await call.value.here.notes.list(call.value.by, kind, skip, range) }));
    },
  );

  openRoute(
    app,
    {
      method: "POST",
      url: `${STANDBY_NOTES_PATH}/taken`,
      summary: "the other recorder has them: a standby need not keep them",
      body: takenNotes,
      answer: goneNotes,
    },
    async ({ request, body, reply }) => {
      const call = asked(request);
      if (!call.ok) return reply(call);
      return reply(ok({ gone: await call.value.here.notes.taken(call.value.by, body.kind, body.keys) }));
    },
  );
}
