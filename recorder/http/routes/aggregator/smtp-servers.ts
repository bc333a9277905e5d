/** SMTP servers, through which notifications are mailed. Administrators only; passwords go in and never come out. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import {
  smtpServer,
  smtpServerCreate,
  smtpServerList,
  smtpServerPatch,
  smtpTest,
  smtpTestAnswer,
} from "#protocol/rest/server/smtp-server.ts";
import type { AggregatorServices } from "#recorder/http/aggregator-services.ts";
import { route, say } from "#recorder/http/route.ts";

const params = z.strictObject({ id: pathId });
const list = "/service/smtp-servers";
const url = `${list}/:id`;
const access = "config";
/** Each test dials a host that the caller names. */
const TESTS_PER_MINUTE = 20;

export function smtpServerRoutes(app: FastifyInstance, services: AggregatorServices): void {
  const { smtpServers, journal } = services;
  route(
    app,
    services,
    { method: "GET", url: list, access, summary: "SMTP servers by name", answer: smtpServerList },
    async () => ({ href: list, smtpServers: await smtpServers.list() }),
  );
  route(
    app,
    services,
    { method: "POST", url: list, access, summary: "add an SMTP server", body: smtpServerCreate, answer: smtpServer },
    async ({ body, who, request, reply }) => {
      const answer = await smtpServers.create(body);
      if (answer.ok) await journal.audit(who, "smtp-server-added", answer.value.id, request.ip, { host: body.host });
      return say(reply, answer, (value) => value, 201);
    },
  );
  route(
    app,
    services,
    {
      method: "POST",
      url: `${list}/test`,
      access,
      summary: "send a test mail with these settings, saved or not",
      body: smtpTest,
      answer: smtpTestAnswer,
      perMinute: TESTS_PER_MINUTE,
    },
    async ({ body, who, request, reply }) => {
      const answer = await smtpServers.test(body);
      const success = answer.ok && answer.value.success;
      await journal.audit(who, "smtp-server-tested", body.id ?? "", request.ip, { host: body.host, success });
      return say(reply, answer);
    },
  );
  route(
    app,
    services,
    { method: "GET", url, access, summary: "one SMTP server", params, answer: smtpServer },
    async ({ params: { id }, reply }) => say(reply, await smtpServers.get(id)),
  );
  route(
    app,
    services,
    {
      method: "PATCH",
      url,
      access,
      summary: "change an SMTP server; without a password the stored one stays",
      params,
      body: smtpServerPatch,
      answer: smtpServer,
    },
    async ({ params: { id }, body, who, request, reply }) => {
      const answer = await smtpServers.patch(id, body);
      const changed = Object.keys(body);
      if (answer.ok) await journal.audit(who, "smtp-server-modified", id, request.ip, { changed });
      return say(reply, answer);
    },
  );
  route(
    app,
    services,
    {
      method: "DELETE",
      url,
      access,
      summary: "remove an SMTP server; notifications that used it are not sent until they have another",
      params,
      answer: null,
    },
    async ({ params: { id }, who, request, reply }) => {
      const answer = await smtpServers.remove(id);
      if (answer.ok) await journal.audit(who, "smtp-server-removed", id, request.ip);
      return say(reply, answer);
    },
  );
}
