import { afterAll, beforeAll, expect, test } from "vitest";
import type { EncoderSetting } from "#demo/clip-encoder.ts";
import { OnvifDevice } from "#demo/devices/onvif-device.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { type EncoderTarget, setAudioEncoder, setVideoEncoder } from "#recorder/onvif/encoder.ts";
import { onvifFacts, onvifProfile, onvifAudio } from "#test/support/onvif-facts.ts";

const PASSWORD = "demo";
const facts = onvifFacts({
  audio: onvifAudio(),
  profiles: [
    onvifProfile("main", { audio: "AAC" }),
    onvifProfile("small", { shape: { widthPx: 320, heightPx: 180, framesPerSecond: 15 } }),
  ],
});
const wishes: EncoderSetting[] = [];
const sounds: number[] = [];
const device = new OnvifDevice(
  facts,
  PASSWORD,
  null,
  (token, wish) => {
    const profile = facts.profiles.find(({ encoderToken }) => encoderToken === token);
    if (!profile || wish.widthPx > 1280) return false;
    wishes.push(wish);
    const { gopLength, bitrateKbps, ...shape } = wish;
    Object.assign(profile, { shape, gopLength, bitrateKbps });
    return true;
  },
  (bitrateKbps) => sounds.push(bitrateKbps) > 0,
);
let target: EncoderTarget;

beforeAll(async () => {
  facts.baseUri = `http://127.0.0.1:${await device.listen(0, "127.0.0.1")}`;
  const url = `${facts.baseUri}/onvif/device_service`;
  target = { url, username: "admin", password: PASSWORD, network: null, profileToken: "main" };
});
afterAll(() => device.close());

test("what is asked for is set, the rest stays, and the camera's own word is the answer", async () => {
  const answer = await setVideoEncoder(target, { width: 640, height: 360, govLength: 5, bitRateKbps: 800 });
  expect(answer).toMatchObject({
    ok: true,
    value: { token: "main", width: 640, height: 360, framesPerSecond: 15, govLength: 5, bitRateKbps: 800 },
  });
  expect(wishes.at(-1)).toEqual({
    widthPx: 640,
    heightPx: 360,
    framesPerSecond: 15,
    gopLength: 5,
    bitrateKbps: 800,
  });
  // The other profile uses another encoder.
  expect(facts.profiles[1]?.shape.widthPx).toBe(320);
});

test("a camera's refusal is the failure; so are a profile it has not and a wrong password", async () => {
  expect(await setVideoEncoder(target, { width: 4000, height: 3000 })).toMatchObject({
    ok: false,
    error: { code: "onvif/fault" },
  });
  expect(await setVideoEncoder({ ...target, profileToken: "none" }, { quality: 3 })).toMatchObject({
    ok: false,
    error: { code: "stream/unsupported" },
  });
  expect(await setVideoEncoder({ ...target, password: "wrong" }, { quality: 3 })).toMatchObject({
    ok: false,
    error: { code: "onvif/unauthorized" },
  });
});

test("bit rate and limits are among what can be set", async () => {
  const read = await readOnvifCamera(target.url, "admin", PASSWORD, null);
  expect(read.ok && read.value.video).toMatchObject({
    Encoder: {
      options: ["H264"],
      capabilities: {
        H264: {
          Resolution: { options: ["1280x720", "640x360"] },
          FrameRate: { min: 1, max: 15 },
          BitRate: { min: 32, max: 4000 },
          GOVLength: { min: 1, max: 60 },
          EncoderInterval: { min: 1, max: 1 },
          Profile: { options: ["Baseline"] },
        },
      },
    },
  });
});

test("the sound's encoder is read with what it can be set to, and set", async () => {
  const read = await readOnvifCamera(target.url, "admin", PASSWORD, null);
  expect(read.ok && read.value.audio).toEqual({
    Encoder: {
      type: "enum",
      options: ["AAC"],
      default: "AAC",
      capabilities: {
        AAC: {
          BitRate: { type: "enum", options: ["32", "48", "64"], default: "48" },
          SampleRate: { type: "enum", options: ["32"], default: "32" },
        },
      },
    },
  });
  expect(await setAudioEncoder(target, { bitRateKbps: 64 })).toMatchObject({
    ok: true,
    value: { token: "main", audio: { encoder: "AAC", bitRateKbps: 64, sampleRateKhz: 32 } },
  });
  expect(sounds).toEqual([64]);
  for (const change of [{ encoder: "G711" }, { bitRateKbps: 50 }, { sampleRateKhz: 8 }])
    expect(await setAudioEncoder(target, change)).toMatchObject({ ok: false, error: { code: "onvif/fault" } });
  expect(sounds).toEqual([64]);
});

test("a stream without sound has no such encoder", async () => {
  const small = { ...target, profileToken: "small" };
  expect(await setAudioEncoder(small, { bitRateKbps: 64 })).toMatchObject({
    ok: false,
    error: { code: "stream/unsupported" },
  });
  const read = await readOnvifCamera(target.url, "admin", PASSWORD, null);
  expect(read.ok && read.value.profiles.map(({ audio }) => audio?.encoder ?? null)).toEqual(["AAC", null]);
});
