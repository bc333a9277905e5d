/** Passkeys: signing in by one, and those of the own account. The same in both editions. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import {
  newPasskey,
  ownPasskey,
  ownPasskeys as passkeyList,
  ownProof,
  passkeyAdded,
  passkeyAsk,
  passkeyMaking,
  passkeyRename,
  passkeySignIn,
} from "#protocol/rest/accounts/passkey.ts";
import { session } from "#protocol/rest/accounts/session.ts";
import { factorRequest } from "#protocol/rest/accounts/sign-in.ts";
import { placeOf } from "../passkey-place.ts";
import { openRoute, route } from "../route.ts";
import type { CommonUses } from "../services.ts";
import { sessionCookie, visitorOf } from "../sign-in.ts";

const MINE = "/service/users/me/passkeys";
const params = z.strictObject({ id: pathId });
const nothing = z.strictObject({});

type Services = CommonUses<"sessionDesk" | "ownPasskeys" | "gate" | "knownDevices">;

export function passkeyRoutes(app: FastifyInstance, services: Services): void {
  signInRoutes(app, services);
  const { ownPasskeys } = services;
  const limits = { bodyLimit: 32_768, perMinute: 60 } as const;

  route(
    app,
    services,
    { method: "GET", url: MINE, access: "session", summary: "my passkeys", answer: passkeyList },
    ({ who }) => ownPasskeys.list(who),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: `${MINE}/options`,
      access: "session",
      summary: "begin a passkey of mine: what the browser needs to make it",
      body: ownProof,
      answer: passkeyMaking,
      ...limits,
    },
    async ({ who, body, request, reply }) =>
      reply(await ownPasskeys.begin(who, body.password, placeOf(request), visitorOf(request))),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: MINE,
      access: "session",
      summary: "add the passkey that the browser has made; with my first one come recovery codes",
      body: newPasskey,
      answer: passkeyAdded,
      ...limits,
    },
    async ({ who, body, request, reply }) => reply(await ownPasskeys.add(who, body, placeOf(request)), undefined, 201),
  );

  route(
    app,
    services,
    {
      method: "PATCH",
      url: `${MINE}/:id`,
      access: "session",
      summary: "rename a passkey of mine",
      params,
      body: passkeyRename,
      answer: ownPasskey,
    },
    async ({ who, params: { id }, body, request, reply }) =>
      reply(await ownPasskeys.rename(who, id, body.name, visitorOf(request))),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: `${MINE}/:id/removal`,
      access: "session",
      summary: "remove a passkey of mine",
      params,
      body: ownProof,
      answer: null,
      ...limits,
    },
    async ({ who, params: { id }, body, request, reply }) =>
      reply(await ownPasskeys.remove(who, id, body.password, visitorOf(request))),
  );
}

function signInRoutes(app: FastifyInstance, services: Services): void {
  const { sessionDesk, config } = services;
  const cookie = sessionCookie(services);
  const isTls = config.tls.cert !== "";

  openRoute(
    app,
    {
      method: "POST",
      url: "/service/sessions/passkey/options",
      summary: "what a passkey is asked that signs in by itself",
      body: nothing,
      answer: passkeyAsk,
      signsIn: true,
      perMinute: 300,
    },
    async ({ request, reply, response }) => reply(await sessionDesk.askPasskey(placeOf(request, response, isTls))),
  );

  openRoute(
    app,
    {
      method: "POST",
      url: "/service/sessions/passkey",
      summary: "sign in by a passkey alone",
      body: passkeySignIn,
      answer: session,
      signsIn: true,
      bodyLimit: 32_768,
      perMinute: 300,
    },
    async ({ body, request, reply, response }) => {
      const answer = await sessionDesk.signInByPasskey(body, placeOf(request), visitorOf(request));
      if (answer.ok) cookie.give(response, answer.value, body);
      return reply(answer, (begun) => begun.session);
    },
  );

  openRoute(
    app,
    {
      method: "POST",
      url: "/service/sessions/second-factor/passkey",
      summary: "what a passkey is asked as a second factor, after the right password",
      body: factorRequest,
      answer: passkeyAsk,
      signsIn: true,
      bodyLimit: 8192,
      perMinute: 60,
    },
    async ({ body, request, reply, response }) =>
      reply(await sessionDesk.passkeyStep(body, placeOf(request, response, isTls), visitorOf(request))),
  );

  openRoute(
    app,
    {
      method: "POST",
      url: "/service/sessions/second-factor/new-passkey",
      summary: "begin a passkey as the second factor of an account that must have one; signing in with it completes it",
      body: factorRequest,
      answer: passkeyMaking,
      signsIn: true,
      bodyLimit: 8192,
      perMinute: 60,
    },
    async ({ body, request, reply, response }) =>
      reply(await sessionDesk.beginPasskey(body, placeOf(request, response, isTls), visitorOf(request))),
  );
}
