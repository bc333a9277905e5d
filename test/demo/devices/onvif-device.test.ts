import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OnvifDevice, type OnvifProfile } from "#demo/devices/onvif-device.ts";
import { PtzMount } from "#demo/devices/ptz-mount.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { PtzClient } from "#recorder/onvif/ptz/ptz-client.ts";
import { eventually } from "#test/support/eventually.ts";
import { onvifFacts, onvifProfile } from "#test/support/onvif-facts.ts";

const PASSWORD = "a <password> & more";
const profile = (token: string, widthPx: number, heightPx: number): OnvifProfile =>
  onvifProfile(token, {
    rtspUri: `rtsp://127.0.0.1:8554/square/${token}`,
    shape: { widthPx, heightPx, framesPerSecond: 15 },
  });
const facts = onvifFacts({
  name: 'Square "1" <a>',
  model: "Demo PTZ",
  serial: "demo-square",
  ptz: true,
  profiles: [profile("main", 640, 360), profile("small", 320, 180)],
});
const mount = new PtzMount(performance.now());
const wishes: { token: string; widthPx: number }[] = [];
const device = new OnvifDevice(facts, PASSWORD, mount, (token, { widthPx }) => {
  wishes.push({ token, widthPx });
  return widthPx <= 1280;
});
let url = "";

beforeAll(async () => {
  facts.baseUri = `http://127.0.0.1:${await device.listen(0, "127.0.0.1")}`;
  url = `${facts.baseUri}/onvif/device_service`;
});
afterAll(() => device.close());

function token(password: string, created = new Date().toISOString()): string {
  const nonce = randomBytes(16);
  const digest = createHash("sha1").update(nonce).update(created).update(password).digest("base64");
  return `<w:Security xmlns:w="x"><w:UsernameToken><w:Username>admin</w:Username><w:Password>${digest}</w:Password><w:Nonce>${nonce.toString("base64")}</w:Nonce><u:Created xmlns:u="y">${created}</u:Created></w:UsernameToken></w:Security>`;
}
async function post(body: string, head = ""): Promise<{ status: number; text: string }> {
  const xml = `<s:Envelope xmlns:s="z"><s:Header>${head}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
  const response = await fetch(url, { method: "POST", body: xml });
  return { status: response.status, text: await response.text() };
}

describe("the demo cameras' ONVIF service", () => {
  test("our own client registers it", async () => {
    const answer = await readOnvifCamera(url, "admin", PASSWORD, null);
    expect(answer).toMatchObject({
      ok: true,
      value: {
        manufacturer: "Proscenium",
        model: "Demo PTZ",
        serialNumber: "demo-square",
        profiles: [
          {
            token: "main",
            uri: "rtsp://127.0.0.1:8554/square/main",
            encoder: "H264",
            width: 640,
            height: 360,
            govLength: 30,
          },
          { token: "small", width: 320, height: 180 },
        ],
        ptz: { pan: true, tilt: true, zoom: true, relativeFov: true, maxPresets: 32 },
      },
    });
    expect(await readOnvifCamera(url, "admin", "wrong", null)).toMatchObject({ ok: false });
  });

  test("it moves, says where it is, keeps presets", async () => {
    const client = new PtzClient({ url: `${facts.baseUri}/onvif/ptz`, username: "admin", password: PASSWORD }, "main");
    expect(await client.absolute({ pan: 0.3, tilt: 0.2, zoom: 0.1 }, { panTilt: true, zoom: true })).toMatchObject({
      ok: true,
    });
    await eventually(() => !mount.moving(performance.now()), "it has arrived");
    expect(await client.position()).toMatchObject({
      ok: true,
      value: { pan: 0.3, tilt: 0.2, zoom: 0.1, moving: false },
    });
    expect(await client.continuous({ pan: -1, tilt: 0, zoom: 0 }, { panTilt: true, zoom: false }, 5000)).toMatchObject({
      ok: true,
    });
    expect(await client.position()).toMatchObject({ ok: true, value: { moving: true } });
    expect(await client.stop()).toMatchObject({ ok: true });
    expect(mount.moving(performance.now())).toBe(false);
    const presets = await client.presets();
    expect(presets.ok && presets.value.map(({ name }) => name)).toEqual(["Crossing", "East side", "West side"]);
    const set = await post(
      "<SetPreset><ProfileToken>main</ProfileToken><PresetName>A &lt; &#66;</PresetName></SetPreset>",
      token(PASSWORD),
    );
    expect(set.text).toContain("PresetToken>4<");
    expect((await post("<GetPresets><ProfileToken>main</ProfileToken></GetPresets>", token(PASSWORD))).text).toContain(
      '<tptz:Preset token="4"><tt:Name>A &lt; B</tt:Name>',
    );
  });

  test("only who knows the password may ask; the time is told to everybody", async () => {
    expect((await post("<GetSystemDateAndTime/>")).status).toBe(200);
    expect((await post("<GetProfiles/>")).status).toBe(401);
    expect((await post("<GetProfiles/>", token("wrong"))).status).toBe(401);
    expect((await post("<GetProfiles/>", token(PASSWORD))).status).toBe(200);
    const old = new Date(Date.now() - 3_600_000).toISOString();
    expect((await post("<GetProfiles/>", token(PASSWORD, old))).status).toBe(401);
  });

  test("the encoder is set where the camera can, and refused where not", async () => {
    const body = (width: number): string =>
      `<SetVideoEncoderConfiguration><Configuration token="main-encoder"><Encoding>H264</Encoding><Resolution><Width>${width}</Width><Height>720</Height></Resolution></Configuration></SetVideoEncoderConfiguration>`;
    expect((await post(body(1280), token(PASSWORD))).status).toBe(200);
    expect(wishes.at(-1)).toEqual({ token: "main-encoder", widthPx: 1280 });
    expect((await post(body(9000), token(PASSWORD))).text).toContain("ter:ConfigModify");
    expect((await post("<SetVideoEncoderConfiguration/>", token(PASSWORD))).text).toContain("ter:NoConfig");
  });

  test.each(["", "<", "<a/>", "<Nothing/>", "<GetStreamUri/>", "<GotoPreset/>"])(
    "nonsense %j is answered with a fault",
    async (body) => {
      const { status, text } = await post(body, token(PASSWORD));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).toContain("Fault");
    },
  );
});
