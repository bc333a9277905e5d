import * as z from "zod/mini";
import { wireBoolean, wireId, wireNumber } from "../scalars.ts";
import { writtenName } from "./name.ts";
import { look } from "./view.ts";

/** Document 1, section 3. `camera` null: a free cell, or one that a larger cell spans. */
const stageCell = z.object({
  camera: z._default(z.nullable(z.object({ id: wireId, orchidId: z._default(wireId, "1") })), null),
  columnSpan: z._default(wireNumber, 1),
  rowSpan: z._default(wireNumber, 1),
  forceLbm: z._default(wireBoolean, false),
  dewarpMode: z._default(wireNumber, 0),
  /** of a fisheye that begins with a named view, or with one that has no name. [ours] */
  view: z.optional(z.union([z.object({ id: wireId }), z.object({ patrol: wireId }), z.object({ look })])),
});
export type StageCell = z.infer<typeof stageCell>;

export const stageMatrix = z.array(z.array(z.nullable(stageCell)));
export type StageMatrix = z.infer<typeof stageMatrix>;

export const stage = z.object({
  id: wireId,
  href: z.optional(z.string()),
  name: z.string(),
  shared: z._default(wireBoolean, false),
  stageMatrix,
  owner: z.optional(z.object({ id: wireId, name: z.optional(z.string()) })),
  /** whether this session may change it */
  editable: z._default(wireBoolean, true),
});
export type Stage = z.infer<typeof stage>;

export const stageList = z.object({ href: z.optional(z.string()), stages: z.array(stage) });

/** The list in the form that the client reads: a stage that another version wrote must not take the others with it. */
export const savedStage = z.object({
  id: wireId,
  name: z.string(),
  shared: z._default(wireBoolean, false),
  owner: z.optional(z.object({ id: wireId })),
  stageMatrix: z.optional(z.unknown()),
});
export type SavedStageWire = z.infer<typeof savedStage>;
export const savedStageList = z.object({ stages: z.array(savedStage) });

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
const writeCell = z.strictObject({
  camera: z.nullable(z.strictObject({ id, orchidId: z._default(id, "1") })),
  columnSpan: z._default(z.int().check(z.minimum(1), z.maximum(64)), 1),
  rowSpan: z._default(z.int().check(z.minimum(1), z.maximum(64)), 1),
  forceLbm: z._default(z.boolean(), false),
  dewarpMode: z._default(z.union([z.literal(0), z.literal(1), z.literal(2)]), 0),
  view: z.optional(z.union([z.strictObject({ id }), z.strictObject({ patrol: id }), z.strictObject({ look })])),
});
const writeMatrix = z.array(z.array(z.nullable(writeCell)).check(z.maxLength(64))).check(z.maxLength(64));

/** POST /service/stages. Only administrators may create a shared one. */
export const stageCreate = z.strictObject({
  name: writtenName,
  shared: z._default(z.boolean(), false),
  stageMatrix: z._default(writeMatrix, []),
});
export type StageCreate = z.input<typeof stageCreate>;

/** PATCH /service/stages/{id}: sharing and unsharing is `{shared}`. */
export const stagePatch = z.strictObject({
  name: z.optional(writtenName),
  shared: z.optional(z.boolean()),
  stageMatrix: z.optional(writeMatrix),
});
export type StagePatch = z.input<typeof stagePatch>;
