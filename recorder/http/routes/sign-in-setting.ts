/** A way by which the company's people sign in, as administrators set it up, try it and remove it; each is in the audit. */
import type { FastifyInstance } from "fastify";
import type * as z from "zod/mini";
import type { Result } from "#base/result.ts";
import type { AuditAction } from "#domain/accounts/audit.ts";
import type { GrantRules } from "#domain/accounts/company-sign-in.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { route } from "../route.ts";
import type { CommonUses } from "../services.ts";

interface SignInSetting<Shown, Write extends GrantRules, Test, Tested> {
  readonly url: string;
  /** what the audit calls it */
  readonly actions: Readonly<Record<"modified" | "removed" | "tested", AuditAction>>;
  readonly summaries: Readonly<Record<"get" | "set" | "remove" | "test", string>>;
  readonly shapes: {
    readonly shown: z.ZodMiniType<Shown>;
    readonly write: z.ZodMiniType<Write>;
    readonly test: z.ZodMiniType<Test>;
    readonly tested: z.ZodMiniType<Tested>;
  };
  readonly shown: () => Promise<Shown>;
  readonly set: (ask: Write) => Promise<Result<null, Failure>>;
  /** why there is nothing to remove; null = it is removed */
  readonly remove: () => Promise<Result<null, Failure>>;
  readonly test: (ask: Test) => Promise<Result<Tested, Failure>>;
  /** what of it stands in the audit */
  readonly target: (ask: Write) => string;
  readonly tried: (ask: Test) => { readonly target: string; readonly detail: Readonly<Record<string, string>> };
}

export function signInSettingRoutes<Shown, Write extends GrantRules, Test, Tested>(
  app: FastifyInstance,
  services: CommonUses<"journal">,
  of: SignInSetting<Shown, Write, Test, Tested>,
): void {
  const { journal } = services;
  const { url, actions, summaries, shapes } = of;
  const access = "config";

  route(app, services, { method: "GET", url, access, summary: summaries.get, answer: shapes.shown }, of.shown);

  route(
    app,
    services,
    { method: "PUT", url, access, summary: summaries.set, body: shapes.write, answer: shapes.shown },
    async ({ who, body, request, reply }) => {
      const saved = await of.set(body);
      if (!saved.ok) return reply(saved);
      await journal.audit(who, actions.modified, of.target(body), request.ip, {
        grants: body.grants.map(({ group, grants }) => `${group}: ${grants}`),
        others: body.others,
      });
      return of.shown();
    },
  );

  route(
    app,
    services,
    { method: "DELETE", url, access, summary: summaries.remove, answer: null },
    async ({ who, request, reply, response }) => {
      const removed = await of.remove();
      if (!removed.ok) return reply(removed);
      await journal.audit(who, actions.removed, "", request.ip);
      return response.code(204).send();
    },
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: `${url}/test`,
      access,
      summary: summaries.test,
      body: shapes.test,
      answer: shapes.tested,
      perMinute: 60,
    },
    async ({ who, body, request, reply }) => {
      const answer = await of.test(body);
      const { target, detail } = of.tried(body);
      await journal.audit(who, actions.tested, target, request.ip, {
        ...detail,
        ...(answer.ok ? {} : { code: answer.error.code }),
      });
      return reply(answer);
    },
  );
}
