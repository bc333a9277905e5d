/** How the company's provider is set up: for administrators. */
import type { FastifyInstance } from "fastify";
import { ok } from "#base/result.ts";
import { refuse } from "#domain/failures/failure.ts";
import { companySignIn, companySignInWrite, companyTest } from "#protocol/rest/accounts/company.ts";
import { COMPANY_PATHS } from "#recorder/accounts/company/company-settings.ts";
import type { CommonUses } from "../services.ts";
import { signInSettingRoutes } from "./sign-in-setting.ts";

export function companySettingRoutes(app: FastifyInstance, services: CommonUses<"companyDesk" | "journal">): void {
  const { setting } = services.companyDesk;
  signInSettingRoutes(app, services, {
    url: "/service/company-sign-in",
    actions: {
      modified: "company-sign-in-modified",
      removed: "company-sign-in-removed",
      tested: "company-sign-in-tested",
    },
    summaries: {
      get: "the company's OpenID Connect provider; its client secret is not sent",
      set: "set up the company's provider; with another issuer or client its sign-ins end",
      remove: "no company sign-in any more; its sign-ins end",
      test: "ask the provider whether it can be used so; nothing is saved",
    },
    shapes: { shown: companySignIn, write: companySignInWrite, test: companySignInWrite, tested: companyTest },
    shown: async () => ({ settings: await setting.shown(), paths: COMPANY_PATHS }),
    set: (ask) => setting.set(ask),
    remove: async () => ((await setting.remove()) ? ok(null) : refuse("company/not-set-up")),
    test: (ask) => setting.test(ask),
    target: ({ issuer }) => issuer,
    tried: ({ issuer }) => ({ target: issuer, detail: {} }),
  });
}
