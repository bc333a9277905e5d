/** ONVIF cameras that work with other programs: behind a router, with Media2 only, with PTZ in one profile; what they refuse is said. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { englishText } from "#domain/failures/english.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { setVideoEncoder } from "#recorder/onvif/encoder.ts";
import { begin } from "#recorder/onvif/event-client.ts";
import { reachableAt } from "#recorder/onvif/services.ts";
import { deviceEndpoint } from "#recorder/onvif/soap/sign-in.ts";
import { fault, type OnvifScript, profile, profile2, ScriptedOnvif } from "#test/support/scripted-onvif.ts";

const LOGIN = { username: "admin", password: "secret", network: null };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
async function open(script: OnvifScript): Promise<ScriptedOnvif> {
  const camera = await ScriptedOnvif.open(script);
  closing.push(() => camera.close());
  return camera;
}
async function read(script: OnvifScript) {
  const camera = await open(script);
  const answer = await readOnvifCamera(camera.url, LOGIN.username, LOGIN.password, null);
  return { camera, value: answer.ok ? answer.value : null, told: answer.ok ? "" : englishText(answer.error) };
}
const CONTINUOUS = ["ContinuousPanTiltVelocitySpace", "ContinuousZoomVelocitySpace"];
const PTZ_CONFIGURATION = '<tt:PTZConfiguration token="c"><tt:NodeToken>n</tt:NodeToken></tt:PTZConfiguration>';

describe("addresses that a camera names of its own network", () => {
  it.each([
    ["another host and port", "http://192.168.1.108:80"],
    ["another scheme, too", "https://192.168.1.108"],
    ["a name that nobody knows", "http://ipcam.lan:8899"],
    ["a host of IPv6", "http://[fe80::1]:80"],
    ["this host, and a port that is not forwarded", "http://127.0.0.1:9"],
    ["no host", ""],
    ["several at once", "http://192.168.1.108:80/onvif/none http://10.0.0.1"],
  ])("%s: the one that was typed is called", async (_name, named) => {
    const { value, camera } = await read({ named, ptzSpaces: CONTINUOUS });
    expect(value?.profiles.map(({ uri }) => uri)).toEqual(["rtsp://127.0.0.1:554/live"]);
    expect([value?.mediaUrl, value?.ptz?.url].every((url) => url?.startsWith(new URL(camera.url).origin))).toBe(true);
  });

  it("never another host, and each address once, the likelier first", () => {
    expect(reachableAt("http://10.0.0.1:8000/m?a=1", "http://cam.example:81/onvif")).toEqual([
      "http://cam.example:81/m?a=1",
      "http://cam.example:8000/m?a=1",
    ]);
    expect(reachableAt("http://cam.example:8000/m", "http://cam.example:81/onvif")).toEqual([
      "http://cam.example:8000/m",
      "http://cam.example:81/m",
    ]);
    expect(reachableAt("http://a:b@cam.example//evil/m", "http://cam.example/onvif")).toEqual([
      "http://cam.example//evil/m",
    ]);
    for (const none of ["", "ftp://x/", "javascript:alert(1)"])
      expect(reachableAt(none, "http://cam.example/")).toEqual([]);
  });

  it("a router's own page at the camera's port is passed by", async () => {
    const page: Server = createServer((_request, response) => {
      response.writeHead(401, { "www-authenticate": 'Basic realm="router"' }).end("<html>");
    });
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    closing.push(() => page.close());
    const { value } = await read({ named: `http://127.0.0.1:${(page.address() as AddressInfo).port}` });
    expect(value?.profiles).toHaveLength(1);
  });

  it("events are subscribed to and fetched where the camera is", async () => {
    const named = "http://192.168.1.108:80";
    const camera = await open({
      answer: ({ operation }) => {
        if (operation === "GetCapabilities")
          return `<R><Capabilities><Events><XAddr>${named}/onvif/events</XAddr></Events></Capabilities></R>`.replaceAll(
            "R>",
            "GetCapabilitiesResponse>",
          );
        if (operation === "CreatePullPointSubscription")
          return `<CreatePullPointSubscriptionResponse><SubscriptionReference><Address>${named}/sub/1</Address></SubscriptionReference></CreatePullPointSubscriptionResponse>`;
        return operation === "PullMessages"
          ? "<PullMessagesResponse><CurrentTime>2026-01-01T00:00:00Z</CurrentTime></PullMessagesResponse>"
          : null;
      },
    });
    const begun = await begin(deviceEndpoint({ ...LOGIN, url: camera.url }));
    expect(begun.ok && begun.value.subscription.url).toBe(`${new URL(camera.url).origin}/sub/1`);
  });
});

describe("Media2", () => {
  it("is asked where Media is missing: profiles, addresses, limits", async () => {
    const options =
      '<GetVideoEncoderConfigurationOptionsResponse><tr2:Options GovLengthRange="1 300" FrameRatesSupported="25 20 10" ProfilesSupported="Main Main10"><tt:Encoding>H265</tt:Encoding><tt:QualityRange><tt:Min>1</tt:Min><tt:Max>6</tt:Max></tt:QualityRange><tt:ResolutionsAvailable><tt:Width>3840</tt:Width><tt:Height>2160</tt:Height></tt:ResolutionsAvailable><tt:BitrateRange><tt:Min>64</tt:Min><tt:Max>8192</tt:Max></tt:BitrateRange></tr2:Options></GetVideoEncoderConfigurationOptionsResponse>';
    const { value } = await read({
      profiles: "",
      media2Profiles: profile2("p1"),
      answer: ({ operation }) => (operation === "GetVideoEncoderConfigurationOptions" ? options : null),
    });
    expect(value?.profiles).toMatchObject([
      {
        token: "p1",
        encoder: "H265",
        width: 3840,
        framesPerSecond: 20,
        bitRateKbps: 4096,
        govLength: 50,
        uri: "rtsp://127.0.0.1:554/live2",
      },
    ]);
    expect(value?.video).toMatchObject({
      Encoder: {
        options: ["H265"],
        capabilities: {
          H265: {
            Resolution: { options: ["3840x2160"] },
            FrameRate: { min: 10, max: 25 },
            BitRate: { min: 64, max: 8192 },
            GOVLength: { min: 1, max: 300 },
            Profile: { options: ["Main", "Main10"], default: "Main" },
          },
        },
      },
      Quality: { min: 1, max: 6 },
    });
  });

  it("adds its H.265 profiles to those of Media, which cannot name them", async () => {
    const { value } = await read({
      profiles: profile("p1") + profile("p2"),
      media2Profiles: profile2("p2") + profile2("p3") + profile2("p1", "H264"),
    });
    expect(value?.profiles.map(({ token, encoder, uri }) => [token, encoder, uri.at(-1)])).toEqual([
      ["p1", "H264", "e"],
      ["p2", "H265", "2"],
      ["p3", "H265", "2"],
    ]);
  });

  it("that does not answer leaves those of Media; and the other way round", async () => {
    const refuses = (isMedia2: boolean): OnvifScript => ({
      profiles: profile("p1"),
      media2Profiles: profile2("p2"),
      answer: (call) =>
        call.operation === "GetProfiles" && call.isMedia2 === isMedia2 ? fault("ter:ActionNotSupported", "no") : null,
    });
    expect((await read(refuses(true))).value?.profiles.map(({ token }) => token)).toEqual(["p1"]);
    expect((await read(refuses(false))).value?.profiles.map(({ token }) => token)).toEqual(["p2"]);
  });

  it("sets what it has described", async () => {
    const camera = await open({
      profiles: "",
      media2Profiles: profile2("p1"),
      answer: ({ operation }) => (operation === "SetVideoEncoderConfiguration" ? `<${operation}Response/>` : null),
    });
    const set = await setVideoEncoder(
      { ...LOGIN, url: camera.url, profileToken: "p1" },
      { govLength: 25, width: 1920, height: 1080 },
    );
    expect(set.ok).toBe(true);
    expect(camera.last("SetVideoEncoderConfiguration")).toContain(
      '<Configuration token="p1-encoder" GovLength="25" Profile="Main"><tt:Name>e</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>H265</tt:Encoding><tt:Resolution><tt:Width>1920</tt:Width><tt:Height>1080</tt:Height></tt:Resolution><tt:RateControl ConstantBitRate="true"><tt:FrameRateLimit>20</tt:FrameRateLimit><tt:BitrateLimit>4096</tt:BitrateLimit></tt:RateControl><tt:Quality>5</tt:Quality></Configuration>',
    );
  });
});

it("a camera that does not say what it is still has its video", async () => {
  const answer: OnvifScript["answer"] = ({ operation }) =>
    operation === "GetDeviceInformation" ? fault("ter:ActionNotSupported", "no") : null;
  expect((await read({ answer })).value).toMatchObject({ manufacturer: "", model: "", profiles: [{ token: "main" }] });
});

describe("profiles", () => {
  it("the first that has a PTZ configuration moves the camera", async () => {
    const profiles = profile("p1") + profile("p2", PTZ_CONFIGURATION) + profile("p3", PTZ_CONFIGURATION);
    const { value } = await read({ profiles, ptzSpaces: CONTINUOUS });
    expect(value?.ptz).toMatchObject({ profileToken: "p2", panTiltBy: "continuous", zoomBy: "continuous" });
  });

  it("their defaults say how it moves where its nodes are not described", async () => {
    const defaults = PTZ_CONFIGURATION.replace(
      "</tt:NodeToken>",
      "</tt:NodeToken><tt:DefaultRelativePanTiltTranslationSpace>x</tt:DefaultRelativePanTiltTranslationSpace>",
    );
    const answer: OnvifScript["answer"] = ({ operation }) =>
      operation === "GetNodes" ? fault("ter:ActionNotSupported", "no") : null;
    expect((await read({ profiles: profile("p1", defaults), ptzSpaces: CONTINUOUS, answer })).value?.ptz).toMatchObject(
      {
        panTiltBy: "relative",
        zoom: false,
      },
    );
  });

  it("without video, with a loudspeaker, twice or without a stream are passed by", async () => {
    const speaker =
      '<tt:Extension><tt:AudioOutputConfiguration token="o"/><tt:AudioDecoderConfiguration token="d"/></tt:Extension>';
    const audio = `<trt:Profiles token="sound"><tt:Name>sound</tt:Name><tt:AudioEncoderConfiguration token="a"><tt:Encoding>G711</tt:Encoding></tt:AudioEncoderConfiguration>${speaker}</trt:Profiles>`;
    const { value, camera } = await read({
      profiles: audio + profile("p1", speaker) + profile("p1") + profile("p2"),
      answer: ({ operation, xml }) =>
        operation === "GetStreamUri" && xml.includes(">p2<") ? fault("ter:InvalidStreamSetup", "no") : null,
    });
    expect(value?.profiles.map(({ token }) => token)).toEqual(["p1"]);
    // Nobody speaks through a camera: its backchannel is not asked for.
    expect(camera.operations.some((operation) => /AudioOutput|AudioDecoder/.test(operation))).toBe(false);
  });
});

describe("a refusal names the call, and what to do", () => {
  const answers = (
    of: string,
    said: ReturnType<typeof fault> | { status: number; headers?: Record<string, string> },
  ): OnvifScript => ({
    answer: ({ operation }) => (operation === of ? said : null),
  });
  it.each<[string, OnvifScript, RegExp]>([
    [
      "a call that it does not know",
      answers("GetProfiles", fault("ter:ActionNotSupported", "Optional Action Not Implemented")),
      /not support GetProfiles: .*Generic RTSP/,
    ],
    [
      "a value that it does not take",
      answers("GetStreamUri", fault("ter:InvalidStreamSetup", "bad")),
      /refused GetStreamUri: bad\. Check/,
    ],
    [
      "a busy moment",
      answers("GetProfiles", fault("ter:Busy", "busy", "s:Receiver")),
      /refused GetProfiles: busy\. Try it again/,
    ],
    [
      "no ONVIF at the address",
      answers("GetDeviceInformation", { status: 404 }),
      /answered GetDeviceInformation with status 404.*ONVIF is switched on/,
    ],
    [
      "a redirect",
      answers("GetDeviceInformation", { status: 302, headers: { location: "https://cam/onvif" } }),
      /refers GetDeviceInformation to https:\/\/cam\/onvif\. Enter/,
    ],
    ["no profile", { profiles: " " }, /no video profile/],
  ])("%s", async (_name, script, told) => {
    expect((await read(script)).told).toMatch(told);
  });
});
