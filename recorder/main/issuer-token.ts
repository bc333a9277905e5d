/** What the claims of a trusted issuer's token mean. Whatever cannot be read may do nothing. */
import type { JWTPayload } from "jose";
import { isRole, type Permission, type Role, ROLES, rolePermissions, type Scope } from "#domain/access.ts";
import { sessionScope } from "#protocol/rest/session.ts";
import { hashSecret } from "#recorder/store/ids.ts";

/** What is posted into a browser must not be an administrator's by oversight. */
const DEFAULT_ROLE: Role = "Manager";
const MAX_CAMERA_SCOPES = 2000;
const MAX_SUBJECT_LENGTH = 128;
const MAX_NAME_LENGTH = 320;

/** Null: a role that is named but not known. */
export function roleOf({ role = DEFAULT_ROLE }: JWTPayload): Role | null {
  return isRole(role) ? role : null;
}

/**
 * What a token may do: its role's permissions, of which `scope` leaves those that it says. The role that comes with it is
 * the most that the base amounts to, for whoever goes by roles. Null: a scope that cannot be read.
 */
export function scopeOfToken({ scope }: JWTPayload, role: Role): { readonly role: Role; readonly scope: Scope } | null {
  const most = rolePermissions[role];
  if (scope === undefined) return { role, scope: { baseScope: [...most], cameraScopes: [] } };
  const read = sessionScope.safeParse(scope);
  if (!read.success || read.data.cameraScopes.length > MAX_CAMERA_SCOPES) return null;
  const within = (said: readonly Permission[]): Permission[] => most.filter((one) => said.includes(one));
  const baseScope = within(read.data.baseScope);
  const cameraScopes = read.data.cameraScopes.map(({ id, scope: own }) => ({ id, scope: within(own) }));
  return { role: roleWithin(baseScope), scope: { baseScope, cameraScopes } };
}

/**
 * Whom a token stands for among the issuer's users. Null: the issuer as such, in a role. A scope without `sub` is nobody
 * else's, so it stands for itself. Undefined: a `sub` or `name` that cannot be read.
 */
export function subjectOf(
  { sub, name, scope }: JWTPayload,
  token: string,
): { readonly key: string; readonly name: string | null } | null | undefined {
  if (sub === undefined && scope === undefined) return null;
  if (sub !== undefined && !isText(sub, MAX_SUBJECT_LENGTH)) return undefined;
  if (name !== undefined && !isText(name, MAX_NAME_LENGTH)) return undefined;
  return { key: sub === undefined ? `token:${hashSecret(token)}` : `sub:${sub}`, name: name ?? null };
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === "string" && value !== "" && value.length <= longest;

const roleWithin = (base: readonly Permission[]): Role =>
  ROLES.findLast((role) => rolePermissions[role].every((one) => base.includes(one))) ?? "Live Viewer";
