/** Rows of cameras, their streams and groups, and of what PTZ cameras do. */

export interface CameraRow {
  id: string;
  name: string;
  driver: string;
  /** without credentials */
  uri: string;
  /** encrypted JSON {username, password} */
  credentials: string;
  /** JSON documents as the API returns them */
  configuration: string;
  capabilities: string;
  features: string;
  primary_stream_id: string | null;
  /** JSON: [PrivacyMask] of all streams that have none of their own */
  privacy_masks: string;
  retention_ms: number;
  demo_key: string | null;
  /** the recorder whose camera it is, while this one stands in for that; null = it is our own */
  stood_in_for: string | null;
  created_ms: number;
  /** recordings outlive the camera: the row stays; null = not deleted */
  deleted_ms: number | null;
}

export interface StreamRow {
  id: string;
  camera_id: string;
  name: string;
  active: number;
  uri: string;
  /** the camera's profile that this stream is, empty = none */
  profile_token: string;
  fixed: number;
  position: number;
  configuration: string;
  recording: string;
  dewarp: string;
  record_when_secondary: number;
  /** base64 PNG, null = none */
  mask: string | null;
  /** JSON: [PrivacyMask]; null = those of its camera */
  privacy_masks: string | null;
  deleted_ms: number | null;
}

export interface CameraGroupRow {
  id: string;
  name: string;
  /** null: at Home */
  parent_id: string | null;
  /** JSON: [camera id, or on the aggregator {id, orchidId}]; cameras that are gone are left out on reading */
  cameras: string;
  created_ms: number;
}

export interface PtzPresetRow {
  token: string;
  camera_id: string;
  name: string;
  pan: number;
  tilt: number;
  zoom: number;
}

/** The tour of a camera's presets. */
export interface PtzTourRow {
  camera_id: string;
  /** JSON: `stops` of protocol/rest/cameras/ptz-tour.ts */
  stops: string;
  enabled: number;
}
