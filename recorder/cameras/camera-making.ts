/** From what a camera says about itself to what is stored of it, and back to what is set in it. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { CameraPatch } from "#protocol/rest/cameras/camera.ts";
import type { VideoInfo } from "#recorder/formats/media-info.ts";
import type { OnvifCamera } from "#recorder/onvif/device.ts";
import type { OnvifProfile } from "#recorder/onvif/profile.ts";
import type { OnvifPtz } from "#recorder/onvif/ptz/ptz-node.ts";
import type { AudioChange, EncoderChange } from "#recorder/onvif/encoder-xml.ts";
import { newId } from "#recorder/store/ids.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";
import { type Credentials, defaultRecording } from "./stream-specs.ts";

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

/** What may be changed of a camera wherever it is. */
export type CameraChange = Pick<CameraPatch, "name" | "primaryStream"> & { retention?: number | undefined };

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

/** The row of a camera that is stored for the first time. */
export function newCameraRow(
  ask: NewCamera,
  made: Pick<CameraRow, "id" | "credentials" | "primary_stream_id" | "created_ms">,
): CameraRow {
  return {
    ...made,
    name: ask.name,
    driver: ask.driver,
    uri: ask.uri,
    configuration: JSON.stringify(ask.configuration),
    capabilities: JSON.stringify(ask.capabilities),
    features: JSON.stringify(ask.features),
    privacy_masks: "[]",
    retention_ms: 0,
    demo_key: ask.demoKey,
    stood_in_for: null,
    deleted_ms: null,
  };
}

/** The columns that a change of a camera touches. */
export const changedColumns = (ask: CameraChange): Partial<CameraRow> => ({
  ...(ask.name === undefined ? {} : { name: ask.name }),
  ...(ask.retention === undefined ? {} : { retention_ms: Math.round(ask.retention) }),
  ...(ask.primaryStream === undefined ? {} : { primary_stream_id: ask.primaryStream.id }),
});

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
    privacy_masks: null,
    deleted_ms: null,
  };
}

/** A Generic RTSP camera cannot tell how many streams it has. */
export const POSSIBLE_RTSP_STREAMS = 16;

/** An ONVIF camera as it will be stored; its name is manufacturer and model. */
export function onvifCamera(read: OnvifCamera, uri: string, credentials: Credentials): NewCamera {
  const host = new URL(uri).hostname;
  const ptz = read.ptz && {
    pan: read.ptz.pan,
    tilt: read.ptz.tilt,
    zoom: read.ptz.zoom,
    relativeFOV: read.ptz.relativeFov,
    maxPresets: read.ptz.maxPresets,
    ...(isStepped(read.ptz) ? { steps: true, panTiltBy: read.ptz.panTiltBy, zoomBy: read.ptz.zoomBy } : {}),
  };
  return {
    name: host,
    driver: "ONVIF",
    uri,
    credentials,
    configuration: {
      IPAddress: host,
      Manufacturer: read.manufacturer,
      Model: read.model,
      Firmware: read.firmware,
      SerialNumber: read.serialNumber,
      HardwareID: read.hardwareId,
      BaseUri: uri,
      ...(read.ptz ? { PtzUri: read.ptz.url, PtzProfile: read.ptz.profileToken } : {}),
    },
    capabilities: {
      camera: { PossibleStreams: read.profiles.length, ...(ptz ? { PTZ: ptz } : {}) },
      stream: { Video: read.video, ...(Object.keys(read.audio).length > 0 ? { Audio: read.audio } : {}) },
    },
    features: ptz ? { ptz } : {},
    demoKey: null,
    streams: onvifStreams(read),
  };
}

/** Pan and tilt, or the zoom, cannot be moved at a speed. */
const isStepped = ({ panTiltBy, zoomBy }: OnvifPtz): boolean =>
  [panTiltBy, zoomBy].some((by) => by === "relative" || by === "absolute");

/** The Video section of a stream, as its camera reports it. */
export const videoOf = (profile: OnvifProfile): Record<string, string | number> => ({
  Encoder: profile.encoder,
  Resolution: `${profile.width}x${profile.height}`,
  FrameRate: profile.framesPerSecond,
  EncoderInterval: profile.encoderInterval,
  BitRate: profile.bitRateKbps,
  GOVLength: profile.govLength,
  Quality: profile.quality,
  ...(profile.h264Profile === "" ? {} : { Profile: profile.h264Profile }),
});

/** The Audio section of a stream, as its camera reports it. */
export const audioOf = ({ audio }: OnvifProfile): Record<string, string | number> =>
  audio === null
    ? { Encoder: "none" }
    : { Encoder: audio.encoder, BitRate: audio.bitRateKbps, SampleRate: audio.sampleRateKhz };

/** Audio settings as the API names them to what ONVIF sets. Failure: stream/unsupported. */
export function audioChange(wanted: Readonly<Record<string, string | number | boolean>>): Result<AudioChange, Failure> {
  let change: AudioChange = {};
  for (const [name, value] of Object.entries(wanted)) {
    const isNumber = /^\d{1,7}$/.test(String(value));
    if (name === "BitRate" && isNumber) change = { ...change, bitRateKbps: Number(value) };
    else if (name === "SampleRate" && isNumber) change = { ...change, sampleRateKhz: Number(value) };
    else if (name === "Encoder") change = { ...change, encoder: String(value) };
    else
      return refuse("stream/unsupported", {
        cause: failure("stream/value-refused", { name, value: String(value).slice(0, 40) }),
      });
  }
  return ok(change);
}

/** Video settings as the API names them to what ONVIF sets. Failure: stream/unsupported for what no encoder has. */
export function encoderChange(
  wanted: Readonly<Record<string, string | number | boolean>>,
): Result<EncoderChange, Failure> {
  const numbers: Readonly<
    Record<string, "framesPerSecond" | "encoderInterval" | "bitRateKbps" | "govLength" | "quality">
  > = {
    FrameRate: "framesPerSecond",
    EncoderInterval: "encoderInterval",
    BitRate: "bitRateKbps",
    GOVLength: "govLength",
    Quality: "quality",
  };
  let change: EncoderChange = {};
  for (const [name, value] of Object.entries(wanted)) {
    const number = numbers[name];
    const size = /^(\d+)x(\d+)$/.exec(String(value));
    if (number && Number.isFinite(Number(value))) change = { ...change, [number]: Number(value) };
    else if (name === "Resolution" && size) change = { ...change, width: Number(size[1]), height: Number(size[2]) };
    else if (name === "Encoder") change = { ...change, encoder: String(value) };
    else if (name === "Profile") change = { ...change, h264Profile: String(value) };
    else
      return refuse("stream/unsupported", {
        cause: failure("stream/value-refused", { name, value: String(value).slice(0, 40) }),
      });
  }
  return ok(change);
}

export function onvifStreams(read: OnvifCamera): NewStream[] {
  return read.profiles.map((profile) => ({
    name: profile.name,
    uri: profile.uri,
    profileToken: profile.token,
    fixed: profile.fixed,
    configuration: {
      Video: videoOf(profile),
      Audio: audioOf(profile),
    },
    recording: { ...defaultRecording },
    dewarp: profile.lens === null ? {} : { lens: profile.lens },
  }));
}

export function rtspStream(name: string, uri: string, video: VideoInfo): NewStream {
  return {
    name,
    uri,
    profileToken: "",
    fixed: false,
    configuration: {
      General: { Path: new URL(uri).pathname + new URL(uri).search },
      Video: {
        Encoder: video.codec.toUpperCase(),
        Resolution: `${video.width}x${video.height}`,
        FrameRate: video.framesPerSecond,
      },
    },
    recording: { ...defaultRecording },
    dewarp: {},
  };
}
