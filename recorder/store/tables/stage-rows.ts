/** Rows of what people arrange: stages, and views and patrols of fisheyes. */

export interface StageRow {
  id: string;
  owner_id: string;
  name: string;
  shared: number;
  matrix: string;
  created_ms: number;
}

/** A named view of a fisheye. */
export interface FisheyeViewRow {
  id: string;
  owner_id: string;
  camera_id: string;
  orchid_id: string;
  name: string;
  shared: number;
  /** JSON: `look` of protocol/rest/view.ts */
  look: string;
  created_ms: number;
}

/** A patrol of named views. */
export interface FisheyePatrolRow {
  id: string;
  owner_id: string;
  camera_id: string;
  orchid_id: string;
  name: string;
  shared: number;
  /** JSON: `stops` of protocol/rest/patrol.ts */
  stops: string;
  glide_s: number;
  created_ms: number;
}

/** The view that an account begins with on a camera. */
export interface FisheyeHomeRow {
  user_id: string;
  camera_id: string;
  orchid_id: string;
  view_id: string;
}
