/** Plugins: their list, and the files that their pages are made of. */
import { failure, refuse } from "#domain/failures/failure.ts";
import { extname } from "node:path";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { type App, appList } from "#protocol/rest/server/app.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { PluginKeys, readPluginFile, readPlugins } from "#recorder/site/plugins.ts";
import type { CommonUses } from "../services.ts";
import { FILE_TYPES } from "../files/file-types.ts";
import { openRoute, route } from "../route.ts";
import { PLUGIN_POLICY } from "../files/security-headers.ts";

const fileParams = z.object({
  rootpath: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  "*": z.string().check(z.maxLength(400)),
});
const openFileParams = z.extend(fileParams, { key: z.string().check(z.maxLength(100)) });
/** A page may put anything into its address. */
const anyQuery = z.record(z.string(), z.unknown());

export function pluginRoutes(app: FastifyInstance, services: CommonUses<"log" | "mayUseApp" | "now">): void {
  const { config, log } = services;
  const keys = new PluginKeys(services.now);
  const appsOf = (who: Identity): App[] =>
    readPlugins(config.apps, log).flatMap(({ app }) => (services.mayUseApp(who, app.id) ? [app] : []));
  const unknown = refuse("app/unknown");

  route(
    app,
    services,
    { method: "GET", url: "/service/apps", access: "session", summary: "plugins", answer: appList },
    ({ who }) => ({ href: "/service/apps", apps: appsOf(who) }),
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/app-proxy/:rootpath/*",
      access: "session",
      summary: "a plugin's page: leads to its file, where the page's own files open without a cookie",
      params: fileParams,
      query: anyQuery,
      answer: null,
    },
    ({ params, who, reply, response }) => {
      const { rootpath, "*": path } = params;
      if (!appsOf(who).some((one) => one.rootpath === rootpath)) return reply(unknown);
      const file = path.split("/").map(encodeURIComponent).join("/");
      return response.redirect(`/service/app-files/${keys.issue(rootpath)}/${rootpath}/${file}`, 302);
    },
  );

  openRoute(
    app,
    {
      method: "GET",
      url: "/service/app-files/:key/:rootpath/*",
      summary: "a file of a plugin, for whoever was led to its page",
      params: openFileParams,
      query: anyQuery,
      answer: null,
    },
    ({ params, reply, response }) => {
      const { key, rootpath, "*": path } = params;
      if (!keys.accepts(key, rootpath)) return reply(unknown);
      const plugin = readPlugins(config.apps, log).find((one) => one.app.rootpath === rootpath);
      const body = plugin ? readPluginFile(plugin, path) : null;
      if (body === null) return reply(refuse("app/unknown", { cause: failure("app/no-file") }));
      response.header("content-security-policy", PLUGIN_POLICY);
      // The sandboxed page has no origin: what it loads is cross-origin to it. The key in the path is what guards it.
      response.header("cross-origin-resource-policy", "cross-origin");
      response.header("access-control-allow-origin", "*");
      return response.type(FILE_TYPES[extname(path).toLowerCase()] ?? "application/octet-stream").send(body);
    },
  );
}
