/** More ONVIF cameras of the kinds that were reported: each is a relative of one that a test beside this one plays. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { englishText } from "#domain/failures/english.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import {
  believesDigest,
  fault,
  type OnvifScript,
  profile,
  profile2,
  ScriptedOnvif,
  utc,
} from "#test/support/scripted-onvif.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open({ "cameras.allow-loopback": "true" });
});
afterAll(() => house.close());

let camera: ScriptedOnvif | null = null;
afterEach(async () => {
  await camera?.close();
  camera = null;
});
const CONTINUOUS = ["ContinuousPanTiltVelocitySpace", "ContinuousZoomVelocitySpace"];
const PTZ = '<tt:PTZConfiguration token="c"><tt:NodeToken>n</tt:NodeToken></tt:PTZConfiguration>';

async function read(script: OnvifScript) {
  camera = await ScriptedOnvif.open(script);
  const answer = await readOnvifCamera(camera.url, "admin", "secret", null);
  return { value: answer.ok ? answer.value : null, told: answer.ok ? "" : englishText(answer.error) };
}
const HOUR_MS = 3_600_000;

describe("addresses behind a router", () => {
  it.each<[string, string]>([
    ["with a port that is none", "http://10.0.0.1:99999"],
    ["with a login", "http://admin:secret@10.0.0.1:80"],
    ["with a zone of IPv6", "http://[fe80::1%25eth0]:80"],
    ["without a scheme", "10.0.0.1"],
    ["in capitals", "HTTP://10.0.0.1:80"],
    ["with blanks and line ends around", "\n   http://10.0.0.1:80"],
  ])("%s: the one that was typed is called", async (_, named) => {
    const { value, told } = await read({ named, ptzSpaces: CONTINUOUS });
    expect(told).toBe("");
    expect(value?.profiles).toHaveLength(1);
  });
});

describe("a clock", () => {
  it.each<[string, OnvifScript]>([
    ["of 1970", { clockMs: -Date.now() + 60_000, told: utc(60_000) }],
    ["of 2038 and later", { clockMs: 15 * 365 * 24 * HOUR_MS }],
    [
      "that is asked for and refused as unauthorized",
      { answer: ({ operation }) => (operation === "GetSystemDateAndTime" ? fault("ter:NotAuthorized", "no") : null) },
    ],
    [
      "that answers with an empty page",
      { answer: ({ operation }) => (operation === "GetSystemDateAndTime" ? { status: 200, body: "" } : null) },
    ],
    [
      "whose month and day are zero",
      {
        told: "<tt:UTCDateTime><tt:Time><tt:Hour>0</tt:Hour><tt:Minute>0</tt:Minute><tt:Second>0</tt:Second></tt:Time><tt:Date><tt:Year>0</tt:Year><tt:Month>0</tt:Month><tt:Day>0</tt:Day></tt:Date></tt:UTCDateTime>",
      },
    ],
  ])("%s is no hindrance", async (_, script) => {
    expect((await read(script)).told).toBe("");
  });
});

describe("an HTTP challenge", () => {
  const challenged = (header: string | string[], algorithm: "md5" | "sha256" = "md5"): OnvifScript => ({
    believes: believesDigest("onvif", () => "n1", algorithm),
    refusal: () => ({ status: 401, headers: { "www-authenticate": header } }),
  });
  it.each<[string, string | string[]]>([
    [
      "with opaque, domain and stale",
      'Digest realm="onvif", domain="/", nonce="n1", opaque="", stale=FALSE, qop="auth"',
    ],
    ["with Basic twice around it", ['Basic realm="a"', 'Digest realm="onvif", nonce="n1"', 'Basic realm="b"']],
    [
      "behind Basic with a comma in its realm",
      'Basic realm="a, Digest b", Digest realm="onvif", nonce="n1", qop="auth"',
    ],
    ["with blanks around its equals signs", 'Digest realm = "onvif", nonce = "n1", qop = "auth"'],
    ["with a trailing comma", 'Digest realm="onvif", nonce="n1", qop="auth",'],
    ["with an algorithm in quotes", 'Digest realm="onvif", nonce="n1", algorithm="MD5"'],
  ])("%s is answered", async (_, header) => {
    expect((await read(challenged(header))).told).toBe("");
  });
});

describe("Media2 only", () => {
  it.each(["H265", "H264", "h265", "video/H265"])("names its encoder %s", async (encoder) => {
    const { value, told } = await read({ profiles: "", media2Profiles: profile2("p", encoder) });
    expect(told).toBe("");
    expect(value?.profiles[0]?.width).toBe(3840);
  });

  it("with profiles of which one has no encoder", async () => {
    const bare = '<tr2:Profiles token="x"><tr2:Name>x</tr2:Name></tr2:Profiles>';
    const { value } = await read({ profiles: "", media2Profiles: bare + profile2("p") });
    expect(value?.profiles.map(({ token }) => token)).toContain("p");
  });
});

describe("moves", () => {
  let path = "";
  async function register(script: OnvifScript): Promise<Record<string, unknown> | undefined> {
    camera = await ScriptedOnvif.open({ profiles: profile("p", PTZ), ptzSpaces: CONTINUOUS, ...script });
    const connection = { uri: camera.url, username: "admin", password: "secret" };
    const made = await house.ask("POST", "/service/cameras", { as: "admin", body: { driver: "ONVIF", connection } });
    const { id, features } = made.json<{ id: string; features: { ptz?: Record<string, unknown> } }>();
    path = `/service/cameras/${id}/position`;
    camera.calls.length = 0;
    return features.ptz;
  }
  const order = async (body: object): Promise<number> =>
    (await house.ask("POST", path, { as: "admin", body })).statusCode;
  const moves = (): string[] => (camera?.operations ?? []).filter((name) => /Move|Stop|Preset/.test(name));

  it.each(["ter:InvalidArgVal", "ter:TimeoutNotSupported", "ter:ActionNotSupported"])(
    "without Timeout and without Stop, refused with %s: it is moved, and stands",
    async (subcode) => {
      await register({
        answer: ({ operation, xml }) =>
          operation === "Stop" || xml.includes("<Timeout>") ? fault(subcode, "no") : null,
      });
      expect(await order({ type: "continuous", pan: 0.5 })).toBe(204);
      expect(await order({ type: "stop" })).toBe(204);
      expect(moves()).toEqual(["ContinuousMove", "ContinuousMove", "Stop", "ContinuousMove"]);
      expect(camera?.last("ContinuousMove")).toContain('<tt:PanTilt x="0" y="0"/>');
      expect(camera?.last("ContinuousMove")).not.toContain("<Timeout>");
    },
  );

  it("a Stop that names both, because some cameras stop what is named only", async () => {
    await register({});
    expect(await order({ type: "continuous", pan: 0.5 })).toBe(204);
    expect(await order({ type: "stop" })).toBe(204);
    expect(camera?.last("Stop")).toMatch(/PanTilt>true[^]*Zoom>true/);
  });

  it("a zoom alone, at a speed", async () => {
    expect(await register({ ptzSpaces: ["ContinuousZoomVelocitySpace"] })).toMatchObject({ pan: false, zoom: true });
    expect(await order({ type: "continuous", zoom: 0.5 })).toBe(204);
    expect(camera?.last("ContinuousMove")).not.toContain("PanTilt");
  });

  it("in the third profile of three", async () => {
    const ptz = await register({ profiles: profile("a") + profile("b") + profile("c", PTZ) });
    expect(ptz).toMatchObject({ pan: true });
    expect(await order({ type: "continuous", pan: 0.5 })).toBe(204);
    expect(camera?.last("ContinuousMove")).toContain("<ProfileToken>c</ProfileToken>");
  });

  it("a position that is refused is no failure of a preset", async () => {
    await register({
      presets: '<tptz:Preset token="1"><tt:Name>Gate</tt:Name></tptz:Preset>',
      answer: ({ operation }) => (operation === "GetStatus" ? fault("ter:NoStatus", "no") : null),
    });
    expect(await order({ type: "preset", token: "1" })).toBe(204);
  });
});
