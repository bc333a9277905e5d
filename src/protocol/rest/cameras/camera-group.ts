import * as z from "zod/mini";
import { wireId } from "#protocol/scalars.ts";
import { pathId } from "../list.ts";
import { writtenName } from "../name.ts";

/**
 * Document 1, section 3: id, name, cameras, nested groups. The list is flat: `parent` null stands at Home, `groups` names
 * the groups directly inside.
 */
export const cameraGroup = z.object({
  id: wireId,
  href: z.optional(z.string()),
  name: z.string(),
  parent: z._default(z.nullable(z.object({ id: wireId })), null),
  cameras: z._default(z.array(z.object({ id: wireId, orchidId: z._default(wireId, "1") })), []),
  groups: z._default(z.array(z.object({ id: wireId })), []),
});
export type CameraGroupWire = z.infer<typeof cameraGroup>;

export const cameraGroupList = z.object({ href: z.optional(z.string()), groups: z.array(cameraGroup) });

const cameras = z.array(z.strictObject({ id: pathId, orchidId: z._default(pathId, "1") })).check(z.maxLength(5000));
const parent = z.nullable(z.strictObject({ id: pathId }));

/** POST /service/groups */
export const cameraGroupCreate = z.strictObject({
  name: writtenName,
  parent: z._default(parent, null),
  cameras: z._default(cameras, []),
});
export type CameraGroupCreate = z.input<typeof cameraGroupCreate>;

/**
 * PATCH /service/groups/{id}: a given member replaces the old one; `parent` moves the group with everything inside it.
 */
export const cameraGroupPatch = z.strictObject({
  name: z.optional(writtenName),
  parent: z.optional(parent),
  cameras: z.optional(cameras),
});
export type CameraGroupPatch = z.input<typeof cameraGroupPatch>;
