/** Sign-in at the company's provider: the way there and back, why somebody was refused, and sign-out there. */
import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod/mini";
import { fail, ok } from "#base/result.ts";
import { companyStart, companyStarted, logoutToken } from "#protocol/rest/accounts/company.ts";
import { COMPANY_PATHS } from "#recorder/accounts/company/company-settings.ts";
import { SIGN_IN_MS } from "#recorder/accounts/company/company-desk.ts";
import { openRoute } from "../route.ts";
import type { CommonUses } from "../services.ts";
import { originOf } from "../server/origins.ts";
import { sessionCookie, visitorOf } from "../sign-in.ts";

/** What a browser keeps on its way to the provider and back, and then why it was refused. */
const FLOW_COOKIE = "proscenium_company";
/** What is kept once the page has said why: whoever was refused may have another account there, and is asked which. */
const WAS_REFUSED = "refused";
/** From the provider's way back to the page, relative: a proxy may show both below a path of its own. */
const TO_PAGE = "../".repeat(COMPANY_PATHS.redirect.split("/").length - 2);
/** A page of ours to come back to, which asks why. */
const REFUSED_PAGE = `${TO_PAGE}#/sign-in?refused`;

export function companyRoutes(
  app: FastifyInstance,
  services: CommonUses<"companyDesk" | "gate" | "knownDevices">,
): void {
  const { companyDesk } = services;
  const cookie = sessionCookie(services);
  // Lax: the browser comes back from another site, and a stricter one would stay away.
  const options = { path: "/", httpOnly: true, sameSite: "lax" } as const;
  const keep = (response: FastifyReply, value: string, isSecure: boolean): FastifyReply =>
    response.setCookie(FLOW_COOKIE, value, { ...options, secure: isSecure, maxAge: SIGN_IN_MS / 1000 });
  const forget = (response: FastifyReply): FastifyReply => response.clearCookie(FLOW_COOKIE, options);

  openRoute(
    app,
    {
      method: "POST",
      url: COMPANY_PATHS.redirect,
      summary: "begin a sign-in at the company's provider: the address where the browser goes on",
      body: companyStart,
      answer: companyStarted,
      signsIn: true,
      bodyLimit: 8192,
      perMinute: 300,
    },
    async ({ body, request, reply, response }) => {
      const origin = originOf(request.headers.origin ?? "");
      const kept = request.cookies[FLOW_COOKIE] ?? "";
      const wasRefused = kept === WAS_REFUSED || companyDesk.refusal(kept) !== null;
      const begun = await companyDesk.begin(body, visitorOf(request), origin, wasRefused);
      if (begun.ok) keep(response, begun.value.kept, begun.value.isSecure);
      return reply(begun, ({ address }) => ({ address }));
    },
  );

  openRoute(
    app,
    {
      method: "GET",
      url: COMPANY_PATHS.redirect,
      summary: "where the company's provider sends the browser back to",
      query: z.record(z.string(), z.unknown()),
      answer: null,
      signsIn: true,
      perMinute: 300,
    },
    async ({ request, response }) => {
      const query = request.url.slice(request.url.indexOf("?") + 1);
      const sealed = request.cookies[FLOW_COOKIE] ?? null;
      const answer = await companyDesk.finish(query, sealed, visitorOf(request));
      if (answer.ok) {
        cookie.give(response, answer.value.begun, answer.value);
        return forget(response).redirect(`${TO_PAGE}${answer.value.page}`, 303);
      }
      const isSecure = request.protocol === "https";
      return keep(response, companyDesk.keepRefusal(answer.error), isSecure).redirect(REFUSED_PAGE, 303);
    },
  );

  openRoute(
    app,
    {
      method: "GET",
      url: `${COMPANY_PATHS.redirect}/refusal`,
      summary: "why this browser's sign-in at the company's provider was refused; 204: it was not",
      answer: null,
      signsIn: true,
    },
    ({ request, reply, response }) => {
      const why = companyDesk.refusal(request.cookies[FLOW_COOKIE] ?? null);
      if (why) keep(response, WAS_REFUSED, request.protocol === "https");
      return reply(why ? fail(why) : ok(null));
    },
  );

  openRoute(
    app,
    {
      method: "POST",
      url: COMPANY_PATHS.backChannel,
      summary: "the company's provider says that somebody has signed out there (back-channel logout)",
      body: logoutToken,
      consumes: ["application/x-www-form-urlencoded"],
      answer: null,
      signsIn: true,
      bodyLimit: 32_768,
      perMinute: 300,
    },
    async ({ body, request, reply, response }) => {
      const ended = await companyDesk.endedThere(body.logout_token, request.ip);
      response.header("cache-control", "no-store");
      return ended.ok ? response.code(200).send() : reply(ended);
    },
  );
}
