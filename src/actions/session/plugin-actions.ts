/** The server's plugins, for the menu and their pages. */
import type { Plugin } from "#domain/plugins.ts";
import { type App, appList } from "#protocol/rest/server/app.ts";
import type { PluginStore } from "#state/plugin-store.ts";
import type { HttpClient } from "#transport/http.ts";

/** Fetches the list; a failure keeps the old one. */
export async function loadPlugins(http: HttpClient, store: PluginStore): Promise<void> {
  const answer = await http.json({ path: "/service/apps" }, appList);
  store.change((facts) => {
    // Also after a failure: a page that waits for the list then shows that it is missing.
    facts.status = "ready";
    if (answer.ok) facts.list = answer.value.apps.map(pluginOf) as typeof facts.list;
  });
}

const pluginOf = ({ rootpath, name, provider, extensions }: App): Plugin => ({
  rootpath,
  name,
  provider: provider
    ? {
        name: provider.name,
        logo: provider.logo ?? "",
        supportUrl: provider.support?.url ?? "",
        email: provider.support?.email ?? "",
        phone: provider.support?.phone ?? "",
      }
    : null,
  extensions: extensions.map(({ point, extension }) => ({
    point,
    route: extension.route,
    source: extension.source,
    name: extension.name,
    iconSource: extension.iconSource ?? null,
  })),
});
