/** Sign-in by a company's provider or directory: what the groups there grant here, and what an account is called. [ours] */
import { ROLES, type Role } from "./access.ts";

/** Whoever is in this group there gets this here: a role, or on the aggregator a permission group by its id. */
export interface Grant {
  readonly group: string;
  readonly grants: string;
}
export interface GrantRules {
  readonly grants: readonly Grant[];
  /** what everybody gets whose groups grant nothing; empty = they are refused */
  readonly others: string;
}

/** Without any rule administrators give each account its rights by hand. */
export const isRuled = ({ grants, others }: GrantRules): boolean => grants.length > 0 || others !== "";

/** What these groups grant, each once; empty = nothing. Groups compare as they are written. */
export function grantedTo(groups: readonly string[], { grants, others }: GrantRules): readonly string[] {
  const granted = new Set(grants.filter(({ group }) => groups.includes(group)).map((one) => one.grants));
  if (granted.size === 0 && others !== "") granted.add(others);
  return [...granted];
}

/** Everything that the rules can grant: what they do not name stays as administrators have set it. */
export const ruled = ({ grants, others }: GrantRules): readonly string[] => [
  ...new Set([...grants.map((one) => one.grants), ...(others === "" ? [] : [others])]),
];

/** The role with the most rights; null = there is none among them. */
export function highestRole(names: readonly string[]): Role | null {
  const found = ROLES.filter((role) => names.includes(role));
  return found.at(-1) ?? null;
}

/** A claim by its name, or by a path with dots through objects (`realm_access.roles`). */
export function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let at: unknown = claims;
  for (const part of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[part];
  }
  return at;
}

/**
 * The groups of a claim: a list of texts or one text. Null: the provider has left them out because there are too many.
 */
export function groupsIn(claims: Readonly<Record<string, unknown>>, path: string): readonly string[] | null {
  if (path === "") return [];
  const found = claimAt(claims, path);
  if (typeof found === "string") return [found];
  if (Array.isArray(found)) return found.filter((one): one is string => typeof one === "string");
  const elsewhere = claims["_claim_names"];
  const isElsewhere = typeof elsewhere === "object" && elsewhere !== null && Object.hasOwn(elsewhere, path);
  return isElsewhere ? null : [];
}

export const COMPANY_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_.@+' -]{0,62}[\p{L}\p{N}\p{M}_.@+'-])?$/u;

/** The name of an account as the company has it, which may have dots, blanks and letters of any script; null = it is none. */
export function companyName(text: unknown): string | null {
  const name = typeof text === "string" ? text.normalize("NFC").trim() : "";
  return COMPANY_NAME.test(name) ? name : null;
}

/** Whether an address belongs to one of these domains, or there are none to belong to. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.length === 0 || (email.includes("@") && domains.some((one) => one.toLowerCase() === domain));
}
