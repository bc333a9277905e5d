/** How the company's provider is set up: for administrators. */
import type { FastifyInstance } from "fastify";
import { refuse } from "#domain/failures/failure.ts";
import { companySignIn, companySignInWrite, companyTest } from "#protocol/rest/accounts/company.ts";
import { COMPANY_PATHS } from "#recorder/accounts/company/company-settings.ts";
import { route } from "../route.ts";
import type { CommonUses } from "../services.ts";

const URL = "/service/company-sign-in";

export function companySettingRoutes(app: FastifyInstance, services: CommonUses<"companyDesk" | "journal">): void {
  const { journal, companyDesk } = services;
  const { setting } = companyDesk;
  const shown = async () => ({ settings: await setting.shown(), paths: COMPANY_PATHS });

  route(
    app,
    services,
    {
      method: "GET",
      url: URL,
      access: "config",
      summary: "the company's OpenID Connect provider; its client secret is not sent",
      answer: companySignIn,
    },
    shown,
  );

  route(
    app,
    services,
    {
      method: "PUT",
      url: URL,
      access: "config",
      summary: "set up the company's provider; with another issuer or client its sign-ins end",
      body: companySignInWrite,
      answer: companySignIn,
    },
    async ({ who, body, request, reply }) => {
      const saved = await setting.set(body);
      if (!saved.ok) return reply(saved);
      await journal.audit(who, "company-sign-in-modified", body.issuer, request.ip, {
        grants: body.grants.map(({ group, grants }) => `${group}: ${grants}`),
        others: body.others,
      });
      return shown();
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: URL,
      access: "config",
      summary: "no company sign-in any more; its sign-ins end",
      answer: null,
    },
    async ({ who, request, reply, response }) => {
      if (!(await setting.remove())) return reply(refuse("company/not-set-up"));
      await journal.audit(who, "company-sign-in-removed", "", request.ip);
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
      summary: "ask the provider whether it can be used so; nothing is saved",
      body: companySignInWrite,
      answer: companyTest,
      perMinute: 60,
    },
    async ({ who, body, request, reply }) => {
      const tried = await setting.test(body);
      const detail = tried.ok ? {} : { code: tried.error.code };
      await journal.audit(who, "company-sign-in-tested", body.issuer, request.ip, detail);
      return reply(tried);
    },
  );
}
