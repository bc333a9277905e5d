/** A camera as its owner gives it to others of its group: all that is needed to record it, sealed with their secret. */
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Credentials } from "#recorder/cameras/stream-specs.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";
import { Vault } from "#recorder/store/vault.ts";

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
const text = z.string();
const flag = z.int();
const json = z.string().check(z.refine((value) => isJson(value)));

const camera = z.strictObject({
  id,
  name: text,
  driver: text,
  uri: text,
  configuration: json,
  capabilities: json,
  features: json,
  primary_stream_id: z.nullable(id),
  privacy_masks: json,
  retention_ms: z.number(),
  created_ms: z.number(),
});
const stream = z.strictObject({
  id,
  camera_id: id,
  name: text,
  active: flag,
  uri: text,
  profile_token: text,
  fixed: flag,
  position: z.int(),
  configuration: json,
  recording: json,
  dewarp: json,
  record_when_secondary: flag,
  mask: z.nullable(text),
  privacy_masks: z.nullable(json),
});
const card = z.strictObject({
  camera,
  streams: z.array(stream),
  login: z.strictObject({ username: text, password: text }),
});
export type CameraCard = z.infer<typeof card>;

export function cardOf(row: CameraRow, streams: readonly StreamRow[], login: Credentials): CameraCard {
  const { credentials: _sealed, demo_key: _demo, stood_in_for: _own, deleted_ms: _there, ...shown } = row;
  return { camera: shown, streams: streams.map(({ deleted_ms: _too, ...rest }) => rest), login };
}

/** What only recorders of the group can read. */
export class CardSeal {
  readonly #vault: Vault;

  constructor(secret: string) {
    this.#vault = Vault.ofText(secret, "cameras of a standby group");
  }

  seal(owner: string, one: CameraCard): string {
    return this.#vault.seal(JSON.stringify(one), `${owner} ${one.camera.id}`);
  }

  /** null: it was not sealed with this secret for this camera, or by a release that says more of cameras */
  open(owner: string, cameraId: string, sealed: string): CameraCard | null {
    const opened = this.#vault.open(sealed, `${owner} ${cameraId}`);
    if (opened === null || !isJson(opened)) return null;
    const read = card.safeParse(JSON.parse(opened));
    const isWhole = read.success && read.data.camera.id === cameraId;
    return isWhole && read.data.streams.every((one) => one.camera_id === cameraId) ? read.data : null;
  }

  /** Changes with what is said of the cameras; nothing can be learnt from it. */
  version(cards: readonly CameraCard[]): string {
    const hash = createHash("sha256").update(this.#vault.keyFor("version"));
    for (const one of cards) hash.update(JSON.stringify(one));
    return hash.digest("hex");
  }
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
