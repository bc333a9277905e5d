/** The client that this recorder serves: taking another one, and going back. */
import { ok } from "#base/result.ts";
import { refuse } from "#domain/failures/failure.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { CLIENT_UPLOAD_TIMEOUT_MS } from "#domain/limits/administration.ts";
import { everyone } from "#recorder/core/audience.ts";
import type { CommonUses } from "#recorder/http/services.ts";
import { route } from "#recorder/http/route.ts";
import { visitorOf } from "#recorder/http/sign-in.ts";

const CONFIRM_HEADER = "x-confirm-password";
const MAX_CLIENT_BYTES = 64 * 1024 * 1024;

export function clientRoutes(
  app: FastifyInstance,
  services: CommonUses<"client" | "hub" | "journal" | "nodes" | "sessions">,
): void {
  const { client, hub, journal, nodes } = services;
  /** Open pages are told: they offer to load the other client, and do so when the user agrees. */
  const tell = (): void => hub.publish("config-modified", "client", "1", everyone);
  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/ui",
      access: "config",
      summary: "take another client: a zip of a build, served at once; X-Confirm-Password: one's own, UTF-8 in base64",
      body: z.custom<Buffer>((value) => Buffer.isBuffer(value), "a zip file is expected"),
      answer: null,
      consumes: ["application/zip", "application/octet-stream"],
      bodyLimit: MAX_CLIENT_BYTES,
      bodyTimeMs: CLIENT_UPLOAD_TIMEOUT_MS,
    },
    async ({ body, who, request, reply }) => {
      // A script acting for a user who left the page open must not put its own client into everybody's browser, so the
      // password is ¶ asked for. HTTP Basic has just sent it.
      const password = Buffer.from(String(request.headers[CONFIRM_HEADER] ?? ""), "base64").toString("utf8");
      const confirmed =
        who.via === "basic"
          ? ok(null)
          : await services.sessions.confirm(who, password, request.ip, visitorOf(request).device);
      // It would lie in the folder of this one only, and a page would have it by chance.
      const mayLieHere = nodes.count === 1 ? confirmed : refuse("client/several-servers");
      const answer = mayLieHere.ok ? await client.install(body) : mayLieHere;
      if (answer.ok) {
        await journal.audit(who, "client-updated", "", request.ip, { bytes: body.length });
        tell();
      }
      return reply(answer);
    },
  );
  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/ui",
      access: "config",
      summary: "back to the client that the recorder came with",
      answer: null,
    },
    async ({ who, request, reply }) => {
      const answer = await client.restore();
      if (answer.ok) {
        await journal.audit(who, "client-restored", "", request.ip);
        tell();
      }
      return reply(answer);
    },
  );
}
