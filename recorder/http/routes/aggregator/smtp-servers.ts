/** SMTP servers, through which notifications are mailed. Administrators only; passwords go in and never come out. */
import type { FastifyInstance } from "fastify";
import {
  smtpServer,
  smtpServerCreate,
  smtpServerList,
  smtpServerPatch,
  smtpTest,
  smtpTestAnswer,
} from "#protocol/rest/server/smtp-server.ts";
import type { AggregatorUses } from "#recorder/http/aggregator-services.ts";
import { crudRoutes } from "#recorder/http/crud-routes.ts";
import { route } from "#recorder/http/route.ts";

const url = "/service/smtp-servers";
/** Each test dials a host that the caller names. */
const TESTS_PER_MINUTE = 20;

export function smtpServerRoutes(app: FastifyInstance, services: AggregatorUses<"smtpServers" | "journal">): void {
  const { smtpServers, journal } = services;

  crudRoutes(app, services, {
    url,
    member: "smtpServers",
    access: { read: "config", write: "config" },
    summaries: {
      list: "SMTP servers by name",
      add: "add an SMTP server",
      get: "one SMTP server",
      patch: "change an SMTP server; without a password the stored one stays",
      remove: "remove an SMTP server; notifications that used it are not sent until they have another",
    },
    schemas: { list: smtpServerList, item: smtpServer, create: smtpServerCreate, patch: smtpServerPatch },
    audit: { noun: "smtp-server", added: ({ host }) => ({ host }) },
    service: smtpServers,
  });

  route(
    app,
    services,
    {
      method: "POST",
      url: `${url}/test`,
      access: "config",
      summary: "send a test mail with these settings, saved or not",
      body: smtpTest,
      answer: smtpTestAnswer,
      perMinute: TESTS_PER_MINUTE,
    },
    async ({ body, who, request, reply }) => {
      const answer = await smtpServers.test(body);
      const success = answer.ok && answer.value.success;
      await journal.audit(who, "smtp-server-tested", body.id ?? "", request.ip, { host: body.host, success });
      return reply(answer);
    },
  );
}
