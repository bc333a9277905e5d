/**
 * The recursive grammar with which a recorder says what a camera can do. Scalars come as text or natively; unknown
 * node types and members pass as `other`.
 */
import * as z from "zod/mini";
import type { CapabilityGroup, CapabilityNode } from "#domain/cameras/capabilities.ts";
import { wireBoolean, wireNumber } from "#protocol/scalars.ts";

const int = z.object({
  type: z.literal("int"),
  min: z._default(wireNumber, 0),
  max: z._default(wireNumber, 2_147_483_647),
  default: z._default(wireNumber, 0),
});

const enumeration = z.object({
  type: z.literal("enum"),
  options: z.array(
    z.pipe(
      z.union([z.string(), z.number(), z.boolean()]),
      z.transform((option) => String(option)),
    ),
  ),
  default: z._default(
    z.pipe(
      z.union([z.string(), z.number(), z.boolean()]),
      z.transform((option) => String(option)),
    ),
    "",
  ),
  get capabilities(): z.ZodMiniType<Record<string, CapabilityGroup>, unknown> {
    return z.pipe(
      z.optional(z.record(z.string(), capabilityGroup)),
      z.transform((children) => children ?? {}),
    );
  },
});

const other = z.pipe(
  z.unknown(),
  z.transform(() => ({ type: "other" as const })),
);

const capabilityNode: z.ZodMiniType<CapabilityNode, unknown> = z.union([int, enumeration, other]);
const capabilityGroup: z.ZodMiniType<CapabilityGroup, unknown> = z.record(z.string(), capabilityNode);

/** Which axes a camera moves; zoom-only cameras exist. */
export const ptzCapability = z.object({
  pan: z._default(wireBoolean, false),
  tilt: z._default(wireBoolean, false),
  zoom: z._default(wireBoolean, false),
  /** click-to-centre by a share of the picture is possible */
  relativeFOV: z._default(wireBoolean, false),
  /** document 1, section 9: 10 unless the camera states it */
  maxPresets: z._default(wireNumber, 10),
  /** a continuous order is one step, of pan and tilt or of the zoom: to go on, it is repeated */
  steps: z.optional(wireBoolean),
  /** how each is moved: continuous, relative or absolute, null = not at all; absent: continuous */
  panTiltBy: z.optional(z.nullable(z.string())),
  zoomBy: z.optional(z.nullable(z.string())),
});

export const cameraCapabilities = z.object({
  camera: z._default(
    z.object({
      PTZ: z.optional(ptzCapability),
      PossibleStreams: z.optional(wireNumber),
    }),
    {},
  ),
  /** Video, Audio, Metadata groups, each name to a node */
  stream: z._default(z.record(z.string(), capabilityGroup), {}),
});
