/**
 * A camera as lists of many need it: what the wall and its panel show, and nothing of its settings. A whole camera reads as one, so
 * that a list takes both; of 10,000 cameras only this is checked, and an aggregator sends only this.
 */
import * as z from "zod/mini";
import { wireId } from "#protocol/scalars.ts";
import { camera, cameraConfiguration } from "./camera.ts";
import { ptzCapability } from "./capability.ts";
import { stream } from "./stream.ts";
import { streamState } from "./stream-status.ts";

const listedStream = z.extend(
  z.pick(stream, {
    id: true,
    name: true,
    active: true,
    recordWhenSecondary: true,
    isMasked: true,
    dewarpConfiguration: true,
  }),
  {
    recordingConfiguration: z._default(z.object({ mode: z.optional(z.string()) }), {}),
    status: z.optional(
      z.object({
        video: z.optional(z.nullable(z.object({ width: z.number(), height: z.number(), framesPerSecond: z.number() }))),
      }),
    ),
  },
);

export const listedCamera = z.extend(
  z.pick(camera, { id: true, name: true, driver: true, displayModel: true, permissions: true, recordedFor: true }),
  {
    configuration: z._default(z.pick(cameraConfiguration, { Model: true }), {}),
    capabilities: z._default(z.object({ camera: z._default(z.object({ PTZ: z.optional(ptzCapability) }), {}) }), {
      camera: {},
    }),
    features: z._default(z.object({ ptz: z.optional(ptzCapability) }), {}),
    primaryStream: z.optional(z.nullable(z.object({ id: wireId, status: z.optional(z.object({ streamState })) }))),
    streams: z._default(z.array(listedStream), []),
  },
);
export type ListedCamera = z.infer<typeof listedCamera>;
/** As an aggregator writes it. */
export type ListedCameraWrite = z.input<typeof listedCamera>;

/** GET /service/cameras, as a list reads it. */
export const listedCameras = z.object({ cameras: z.array(listedCamera) });
