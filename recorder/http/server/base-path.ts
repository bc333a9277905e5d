/**
 * The path under which a proxy passes requests on unchanged (`http.base-path`). Requests without it are answered, too: those
 * of monitoring and of other servers, which do not come through the proxy.
 */
export function withoutBasePath(url: string, basePath: string): string {
  if (basePath === "" || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  return rest.startsWith("/") ? rest : rest === "" || rest.startsWith("?") ? `/${rest}` : url;
}
