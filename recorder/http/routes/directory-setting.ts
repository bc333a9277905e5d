/** How the company's directory is set up: for administrators. */
import type { FastifyInstance } from "fastify";
import { refuse } from "#domain/failures/failure.ts";
import {
  directorySignIn,
  directorySignInWrite,
  directoryTest,
  directoryTestAsk,
} from "#protocol/rest/accounts/directory.ts";
import { route } from "../route.ts";
import type { CommonUses } from "../services.ts";

const URL = "/service/directory-sign-in";

export function directorySettingRoutes(app: FastifyInstance, services: CommonUses<"directory" | "journal">): void {
  const { journal, directory } = services;

  route(
    app,
    services,
    {
      method: "GET",
      url: URL,
      access: "config",
      summary: "the company's directory (LDAP); the password that looks for people is not sent",
      answer: directorySignIn,
    },
    () => directory.shown(),
  );

  route(
    app,
    services,
    {
      method: "PUT",
      url: URL,
      access: "config",
      summary: "set up the company's directory; with another one its sign-ins end",
      body: directorySignInWrite,
      answer: directorySignIn,
    },
    async ({ who, body, request, reply }) => {
      const saved = await directory.set(body);
      if (!saved.ok) return reply(saved);
      await journal.audit(who, "directory-sign-in-modified", body.address, request.ip, {
        grants: body.grants.map(({ group, grants }) => `${group}: ${grants}`),
        others: body.others,
      });
      return directory.shown();
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: URL,
      access: "config",
      summary: "no directory any more; its sign-ins end",
      answer: null,
    },
    async ({ who, request, reply, response }) => {
      if (!(await directory.remove())) return reply(refuse("directory/not-set-up"));
      await journal.audit(who, "directory-sign-in-removed", "", request.ip);
      return response.code(204).send();
    },
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: `${URL}/test`,
      access: "config",
      summary: "ask the directory whether it can be used so, and for one person; nothing is saved",
      body: directoryTestAsk,
      answer: directoryTest,
      perMinute: 60,
    },
    async ({ who, body: { settings, name, password }, request, reply }) => {
      const tried = await directory.test(settings, name, password);
      const detail = tried.ok ? { name } : { name, code: tried.error.code };
      await journal.audit(who, "directory-sign-in-tested", settings.address, request.ip, detail);
      return reply(tried);
    },
  );
}
