/** Plugin pages and their entries in the nested Apps submenu (document 1, sections 2 and 3). */

interface PluginExtension {
  readonly point: string;
  readonly route: string;
  readonly source: string;
  readonly name: string;
  readonly iconSource: string | null;
}
/** The author; each field is "" where the plugin does not name it. */
export interface PluginProvider {
  readonly name: string;
  /** data: address of a picture */
  readonly logo: string;
  readonly supportUrl: string;
  readonly email: string;
  readonly phone: string;
}
export interface Plugin {
  readonly rootpath: string;
  readonly name: string;
  readonly provider: PluginProvider | null;
  readonly extensions: readonly PluginExtension[];
}

/** '#!/plugin/{rootpath}/{route}' */
const pluginPath = (rootpath: string, route: string): string =>
  `#!/plugin/${encodeURIComponent(trimmed(rootpath))}/${trimmed(route).split("/").map(encodeURIComponent).join("/")}`;

const trimmed = (path: string): string => path.replaceAll(/^\/+|\/+$/g, "");

export interface AppEntry {
  readonly path: string;
  readonly name: string;
  /** address of its picture */
  readonly iconSource: string | null;
}
/** Entries of the Apps submenu: the extensions at 'nav-menu', plugins in the order given. */
export const appEntries = (plugins: readonly Plugin[]): AppEntry[] =>
  plugins.flatMap((plugin) =>
    plugin.extensions
      .filter((extension) => extension.point === "nav-menu")
      .map(({ route, name, iconSource }) => ({
        path: pluginPath(plugin.rootpath, route),
        name,
        iconSource: iconSource === null ? null : fileOf(plugin, iconSource),
      })),
  );

/** The extension that a plugin path names; null when there is none (a 404). */
export function pluginAt(
  plugins: readonly Plugin[],
  path: string,
): { readonly plugin: Plugin; readonly extension: PluginExtension } | null {
  for (const plugin of plugins)
    for (const extension of plugin.extensions) {
      const own = pluginPath(plugin.rootpath, extension.route);
      // A router may show the same address as "/!/plugin/..." or "/plugin/...".
      if (path.replace(/^#?\/?!?(?=\/plugin\/)/, "") === own.slice(2)) return { plugin, extension };
    }
  return null;
}

/** The address of the page's frame: below the plugin's root behind the server's proxy for apps. */
export const pluginSource = (plugin: Plugin, extension: PluginExtension): string => fileOf(plugin, extension.source);

/** Relative to the page, which may be below a path of a proxy. */
const fileOf = ({ rootpath }: Plugin, path: string): string =>
  `service/app-proxy/${encodeURIComponent(trimmed(rootpath))}/${trimmed(path)}`;

/** A page that requests more than this is cut: its frame scrolls. */
const TALLEST_PX = 20_000;

/**
 * The size that a plugin's page requests for its frame: `{type: "resize", height}` in px, or `{type: "resize"}` for all
 * the available height ("fill"). Any other message is null.
 */
export function askedHeight(message: unknown): number | "fill" | null {
  if (typeof message !== "object" || message === null) return null;
  const { type, height } = message as Record<string, unknown>;
  if (type !== "resize") return null;
  if (height === undefined) return "fill";
  return typeof height === "number" && height > 0 && height <= TALLEST_PX ? Math.ceil(height) : null;
}
