/** How the company's directory is set up: for administrators. */
import type { FastifyInstance } from "fastify";
import { ok } from "#base/result.ts";
import { refuse } from "#domain/failures/failure.ts";
import {
  directorySignIn,
  directorySignInWrite,
  directoryTest,
  directoryTestAsk,
} from "#protocol/rest/accounts/directory.ts";
import type { CommonUses } from "../services.ts";
import { signInSettingRoutes } from "./sign-in-setting.ts";

export function directorySettingRoutes(app: FastifyInstance, services: CommonUses<"directory" | "journal">): void {
  const { directory } = services;
  signInSettingRoutes(app, services, {
    url: "/service/directory-sign-in",
    actions: {
      modified: "directory-sign-in-modified",
      removed: "directory-sign-in-removed",
      tested: "directory-sign-in-tested",
    },
    summaries: {
      get: "the company's directory (LDAP); the password that looks for people is not sent",
      set: "set up the company's directory; with another one its sign-ins end",
      remove: "no directory any more; its sign-ins end",
      test: "ask the directory whether it can be used so, and for one person; nothing is saved",
    },
    shapes: {
      shown: directorySignIn,
      write: directorySignInWrite,
      test: directoryTestAsk,
      tested: directoryTest,
    },
    shown: () => directory.shown(),
    set: (ask) => directory.set(ask),
    remove: async () => ((await directory.remove()) ? ok(null) : refuse("directory/not-set-up")),
    test: ({ settings, name, password }) => directory.test(settings, name, password),
    target: ({ address }) => address,
    tried: ({ settings, name }) => ({ target: settings.address, detail: { name } }),
  });
}
