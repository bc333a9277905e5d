/** What the claims of a trusted issuer's token mean. A claim that cannot be read grants nothing. */
import { createHash } from "node:crypto";
import type { JWTPayload } from "jose";
import type * as z from "zod/mini";
import {
  isRole,
  type Permission,
  type Role,
  roleByViews,
  ROLES,
  rolePermissions,
  type Scope,
} from "#domain/accounts/access.ts";
import { byViewsClaim } from "#protocol/token-views.ts";
import type { look } from "#protocol/rest/view.ts";
import { sessionScope } from "#protocol/rest/accounts/session.ts";
import { hashSecret } from "#recorder/store/ids.ts";
import { type ReadScope, unpackScope } from "./compact-scope.ts";

/** A token that a page posts into a browser must not make its holder an administrator by oversight. */
const DEFAULT_ROLE: Role = "Manager";
const MAX_CAMERA_SCOPES = 2000;
const MAX_SUBJECT_LENGTH = 128;
const MAX_NAME_LENGTH = 320;
const MAX_UNPACKED = 32;

interface TokenScope {
  readonly role: Role;
  readonly scope: Scope;
  /** what the views show that it grants, by the camera */
  readonly looks?: ReadonlyMap<string, readonly GrantedLook[]>;
}
/** A view that only a token knows. */
export interface GrantedLook {
  /** of what it shows: the same look has the same id */
  readonly id: string;
  /** JSON */
  readonly look: string;
}
interface TokenSubject {
  readonly key: string;
  readonly name: string | null;
  readonly session: string | null;
}

/** Null: the token names a role that is not known. */
export function roleOf({ role = DEFAULT_ROLE }: JWTPayload): Role | null {
  return isRole(role) ? role : null;
}

/**
 * What a token grants: the permissions of its role, narrowed to what `scope` names. The role that is returned is the
 * highest one that the resulting base still covers, for code that goes by roles. Null: a scope that cannot be read.
 */
export function scopeOfToken(
  { scope, byViews }: JWTPayload,
  role: Role,
  cameraIds: readonly string[],
): TokenScope | null {
  if (byViews !== undefined) {
    const read = byViewsClaim.safeParse(byViews);
    // Without a scope it would narrow everything that the role grants on the other cameras: nobody means that.
    const within = read.success && scope !== undefined ? scopeOfToken({ scope }, role, cameraIds) : null;
    return within && read.success ? narrowed(within, read.data, role, cameraIds) : null;
  }
  if (scope === undefined) return { role, scope: { baseScope: [...rolePermissions[role]], cameraScopes: [] } };
  if (typeof scope === "string") return ofPacked(scope, role, cameraIds);
  const read = sessionScope.safeParse(scope);
  if (!read.success || read.data.cameraScopes.length > MAX_CAMERA_SCOPES) return null;
  return withinRole(read.data, role);
}

/** The claim's cameras are seen only by the looks that it names, whatever else the scope says of them. */
function narrowed(
  { role: least, scope }: TokenScope,
  claim: z.output<typeof byViewsClaim>,
  role: Role,
  cameraIds: readonly string[],
): TokenScope {
  const own = claim.filter(({ id }) => cameraIds.includes(id));
  const looks = new Map(own.map((one) => [one.id, one.looks.map(grantedLook)]));
  const byViews = own.map(({ id, scope: said }) => ({
    id,
    scope: roleByViews(role).filter((one) => said.includes(one)),
    views: (looks.get(id) ?? []).map((one) => one.id),
  }));
  const others = scope.cameraScopes.filter(({ id }) => !looks.has(id));
  return { role: least, scope: { ...scope, cameraScopes: [...others, ...byViews] }, looks };
}

function grantedLook(shown: z.output<typeof look>): GrantedLook {
  const json = JSON.stringify(shown);
  return { id: `look-${createHash("sha256").update(json).digest("base64url").slice(0, 22)}`, look: json };
}

/** Scopes that were unpacked lately, by the list of cameras: a user's calls carry the same token for minutes. */
const unpacked = new WeakMap<readonly string[], Map<string, TokenScope | null>>();

function ofPacked(text: string, role: Role, cameraIds: readonly string[]): TokenScope | null {
  const byText = unpacked.get(cameraIds) ?? new Map<string, TokenScope | null>();
  unpacked.set(cameraIds, byText);
  const key = `${role} ${text}`;
  const before = byText.get(key);
  if (before !== undefined) return before;
  const read = unpackScope(text, cameraIds);
  const made = read && withinRole(read, role);
  for (const first of byText.keys()) {
    if (byText.size < MAX_UNPACKED) break;
    byText.delete(first);
  }
  byText.set(key, made);
  return made;
}

function withinRole({ baseScope: base, cameraScopes: own }: ReadScope, role: Role): TokenScope {
  // To see without privacy masks is granted by name, also to whom no role gives it.
  const most = new Set<Permission>([...rolePermissions[role], "unmask"]);
  const within = (said: readonly Permission[]): Permission[] => [...most].filter((one) => said.includes(one));
  const baseScope = within(base);
  const cameraScopes = own.map((one) => ({ ...one, scope: within(one.scope) }));
  return { role: roleWithin(baseScope), scope: { baseScope, cameraScopes } };
}

/**
 * Which of the issuer's users a token stands for, and in which of their sessions there (null: the token does not say).
 * Null:
 * the token stands for the issuer as such, in a role. A scope without `sub` belongs to no user, so it stands for
 * itself.
 * Undefined: a `sub`, `name` or `sid` that cannot be read.
 */
export function subjectOf({ sub, name, scope, sid }: JWTPayload, token: string): TokenSubject | null | undefined {
  if (sub === undefined && scope === undefined) return null;
  if (sub !== undefined && !isText(sub, MAX_SUBJECT_LENGTH)) return undefined;
  if (name !== undefined && !isText(name, MAX_NAME_LENGTH)) return undefined;
  if (sid !== undefined && !isText(sid, MAX_SUBJECT_LENGTH)) return undefined;
  const key = sub === undefined ? `token:${hashSecret(token)}` : `sub:${sub}`;
  return { key, name: name ?? null, session: sid ?? null };
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === "string" && value !== "" && value.length <= longest;

/** Issuers that are older than privacy masks never name "unmask": it makes nobody less of an administrator. */
const roleWithin = (base: readonly Permission[]): Role =>
  ROLES.findLast((role) => rolePermissions[role].every((one) => one === "unmask" || base.includes(one))) ??
  "Live Viewer";

/** For whom tokens may be. */
export interface Audience {
  /** the server's uuid */
  readonly own: string;
  /** what every token must name; empty = a token need not name an audience */
  readonly required: string;
}

/**
 * A token may say who made it and for whom (`iss`, `aud`). What it says must fit: one that was made for another server
 * with the same key opens nothing here.
 */
export function isMeantFor(
  { iss, aud }: JWTPayload,
  issuer: { readonly id: string; readonly uri: string },
  { own, required }: Audience,
): boolean {
  if (iss !== undefined && iss !== issuer.id && (issuer.uri === "" || bare(iss) !== bare(issuer.uri))) return false;
  const named = aud === undefined ? [] : [aud].flat();
  return required === "" ? named.length === 0 || named.includes(own) : named.includes(required);
}

const bare = (uri: string): string => uri.replace(/\/+$/, "");
