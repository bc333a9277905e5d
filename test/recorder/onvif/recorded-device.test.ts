import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setAudioEncoder, setVideoEncoder } from "#recorder/onvif/encoder.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { PtzClient } from "#recorder/onvif/ptz/ptz-client.ts";
import { RecordedDevice, recordedAnswers } from "#test/support/recorded-device.ts";

const folder = await recordedAnswers();
let device: RecordedDevice;
beforeAll(async () => {
  if (folder !== null) device = await RecordedDevice.open(folder);
});
afterAll(() => device?.close());

const target = () => ({ url: device.url, username: "admin", password: "9999", network: null, profileToken: "main" });
const lastOf = (operation: string): string => device.asked.findLast((one) => one.operation === operation)?.xml ?? "";

describe.skipIf(folder === null)("an ONVIF device that is not ours", () => {
  it("is read: what it is, its streams, what its encoder can be set to, how it moves", async () => {
    expect(await readOnvifCamera(device.url, "admin", "9999", null)).toMatchObject({
      ok: true,
      value: {
        manufacturer: "Mockup Manufacturer",
        model: "Mockup Model",
        firmware: "Mockup_15_14_13",
        // It names itself by an address of its own network: port and path are its word, the host is the one we know.
        mediaUrl: device.url.replace("device_service", "services"),
        profiles: [
          {
            token: "main",
            fixed: true,
            uri: "rtsp://127.0.0.1/h264main",
            encoder: "H264",
            width: 1920,
            height: 1080,
            framesPerSecond: 5,
            bitRateKbps: 1000,
            govLength: 30,
            h264Profile: "High",
            audio: null,
          },
        ],
        video: {
          Encoder: {
            options: ["H264", "JPEG"],
            capabilities: {
              H264: {
                Resolution: { options: ["1920x1080", "1280x720", "720x576"] },
                FrameRate: { min: 5, max: 25 },
                GOVLength: { min: 1, max: 25 },
              },
            },
          },
          Quality: { min: 1, max: 100 },
        },
        ptz: { pan: true, tilt: true, zoom: true, relativeFov: false, maxPresets: 360 },
      },
    });
    // Its clock stands in 2014: what proves who we are is dated by that clock.
    expect(lastOf("GetProfiles")).toMatch(/<Created[^>]*>2014-12-24T/);
  });

  it("is set: everything that it said goes back to it, changed where asked", async () => {
    expect(await setVideoEncoder(target(), { width: 1280, height: 720, bitRateKbps: 2000 })).toMatchObject({
      ok: true,
    });
    const sent = lastOf("SetVideoEncoderConfiguration").replaceAll(/<(\/?)\w+:/g, "<$1");
    for (const part of [
      '<Configuration token="main">',
      "<Name>Main stream encoder</Name>",
      "<Resolution><Width>1280</Width><Height>720</Height></Resolution>",
      "<FrameRateLimit>5</FrameRateLimit>",
      "<BitrateLimit>2000</BitrateLimit>",
      "<GovLength>30</GovLength><H264Profile>High</H264Profile>",
      "<SessionTimeout>PT60S</SessionTimeout>",
    ])
      expect(sent).toContain(part);
    // Its profile has no sound.
    expect(await setAudioEncoder(target(), { bitRateKbps: 64 })).toMatchObject({
      ok: false,
      error: { code: "stream/unsupported" },
    });
  });

  it("moves, says where it is and which places it knows; what it does not know is a fault", async () => {
    const url = device.url.replace("device_service", "services");
    const ptz = new PtzClient({ url, username: "admin", password: "9999" }, "main");
    const presets = await ptz.presets();
    expect(presets.ok && presets.value.length).toBeGreaterThan(0);
    expect(await ptz.position()).toMatchObject({ ok: true, value: { pan: expect.any(Number), moving: false } });
    expect(await ptz.continuous({ pan: 1, tilt: 0, zoom: 0 }, { panTilt: true, zoom: false }, 1000)).toMatchObject({
      ok: true,
    });
    expect(lastOf("ContinuousMove")).toContain('x="1"');
    expect(await ptz.stop()).toMatchObject({ ok: true });
    expect(await setVideoEncoder({ ...target(), profileToken: "none" }, { quality: 5 })).toMatchObject({
      ok: false,
      error: { code: "stream/unsupported" },
    });
  });
});
