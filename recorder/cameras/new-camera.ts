/** Cameras and streams on their way into the store. */
import { newId } from "#recorder/store/ids.ts";
import type { StreamRow } from "#recorder/store/tables.ts";
import type { Credentials } from "./stream-specs.ts";

/** A camera and its streams as they are to be stored. */
export interface NewCamera {
  readonly name: string;
  readonly driver: "ONVIF" | "Generic RTSP";
  readonly uri: string;
  readonly credentials: Credentials;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly features: Readonly<Record<string, unknown>>;
  readonly demoKey: string | null;
  /** the first one becomes the primary stream */
  readonly streams: readonly NewStream[];
}

export interface NewStream {
  readonly name: string;
  readonly uri: string;
  readonly profileToken: string;
  readonly fixed: boolean;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly recording: Readonly<Record<string, unknown>>;
  readonly dewarp: Readonly<Record<string, unknown>>;
  /** PNG of the motion mask */
  readonly mask?: Buffer;
}

/** The row of a stream that is stored for the first time. */
export function newStreamRow(ask: NewStream, cameraId: string, position: number): StreamRow {
  return {
    id: newId(),
    camera_id: cameraId,
    name: ask.name,
    active: 1,
    uri: ask.uri,
    profile_token: ask.profileToken,
    fixed: ask.fixed ? 1 : 0,
    position,
    configuration: JSON.stringify(ask.configuration),
    recording: JSON.stringify(ask.recording),
    dewarp: JSON.stringify(ask.dewarp),
    record_when_secondary: 0,
    mask: ask.mask ? ask.mask.toString("base64") : null,
    deleted_ms: null,
  };
}
