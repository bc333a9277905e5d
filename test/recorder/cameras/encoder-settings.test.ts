import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { EncoderSetting } from "#demo/clip-encoder.ts";
import { OnvifDevice } from "#demo/devices/onvif-device.ts";
import { onvifFacts, onvifProfile, onvifAudio } from "#test/support/onvif-facts.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const facts = onvifFacts({
  audio: onvifAudio(),
  profiles: [onvifProfile("main", { audio: "AAC" }), onvifProfile("small")],
});
let takesAudio = true;
const wishes: { readonly token: string; readonly wish: EncoderSetting }[] = [];
const device = new OnvifDevice(
  facts,
  "demo",
  null,
  (token, wish) => {
    const known = facts.profiles.find(({ encoderToken }) => encoderToken === token);
    if (!known || wish.bitrateKbps > 4000) return false;
    wishes.push({ token, wish });
    const { gopLength, bitrateKbps, ...shape } = wish;
    Object.assign(known, { shape, gopLength, bitrateKbps });
    return true;
  },
  (bitrateKbps) => takesAudio || bitrateKbps === 32,
);

interface Stream {
  readonly id: string;
  readonly configuration: { readonly Video: Record<string, unknown>; readonly Audio: Record<string, unknown> };
}
let house: TestHouse;
let cameraId = "";
let stream: Stream;
beforeAll(async () => {
  house = await TestHouse.open({ "cameras.allow-loopback": "true" });
  facts.baseUri = `http://127.0.0.1:${await device.listen(0, "127.0.0.1")}`;
  const connection = { uri: `${facts.baseUri}/onvif/device_service`, username: "admin", password: "demo" };
  const made = await house.ask("POST", "/service/cameras", { as: "admin", body: { driver: "ONVIF", connection } });
  const camera = made.json<{ id: string; streams: Stream[] }>();
  cameraId = camera.id;
  stream = camera.streams[0] as Stream;
});
afterAll(async () => {
  await house.close();
  await device.close();
});
beforeEach(() => void wishes.splice(0));

const path = () => `/service/cameras/${cameraId}/streams/${stream.id}`;
const set = (Video: Record<string, unknown>) =>
  house.ask("PATCH", path(), { as: "admin", body: { configuration: { Video } } });

it.each([true, false, undefined])(
  "registration (import: %s) takes the camera's settings over as they are",
  async (imported) => {
    await house.ask("DELETE", `/service/cameras/${cameraId}`, { as: "admin" });
    const before = structuredClone(facts.profiles);
    const connection = { uri: `${facts.baseUri}/onvif/device_service`, username: "admin", password: "demo" };
    const body = { driver: "ONVIF", connection, ...(imported === undefined ? {} : { import: imported }) };
    const made = await house.ask("POST", "/service/cameras", { as: "admin", body });
    const camera = made.json<{ id: string; streams: Stream[] }>();
    cameraId = camera.id;
    stream = camera.streams[0] as Stream;
    expect(wishes).toEqual([]);
    expect(facts.profiles).toEqual(before);
    expect(camera.streams).toHaveLength(2);
    expect(stream.configuration.Video).toMatchObject({
      Resolution: "1280x720",
      FrameRate: 15,
      BitRate: 1500,
      GOVLength: 30,
    });
  },
);

describe("encoder settings", () => {
  it("are written into the camera, only what differs, and stored as the camera has them then", async () => {
    expect(stream.configuration.Video).toMatchObject({ Resolution: "1280x720", FrameRate: 15, BitRate: 1500 });
    const answer = await set({ Resolution: "640x360", FrameRate: "10", Encoder: "H264", GOVLength: 20 });
    expect(answer.json<Stream>().configuration.Video).toMatchObject({
      Encoder: "H264",
      Resolution: "640x360",
      FrameRate: 10,
      GOVLength: 20,
      BitRate: 1500,
    });
    expect(wishes).toEqual([
      {
        token: "main-encoder",
        wish: { widthPx: 640, heightPx: 360, framesPerSecond: 10, gopLength: 20, bitrateKbps: 1500 },
      },
    ]);
    // Sending the same values again is no change.
    await set({ Resolution: "640x360", FrameRate: 10 });
    expect(wishes).toHaveLength(1);
  });

  it.each([
    ["what the camera refuses", { BitRate: 5000 }, "onvif/fault"],
    ["what no encoder has", { Colour: "blue" }, "stream/unsupported"],
    ["a resolution that is none", { Resolution: "wide" }, "stream/unsupported"],
  ])("%s is a failure with the camera's own reason, and nothing is stored", async (_name, video, code) => {
    const before = (await house.ask("GET", path(), { as: "admin" })).json<Stream>().configuration;
    const answer = await set(video);
    expect(answer.json()).toMatchObject({ code });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect((await house.ask("GET", path(), { as: "admin" })).json<Stream>().configuration).toEqual(before);
  });

  it("of the audio are written into the camera too, with those of the picture or alone", async () => {
    expect(stream.configuration.Audio).toEqual({ Encoder: "AAC", BitRate: 48, SampleRate: 32 });
    const put = async (configuration: Record<string, unknown>, at = path()) =>
      house.ask("PATCH", at, { as: "admin", body: { configuration } });
    const answer = await put({ Audio: { Encoder: "AAC", BitRate: "64", SampleRate: "32" }, Video: { BitRate: 900 } });
    expect(answer.json<Stream>().configuration).toMatchObject({ Audio: { BitRate: 64 }, Video: { BitRate: 900 } });
    expect(facts.audio?.bitrateKbps).toBe(64);
    for (const [audio, code] of [
      [{ BitRate: 50 }, "onvif/fault"],
      [{ Encoder: "OPUS" }, "onvif/fault"],
      [{ Volume: 11 }, "stream/unsupported"],
      [{ BitRate: "loud" }, "stream/unsupported"],
    ] as const)
      expect((await put({ Audio: audio })).json(), JSON.stringify(audio)).toMatchObject({ code });
    expect((await house.ask("GET", path(), { as: "admin" })).json<Stream>().configuration.Audio).toEqual({
      Encoder: "AAC",
      BitRate: 64,
      SampleRate: 32,
    });
    // The small stream has no sound: neither its sound nor its picture is set.
    const streams = (await house.ask("GET", `/service/cameras/${cameraId}/streams`, { as: "admin" })).json<{
      streams: Stream[];
    }>().streams;
    const small = `/service/cameras/${cameraId}/streams/${streams.find(({ id }) => id !== stream.id)?.id}`;
    wishes.splice(0);
    expect((await put({ Audio: { BitRate: 32 }, Video: { BitRate: 700 } }, small)).json()).toMatchObject({
      code: "stream/unsupported",
    });
    expect(wishes).toEqual([]);
  });

  it("a camera that takes the audio and refuses the picture has its audio as before, and nothing else is changed", async () => {
    const settings = async () => {
      const now = (await house.ask("GET", path(), { as: "admin" })).json<Stream & { name: string }>();
      return { name: now.name, configuration: now.configuration };
    };
    const before = await settings();
    const body = { name: "Other", configuration: { Audio: { BitRate: 32 }, Video: { BitRate: 5000 } } };
    expect((await house.ask("PATCH", path(), { as: "admin", body })).json()).toMatchObject({ code: "onvif/fault" });
    expect(facts.audio?.bitrateKbps).toBe(64);
    expect(await settings()).toEqual(before);
  });

  it("a camera that takes the audio, refuses the picture and does not take the audio back: what it took is stored", async () => {
    takesAudio = false;
    const restarts = vi.spyOn(house.services.media, "call");
    const body = { configuration: { Audio: { BitRate: 32 }, Video: { BitRate: 5000 } } };
    expect((await house.ask("PATCH", path(), { as: "admin", body })).json()).toMatchObject({ code: "onvif/fault" });
    expect(facts.audio?.bitrateKbps).toBe(32);
    const now = (await house.ask("GET", path(), { as: "admin" })).json<Stream>().configuration;
    expect(now).toMatchObject({ Audio: { BitRate: 32 }, Video: { BitRate: 900 } });
    expect(restarts).toHaveBeenCalledWith("stream.restart", { streamId: stream.id });
    restarts.mockRestore();
    takesAudio = true;
  });

  it("of the audio are not written when those of the picture are none that an encoder has", async () => {
    const body = { configuration: { Audio: { BitRate: 64 }, Video: { Resolution: "big" } } };
    expect((await house.ask("PATCH", path(), { as: "admin", body })).json()).toMatchObject({
      code: "stream/unsupported",
    });
    expect(facts.audio?.bitrateKbps).toBe(32);
  });

  it("of a stream that is added are set in the profile that it takes", async () => {
    const streams = `/service/cameras/${cameraId}/streams`;
    const list = (await house.ask("GET", streams, { as: "admin" })).json<{ streams: Stream[] }>().streams;
    const small = list.find(({ id }) => id !== stream.id);
    await house.services.cameras.streams.remove(small?.id ?? "");
    const body = { name: "again", configuration: { Video: { Resolution: "640x360" } }, recordWhenSecondary: true };
    const added = await house.ask("POST", streams, { as: "admin", body });
    expect(added.json()).toMatchObject({
      name: "again",
      recordWhenSecondary: true,
      configuration: { Video: { Resolution: "640x360" } },
    });
    expect(wishes.map(({ token }) => token)).toEqual(["small-encoder"]);
  });

  it("of a stream that is added are set in the profile that it takes, its audio too", async () => {
    const streams = `/service/cameras/${cameraId}/streams`;
    await house.services.cameras.streams.remove(stream.id);
    const body = { name: "loud", configuration: { Audio: { BitRate: 48 }, Video: { BitRate: 800 } } };
    const added = await house.ask("POST", streams, { as: "admin", body });
    expect(added.json()).toMatchObject({ configuration: { Audio: { BitRate: 48 }, Video: { BitRate: 800 } } });
    expect(facts.audio?.bitrateKbps).toBe(48);
    stream = added.json<Stream>();
  });

  it("of a stream that is added as another one was read are that one's", async () => {
    const streams = `/service/cameras/${cameraId}/streams`;
    const read = (await house.ask("GET", path(), { as: "admin" })).json<Stream>();
    await house.services.cameras.streams.remove(stream.id);
    const added = await house.ask("POST", streams, { as: "admin", body: { ...read, name: "again" } });
    expect(added.statusCode, added.body).toBe(201);
    stream = added.json<Stream>();
    expect(stream).toMatchObject({ name: "again", configuration: { Video: read.configuration.Video } });
    expect(stream.id).not.toBe(read.id);
  });

  it("are not for a camera without an encoder that can be set", async () => {
    const { camera, stream: plain } = await house.addCamera("Plain");
    const answer = await house.ask("PATCH", `/service/cameras/${camera.id}/streams/${plain.id}`, {
      as: "admin",
      body: { configuration: { Video: { Resolution: "640x360" } } },
    });
    expect(answer.json()).toMatchObject({ code: "stream/unsupported" });
  });
});
