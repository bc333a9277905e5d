import type { Session } from "#protocol/rest/accounts/session.ts";
import type { Identity, Rights } from "#recorder/core/identity.ts";
import type { SessionRow, UserRow } from "#recorder/store/tables/account-rows.ts";

type ShownRow = Pick<SessionRow, "handle" | "type" | "user_id" | "expires_ms">;

/** A session of an account as its user and administrators see it. */
export const showSession = (row: ShownRow, user: UserRow, { role, scope }: Rights, nowMs: number): Session => ({
  type: row.type === "remote" ? "remote" : "user",
  id: row.handle,
  href: `/service/sessions/${row.handle}`,
  name: user.username,
  role,
  scope: showScope(scope),
  owner: { id: user.id, href: `/service/users/${user.id}` },
  expiresIn: secondsUntil(row.expires_ms, nowMs),
  userId: user.id,
});

/** A session of somebody whom a trusted issuer's token stands for. */
export const showIssuerSession = ({ userId, username, role, scope, session }: Identity, nowMs: number): Session => ({
  type: "remote",
  id: session?.handle ?? "none",
  name: username,
  role,
  scope: showScope(scope),
  expiresIn: secondsUntil(session?.expiresMs ?? 0, nowMs),
  userId,
});

const showScope = ({ baseScope, cameraScopes }: Rights["scope"]): Session["scope"] => ({
  baseScope: [...baseScope] as Session["scope"]["baseScope"],
  cameraScopes: cameraScopes.map(({ id, scope, views }) => ({
    id,
    scope: [...scope] as Session["scope"]["baseScope"],
    ...(views ? { views: [...views] } : {}),
  })),
});

const secondsUntil = (whenMs: number, nowMs: number): number => Math.max(0, Math.round((whenMs - nowMs) / 1000));
