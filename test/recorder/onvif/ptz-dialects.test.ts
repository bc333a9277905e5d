/** Cameras that can be moved in one way only, know no Timeout or no Stop, and keep presets in their own way. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PTZ_STEP_MS } from "#domain/limits/ptz.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { fault, type OnvifScript, profile, ScriptedOnvif } from "#test/support/scripted-onvif.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open({ "cameras.allow-loopback": "true" });
});
afterAll(() => house.close());

let camera: ScriptedOnvif;
let path = "";
async function register(script: OnvifScript): Promise<Record<string, unknown> | undefined> {
  camera = await ScriptedOnvif.open({
    profiles: profile("p", '<tt:PTZConfiguration token="c"><tt:NodeToken>n</tt:NodeToken></tt:PTZConfiguration>'),
    ...script,
  });
  const connection = { uri: camera.url, username: "admin", password: "secret" };
  const made = await house.ask("POST", "/service/cameras", { as: "admin", body: { driver: "ONVIF", connection } });
  const { id, features } = made.json<{ id: string; features: { ptz?: Record<string, unknown> } }>();
  path = `/service/cameras/${id}/position`;
  camera.calls.length = 0;
  return features.ptz;
}
afterEach(async () => {
  vi.useRealTimers();
  await camera.close();
});
const order = async (body: object): Promise<number> =>
  (await house.ask("POST", path, { as: "admin", body })).statusCode;
const moves = (): string[] => camera.operations.filter((name) => !name.startsWith("GetS") && name !== "GetServices");
const CONTINUOUS = ["ContinuousPanTiltVelocitySpace", "ContinuousZoomVelocitySpace"];
const RELATIVE = ["RelativePanTiltTranslationSpace", "RelativeZoomTranslationSpace"];
const ABSOLUTE = ["AbsolutePanTiltPositionSpace", "AbsoluteZoomPositionSpace"];

describe("a camera that is moved", () => {
  it("by steps takes one for each order, not for each of a hail of them; that it knows no Stop does not matter", async () => {
    const ptz = await register({
      ptzSpaces: RELATIVE,
      answer: ({ operation }) => (operation === "Stop" ? fault("ter:ActionNotSupported", "no") : null),
    });
    expect(ptz).toMatchObject({ pan: true, zoom: true, steps: true });
    vi.useFakeTimers({ toFake: ["performance"] });
    for (const pan of [0.5, 0.6, 0.7]) expect(await order({ type: "continuous", pan })).toBe(204);
    expect(await order({ type: "stop" })).toBe(204);
    expect(moves()).toEqual(["RelativeMove", "Stop"]);
    expect(camera.last("RelativeMove")).toContain('<Translation><tt:PanTilt x="0.05" y="0"/></Translation>');
    vi.advanceTimersByTime(PTZ_STEP_MS);
    expect(await order({ type: "continuous", pan: -0.5 })).toBe(204);
    expect(camera.last("RelativeMove")).toContain('x="-0.05"');
  });

  it("to places is moved to one beside its own, and not over its end", async () => {
    expect(await register({ ptzSpaces: ABSOLUTE })).toMatchObject({ steps: true });
    expect(await order({ type: "continuous", pan: 1, tilt: -0.5 })).toBe(204);
    expect(camera.last("AbsoluteMove")).toContain('<Position><tt:PanTilt x="1" y="-0.05"/></Position>');
  });

  it("to places, and does not say where it is, goes on from where it was sent", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    await register({
      ptzSpaces: ABSOLUTE,
      answer: ({ operation }) => (operation === "GetStatus" ? fault("ter:ActionNotSupported", "no") : null),
    });
    for (const x of ["0.1", "0.2"]) {
      expect(await order({ type: "continuous", pan: 1 })).toBe(204);
      expect(camera.last("AbsoluteMove")).toContain(`<tt:PanTilt x="${x}" y="0"/>`);
      vi.advanceTimersByTime(PTZ_STEP_MS);
    }
  });

  it("at a speed across and by steps of its zoom does both", async () => {
    await register({ ptzSpaces: ["ContinuousPanTiltVelocitySpace", "RelativeZoomTranslationSpace"] });
    expect(await order({ type: "continuous", zoom: 1 })).toBe(204);
    expect(camera.last("ContinuousMove")).not.toContain("Zoom");
    expect(camera.last("RelativeMove")).toContain('<Translation><tt:Zoom x="0.1"/></Translation>');
  });

  it("without a Timeout gets none from then on; who gave the order stops it", async () => {
    expect(
      await register({
        ptzSpaces: CONTINUOUS,
        answer: ({ operation, xml }) =>
          operation === "ContinuousMove" && xml.includes("<Timeout>") ? fault("ter:TimeoutNotSupported", "no") : null,
      }),
    ).not.toHaveProperty("steps");
    expect(await order({ type: "continuous", pan: 0.5 })).toBe(204);
    expect(await order({ type: "continuous", pan: 0.4 })).toBe(204);
    expect(moves()).toEqual(["ContinuousMove", "ContinuousMove", "ContinuousMove"]);
    expect(await order({ type: "stop" })).toBe(204);
  });

  it.each(["ter:ActionNotSupported", "ter:InvalidArgVal"])(
    "without Stop (%s) is told to move at no speed",
    async (subcode) => {
      await register({
        ptzSpaces: CONTINUOUS,
        answer: ({ operation }) => (operation === "Stop" ? fault(subcode, "no") : null),
      });
      expect(await order({ type: "continuous", pan: 0.5 })).toBe(204);
      expect(await order({ type: "stop" })).toBe(204);
      expect(moves()).toEqual(["ContinuousMove", "Stop", "ContinuousMove"]);
      expect(camera.last("ContinuousMove")).toContain('<Velocity><tt:PanTilt x="0" y="0"/><tt:Zoom x="0"/></Velocity>');
    },
  );

  it("and does not say where it is has no position, which is no failure", async () => {
    await register({
      ptzSpaces: CONTINUOUS,
      answer: ({ operation }) => (operation === "GetStatus" ? fault("ter:ActionNotSupported", "no") : null),
    });
    const position = await house.ask("GET", path, { as: "admin" });
    expect(position.json()).toMatchObject({ pan: null, tilt: null, zoom: null });
  });
});

describe("presets", () => {
  const list = async () =>
    (await house.ask("GET", `${path}/presets`, { as: "admin" })).json<{ presets: { token: string; name: string }[] }>()
      .presets;
  const save = (name: string) => house.ask("POST", `${path}/presets`, { as: "admin", body: { name } });
  const preset = (token: string, name: string, more = ""): string =>
    `<tptz:Preset token="${token}"><tt:Name>${name}</tt:Name>${more}</tptz:Preset>`;
  const PLACE = '<tt:PTZPosition><tt:PanTilt x="0" y="0"/></tt:PTZPosition>';

  it("with empty, equal and odd names are listed, each token once, and can be gone to", async () => {
    const presets = `${preset("1", "")}<tptz:Preset token="2"/>${preset("3", "Gate")}${preset("3", "Gate again")}${preset("4", "Gate")}<tptz:Preset><tt:Name>lost</tt:Name></tptz:Preset>`;
    await register({ ptzSpaces: RELATIVE, presets });
    expect((await list()).map(({ token, name }) => `${token} ${name}`)).toEqual(["1 1", "2 2", "3 Gate", "4 Gate"]);
    expect(await order({ type: "preset", token: "4" })).toBe(204);
    expect(camera.last("GotoPreset")).toContain("<PresetToken>4</PresetToken>");
  });

  it("of a camera that lists all its slots: empty ones are not shown, and a new one goes into the first of them", async () => {
    const presets =
      preset("1", "Gate", PLACE) +
      preset("2", "Preset 2") +
      preset("3", "") +
      preset("4", "Yard") +
      preset("5", "Preset 5", PLACE);
    await register({ ptzSpaces: CONTINUOUS, presets, maxPresets: 5 });
    expect((await list()).map(({ token }) => token)).toEqual(["1", "4", "5"]);
    expect((await save("Door")).statusCode).toBeLessThan(300);
    expect(camera.last("SetPreset")).toContain("<PresetName>Door</PresetName><PresetToken>2</PresetToken>");
  });

  it("of one whose slots do not show whether they are empty: all are listed, none is overwritten, and the camera finds room", async () => {
    const presets = Array.from({ length: 8 }, (_, at) => preset(String(at), `Preset ${at}`)).join("");
    await register({ ptzSpaces: CONTINUOUS, presets });
    expect(await list()).toHaveLength(8);
    expect((await save("Door")).statusCode).toBeLessThan(300);
    expect(camera.last("SetPreset")).not.toContain("<PresetToken>");
  });

  it("are the camera's own where it lists some, though it does not say how many it keeps", async () => {
    const ptz = await register({ ptzSpaces: RELATIVE, maxPresets: 0, presets: preset("1", "Gate") });
    expect(ptz).toMatchObject({ maxPresets: 10 });
    expect(await list()).toHaveLength(1);
  });

  it("that find no room are refused with what the camera says", async () => {
    const presets = Array.from({ length: 8 }, (_, at) => preset(String(at), `Place ${at}`, PLACE)).join("");
    await register({
      ptzSpaces: CONTINUOUS,
      presets,
      answer: ({ operation }) => (operation === "SetPreset" ? fault("ter:TooManyPresets", "full") : null),
    });
    const refused = await save("Door");
    expect(refused.json()).toMatchObject({ code: "ptz/too-many-presets", params: { count: 8 } });
  });

  it("whose token the camera does not tell are found in its list", async () => {
    let isSaved = false;
    await register({
      ptzSpaces: CONTINUOUS,
      answer: ({ operation }) => {
        if (operation === "SetPreset") isSaved = true;
        const kept = preset("1", "Gate") + (isSaved ? preset("9", "Gate") : "");
        if (operation === "GetPresets") return `<GetPresetsResponse>${kept}</GetPresetsResponse>`;
        return operation === "SetPreset" ? "<SetPresetResponse/>" : null;
      },
    });
    expect((await save("Gate")).json()).toMatchObject({ token: "9", name: "Gate" });
  });
});
