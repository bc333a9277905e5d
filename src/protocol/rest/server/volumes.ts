/** The volumes of recordings, as administrators manage them while the recorder runs. */
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import { wireId, wireNumber } from "#protocol/scalars.ts";
import { BUCKET_WHATS } from "#domain/recordings/bucket.ts";
import {
  MOST_MOVE_AFTER_DAYS,
  MOST_WEIGHT,
  VOLUME_NAME,
  VOLUME_PATH,
  VOLUME_ROLES,
} from "#domain/recordings/volume.ts";

const role = z.enum(VOLUME_ROLES);
/** bytes */
const reserve = z.number().check(z.minimum(0), z.maximum(1e18));
const weight = z.number().check(z.positive(), z.maximum(MOST_WEIGHT));
/** A volume that records gives what is older to the volumes that keep only. */
const moveAfterDays = z.number().check(z.positive(), z.maximum(MOST_MOVE_AFTER_DAYS));
/** Only these of the older recordings are moved; `cameras`: their ids, null = all. */
const moveOnly = z.object({
  what: z.enum(BUCKET_WHATS),
  cameras: z.nullable(z.readonly(z.array(pathId).check(z.maxLength(10_000)))),
});
/** What may be used although it is probably a mistake. */
const VOLUME_DOUBTS = ["same-disk", "foreign"] as const;
export type VolumeDoubt = (typeof VOLUME_DOUBTS)[number];

const name = z.string().check(z.regex(VOLUME_NAME));

export const volumeSpec = z.object({
  name,
  path: z.string(),
  role,
  reserve,
  weight,
  /** absent = all stays */
  moveAfterDays: z.optional(moveAfterDays),
  /** absent = all of it goes */
  moveOnly: z.optional(moveOnly),
});
export type ManagedVolume = z.infer<typeof volumeSpec>;

/** As they are kept: the list that the settings named, and what administrators have made of it. */
export const keptVolumes = z.object({ given: z.array(volumeSpec), now: z.array(volumeSpec) });

export const volumeList = z.object({
  href: z.optional(z.string()),
  volumes: z.array(volumeSpec),
  /** true: the recorder has one folder, and uses this list from its next start */
  isPending: z.boolean(),
});
export type VolumeListAnswer = z.infer<typeof volumeList>;

/** POST /service/server/volumes */
export const volumeCreate = z.strictObject({
  name,
  path: z.string().check(z.regex(VOLUME_PATH)),
  role: z._default(role, "record"),
  reserve: z._default(reserve, 0),
  weight: z._default(weight, 1),
  moveAfterDays: z.optional(moveAfterDays),
  moveOnly: z.optional(moveOnly),
  /** what was refused for these reasons is wanted all the same */
  accept: z._default(z.array(z.enum(VOLUME_DOUBTS)), []),
});
export type VolumeCreate = z.infer<typeof volumeCreate>;

export const volumePatch = z.strictObject({
  role: z.optional(role),
  reserve: z.optional(reserve),
  weight: z.optional(weight),
  /** null = all stays */
  moveAfterDays: z.optional(z.nullable(moveAfterDays)),
  /** null = all of it goes */
  moveOnly: z.optional(z.nullable(moveOnly)),
});
export type VolumePatch = z.infer<typeof volumePatch>;

export const volumeParams = z.strictObject({ name });

const heldMembers = { bytes: wireNumber, seconds: wireNumber, oldest: wireNumber, newest: wireNumber };

/** What the index has of a volume, reachable or not: bytes, server ms. A camera that is not known has no id. */
export const volumeHeld = z.object({
  name: z.string(),
  ...heldMembers,
  cameras: z.array(z.object({ id: wireId, name: z.string(), ...heldMembers })),
});
export type VolumeHeld = z.infer<typeof volumeHeld>;

/** As those are kept that are being forgotten: what the event will say. */
export const keptForgotten = z.array(z.object({ name, cameras: z.number(), bytes: z.number() }));
