import { expect, it } from "vitest";
import { CardSeal, cardOf } from "#recorder/standby/camera-card.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";

const camera: CameraRow = {
  id: "cam",
  name: "Gate",
  driver: "Generic RTSP",
  uri: "rtsp://10.0.0.9/1",
  credentials: "v1:sealed with the key of this server",
  configuration: "{}",
  capabilities: "{}",
  features: "{}",
  primary_stream_id: "one",
  privacy_masks: "[]",
  retention_ms: 0,
  demo_key: null,
  stood_in_for: null,
  created_ms: 1,
  deleted_ms: null,
};
const stream: StreamRow = {
  id: "one",
  camera_id: "cam",
  name: "Stream 1",
  active: 1,
  uri: "rtsp://10.0.0.9/1",
  profile_token: "",
  fixed: 0,
  position: 0,
  configuration: "{}",
  recording: "{}",
  dewarp: "{}",
  record_when_secondary: 0,
  mask: null,
  privacy_masks: null,
  deleted_ms: null,
};
const card = cardOf(camera, [stream], { username: "user", password: "pass" });
const seal = new CardSeal("a-secret-of-this-test-1234");

it("gives another recorder all that is needed to record a camera, and nothing that is this one's alone", () => {
  expect(seal.open("owner", "cam", seal.seal("owner", card))).toEqual(card);
  expect(JSON.stringify(card)).not.toContain("sealed with the key");
  expect(Object.keys(card.camera)).not.toContain("stood_in_for");
});

it("shows nothing to whoever has not the secret, and cannot be passed off as another camera or of another owner", () => {
  const sealed = seal.seal("owner", card);
  expect(Buffer.from(sealed.slice(3), "base64").toString("latin1")).not.toContain("pass");
  expect(new CardSeal("another-secret-of-a-test").open("owner", "cam", sealed)).toBeNull();
  expect(seal.open("other", "cam", sealed)).toBeNull();
  expect(seal.open("owner", "other", sealed)).toBeNull();
  expect(seal.open("owner", "cam", sealed.slice(0, -8))).toBeNull();
});

it("does not take what is no camera, or streams of another one", () => {
  const other = { ...card, streams: [{ ...card.streams[0]!, camera_id: "cam2" }] };
  expect(seal.open("owner", "cam", seal.seal("owner", other))).toBeNull();
  const broken = { ...card, camera: { ...card.camera, configuration: "{" } };
  expect(seal.open("owner", "cam", seal.seal("owner", broken))).toBeNull();
});

it("has a version that changes with the cameras, and is the same again for the same ones", () => {
  expect(seal.version([card])).toBe(new CardSeal("a-secret-of-this-test-1234").version([card]));
  expect(seal.version([card])).not.toBe(seal.version([{ ...card, login: { username: "user", password: "new" } }]));
  expect(seal.version([card])).not.toBe(new CardSeal("another-secret-of-a-test").version([card]));
});
