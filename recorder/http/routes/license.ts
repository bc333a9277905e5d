/** The licence: its state, offline keys, and activation through the licence service. */
import type { FastifyInstance } from "fastify";
import { activationService, activationWrite, licenseWrite } from "#protocol/rest/server/license.ts";
import { licenseSession } from "#protocol/rest/server/server.ts";
import { can } from "#recorder/core/identity.ts";
import { machineId } from "#recorder/core/machine-id.ts";
import type { Uses } from "../services.ts";
import { route } from "../route.ts";

/** Codes can be guessed, and the service must not be flooded through us. */
const ACTIVATIONS_PER_MINUTE = 20;

export function licenseRoutes(
  app: FastifyInstance,
  services: Uses<"activation" | "journal" | "licensing" | "uuid">,
): void {
  const { licensing, activation, journal, config } = services;
  const url = "/service/license-session";

  route(
    app,
    services,
    { method: "GET", url, access: "session", summary: "licence and its state", answer: licenseSession },
    ({ who }) => licensing.session(can(who, "config")),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url,
      access: "config",
      summary: "take an offline licence key; it holds from the next start on",
      body: licenseWrite,
      answer: licenseSession,
    },
    async ({ body, who, request, reply }) => {
      const answer = await licensing.install(body.license);
      if (answer.ok) await journal.audit(who, "license-installed", "", request.ip);
      return reply(answer);
    },
  );

  route(
    app,
    services,
    { method: "DELETE", url, access: "config", summary: "back to trial from the next start on", answer: null },
    async ({ who, request, reply }) => {
      const answer = await licensing.remove();
      if (answer.ok) await journal.audit(who, "license-removed", "", request.ip);
      return reply(answer);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: `${url}/activation`,
      access: "config",
      summary: "can the activation service be reached; where offline keys come from",
      answer: activationService,
    },
    async () => ({
      reachable: await activation.reachable(),
      machineId: machineId(services.uuid),
      portal: config.activation.portal,
      brand: config.activation.brand,
    }),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: `${url}/activation`,
      access: "config",
      summary: "activate or renew with a code through the activation service",
      body: activationWrite,
      answer: licenseSession,
      perMinute: ACTIVATIONS_PER_MINUTE,
    },
    async ({ body, who, request, reply }) => {
      const answer = await licensing.activate(body.code, body.location ?? "");
      if (answer.ok) await journal.audit(who, "license-activated", "", request.ip);
      return reply(answer);
    },
  );
}
