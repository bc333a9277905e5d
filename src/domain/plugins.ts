/** Plugin pages and their entries in the nested Apps submenu (document 1, sections 2 and 3). */

export interface PluginExtension {
  readonly point: string;
  readonly route: string;
  readonly source: string;
  readonly name: string;
  readonly iconSource: string | null;
}
export interface Plugin {
  readonly rootpath: string;
  readonly extensions: readonly PluginExtension[];
}

/** '#!/plugin/{rootpath}/{route}' */
export const pluginPath = (rootpath: string, route: string): string =>
  `#!/plugin/${encodeURIComponent(trimmed(rootpath))}/${trimmed(route).split("/").map(encodeURIComponent).join("/")}`;

const trimmed = (path: string): string => path.replaceAll(/^\/+|\/+$/g, "");

export interface AppEntry {
  readonly path: string;
  readonly name: string;
  readonly iconSource: string | null;
}
/** Entries of the Apps submenu: the extensions at 'nav-menu', plugins in the order given. */
export const appEntries = (plugins: readonly Plugin[]): AppEntry[] =>
  plugins.flatMap((plugin) =>
    plugin.extensions
      .filter((extension) => extension.point === "nav-menu")
      .map(({ route, name, iconSource }) => ({ path: pluginPath(plugin.rootpath, route), name, iconSource })),
  );

/** The extension that a plugin path names; null when there is none (a 404). */
export function pluginAt(
  plugins: readonly Plugin[],
  path: string,
): { readonly plugin: Plugin; readonly extension: PluginExtension } | null {
  for (const plugin of plugins)
    for (const extension of plugin.extensions) {
      const own = pluginPath(plugin.rootpath, extension.route);
      // A router may see the same address as "/!/plugin/..." or "/plugin/...".
      if (path.replace(/^#?\/?!?(?=\/plugin\/)/, "") === own.slice(2)) return { plugin, extension };
    }
  return null;
}

/** What the page's frame shows: below the plugin's root behind the server's proxy for apps. */
export const pluginSource = (plugin: Plugin, extension: PluginExtension): string =>
  `/service/app-proxy/${encodeURIComponent(trimmed(plugin.rootpath))}/${trimmed(extension.source)}`;
