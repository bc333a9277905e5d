/** The route table and the navigation entries: document 1 section 2 and document 2 section 2. */
import { effectiveVisitor, isAdministrator, isManager, type Visitor } from "./accounts/access.ts";

export const ROUTES = [
  "sign-in",
  "stage",
  "player",
  "cameras",
  "retention-policy",
  "system-status",
  "system-report",
  "audit",
  "activation",
  "users",
  "servers",
  "camera-groups",
  "permission-groups",
  "notifications",
  "flags",
  "version",
  "plugin",
  "unsupported-browser",
  "no-websocket",
  "incognito",
  "browser-compatibility",
] as const;
export type Route = (typeof ROUTES)[number];

/**
 * Screens of one server below `servers/{id}/`: the screens of a standalone recorder, for a server that the aggregator
 * manages.
 */
export const SERVER_SCREENS = ["retention-policy", "users", "system-status", "system-report", "audit"] as const;
export type ServerScreen = (typeof SERVER_SCREENS)[number];

type RouteDecision =
  | { readonly kind: "allow"; readonly route: Route }
  | { readonly kind: "redirect"; readonly to: "sign-in" | "stage" | "player" }
  | { readonly kind: "not-found" };

type Rule =
  | "open"
  | "signed-in"
  | "administrator"
  | "any-administrator"
  | "manager"
  | "users"
  | "aggregator-administrator";

const rules: Readonly<Record<Exclude<Route, "sign-in" | "player">, Rule>> = {
  stage: "signed-in",
  cameras: "administrator",
  "retention-policy": "administrator",
  "system-status": "manager",
  "system-report": "manager",
  audit: "any-administrator",
  activation: "administrator",
  users: "users",
  servers: "aggregator-administrator",
  "camera-groups": "aggregator-administrator",
  "permission-groups": "aggregator-administrator",
  notifications: "aggregator-administrator",
  flags: "signed-in",
  version: "open",
  plugin: "signed-in",
  "unsupported-browser": "open",
  "no-websocket": "open",
  incognito: "open",
  "browser-compatibility": "open",
};

/**
 * The route of a hash path ("#/stage", "/stage?x=1", ""). An empty path is sign-in; document 1 says 'retention' where
 * document 2 says 'retention-policy', so both lead to one; '#!/plugin/{rootpath}/{route}' is a plugin's page.
 */
export function routeOf(path: string): Route | null {
  const [first, second, third, ...rest] = segmentsOf(path);
  if (first === undefined) return "sign-in";
  if (first === "plugin") return second !== undefined && third !== undefined ? "plugin" : null;
  if (first === "servers" && second !== undefined) return serverScreenOf(path) ? "servers" : null;
  if (second !== undefined || rest.length > 0) return null;
  if (first === "retention") return "retention-policy";
  return ROUTES.find((route) => route === first) ?? null;
}

const segmentsOf = (path: string): readonly string[] =>
  path
    .replace(/^#/, "")
    .replace(/[?#].*$/, "")
    .split("/")
    .filter((part) => part !== "" && part !== "!");

/**
 * For "/servers/{id}/{screen}": the server and its screen; null = another path. It does not check whether the server
 * exists.
 */
export function serverScreenOf(path: string): { readonly serverId: string; readonly screen: ServerScreen } | null {
  const [first, serverId, asked, ...rest] = segmentsOf(path);
  if (first !== "servers" || serverId === undefined || rest.length > 0 || !/^[\w-]{1,64}$/.test(serverId)) return null;
  const screen = SERVER_SCREENS.find((each) => each === asked);
  return screen === undefined ? null : { serverId, screen };
}

export const serverScreenPath = (serverId: string, screen: ServerScreen): string => `/servers/${serverId}/${screen}`;

/**
 * The route at which a visitor who requests a path ends. `skipAuth` (query of sign-in) shows the sign-in page also to a
 * signed-in visitor, so that signing out does not bounce back.
 */
export function decideRoute(path: string, visitor: Visitor, skipAuth = false): RouteDecision {
  const route = routeOf(path);
  if (route === null) return { kind: "not-found" };
  const allow: RouteDecision = { kind: "allow", route };
  if (route === "sign-in") return visitor.signedIn && !skipAuth ? { kind: "redirect", to: home(visitor) } : allow;
  // The player's page signs in on its own: its parent posts the credentials.
  if (route === "player") return visitor.singlePlayer ? allow : { kind: "redirect", to: signInOr(visitor, "stage") };
  const rule = rules[route];
  if (rule === "open") return allow;
  if (!visitor.signedIn) return { kind: "redirect", to: visitor.singlePlayer ? "player" : "sign-in" };
  return holds(rule, visitor) ? allow : { kind: "redirect", to: "stage" };
}

const home = (visitor: Visitor): "stage" | "player" => (visitor.singlePlayer ? "player" : "stage");
const signInOr = (visitor: Visitor, to: "stage"): "stage" | "sign-in" => (visitor.signedIn ? to : "sign-in");

function holds(rule: Rule, visitor: Visitor): boolean {
  const edition = effectiveVisitor(visitor).edition;
  switch (rule) {
    case "open":
    case "signed-in":
      return true;
    case "administrator":
      return edition === "standalone" && isAdministrator(visitor);
    case "any-administrator":
      return isAdministrator(visitor);
    case "manager":
      return isManager(visitor);
    case "users":
      return isAdministrator(visitor) && !visitor.directoryLogin;
    case "aggregator-administrator":
      return edition === "aggregator" && isAdministrator(visitor);
  }
}

/** 1.2: the navigation entries in their order. */
const entries = [
  "stage",
  "servers",
  "cameras",
  "retention-policy",
  "users",
  "camera-groups",
  "permission-groups",
  "notifications",
  "system-status",
  "system-report",
  "audit",
  "activation",
  "version",
  "sign-out",
] as const satisfies readonly (Route | "sign-out")[];
export type NavigationEntry = (typeof entries)[number];

/**
 * The navigation menu of this visitor: the screens that they may open, in the document's order; sign out when signed
 * in.
 */
export function navigationFor(visitor: Visitor): readonly NavigationEntry[] {
  return entries.filter((item) =>
    item === "sign-out" ? visitor.signedIn : decideRoute(item, visitor).kind === "allow",
  );
}
