/** /service/permissions of the aggregator: who may do what with which cameras. Administrators only. */
import * as z from "zod/mini";
import { wireBoolean, wireId } from "#protocol/scalars.ts";
import { pathId } from "../list.ts";
import { orchidCameraId, orchidCameraIdWrite } from "../server/orchid.ts";
import { writtenName } from "../name.ts";

const ability = z.enum(["live", "playback", "export", "ptz", "unmask", "share", "all"]);

/** Abilities on all cameras of all servers, or (`list`) on all cameras of these servers and on these cameras. */
const permissionSet = z.object({
  abilities: z._default(z.array(ability), []),
  scope: z._default(z.enum(["all", "list"]), "list"),
  orchids: z._default(z.array(wireId), []),
  cameras: z._default(z.array(orchidCameraId), []),
  /** cameras of which only these shared views are granted: live, playback and export of the abilities count */
  byViews: z.optional(z.array(z.extend(orchidCameraId, { views: z.array(wireId) }))),
});

export const permissionGroup = z.object({
  id: wireId,
  href: z.optional(z.string()),
  name: z.string(),
  description: z._default(z.string(), ""),
  /** ids of users */
  members: z._default(z.array(wireId), []),
  /** ids of permission groups whose members are members of this group, too */
  memberGroups: z._default(z.array(wireId), []),
  /** its members are administrators of the aggregator */
  admin: z._default(wireBoolean, false),
  apps: z._default(z.union([z.literal("all"), z.array(z.string())]), []),
  granted: z._default(z.array(permissionSet), []),
  /** wins over everything that any group grants */
  revoked: z._default(z.array(permissionSet), []),
});
export type PermissionGroup = z.infer<typeof permissionGroup>;

export const permissionGroupList = z.object({
  href: z.optional(z.string()),
  permissions: z.array(permissionGroup),
});

/** GET /service/permissions/domains: what a group can refer to. */
export const permissionDomains = z.object({
  abilities: z.array(ability),
  orchids: z.array(
    z.object({
      id: wireId,
      name: z.string(),
      cameras: z._default(z.array(z.object({ id: wireId, name: z.string() })), []),
    }),
  ),
  apps: z._default(z.array(z.object({ id: z.string(), name: z.string() })), []),
});

const description = z.string().check(z.maxLength(2000));
const ids = z.array(pathId).check(z.maxLength(5000));
const apps = z.union([
  z.literal("all"),
  z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(500)),
]);
const setWrite = z.strictObject({
  abilities: z.array(ability).check(z.minLength(1), z.maxLength(7)),
  scope: z.enum(["all", "list"]),
  orchids: z._default(z.array(pathId).check(z.maxLength(1000)), []),
  cameras: z._default(z.array(orchidCameraIdWrite).check(z.maxLength(5000)), []),
});
const sets = z.array(setWrite).check(z.maxLength(50));
const byViewsWrite = z.extend(orchidCameraIdWrite, { views: z.array(pathId).check(z.maxLength(200)) });
/** Whoever may see a whole camera may turn to any view: views are granted, and never taken away. */
const grants = z
  .array(z.extend(setWrite, { byViews: z.optional(z.array(byViewsWrite).check(z.maxLength(200))) }))
  .check(z.maxLength(50));

/** POST /service/permissions */
export const permissionGroupCreate = z.strictObject({
  name: writtenName,
  description: z._default(description, ""),
  members: z._default(ids, []),
  memberGroups: z._default(ids, []),
  admin: z._default(z.boolean(), false),
  apps: z._default(apps, []),
  granted: z._default(grants, []),
  revoked: z._default(sets, []),
});
export type PermissionGroupCreate = z.input<typeof permissionGroupCreate>;

/** PATCH /service/permissions/{id}: a given member replaces the old one. */
export const permissionGroupPatch = z.strictObject({
  name: z.optional(writtenName),
  description: z.optional(description),
  members: z.optional(ids),
  memberGroups: z.optional(ids),
  admin: z.optional(z.boolean()),
  apps: z.optional(apps),
  granted: z.optional(grants),
  revoked: z.optional(sets),
});
export type PermissionGroupPatch = z.input<typeof permissionGroupPatch>;
