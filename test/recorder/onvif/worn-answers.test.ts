/** ONVIF of devices whose makers have not read all of it: their video, their movements and their events are used all the same. */
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { begin, renew } from "#recorder/onvif/event-client.ts";
import { meaningOf } from "#recorder/onvif/event-meaning.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { PtzClient } from "#recorder/onvif/ptz/ptz-client.ts";
import { deviceEndpoint } from "#recorder/onvif/soap/sign-in.ts";
import { type Rewritten, rewriting } from "#test/support/rewritten-onvif.ts";
import {
  believesDigest,
  believesToken,
  fault,
  type OnvifScript,
  profile,
  type ScriptedCall,
  ScriptedOnvif,
} from "#test/support/scripted-onvif.ts";

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
const LOGIN = { username: "admin", password: "secret", network: null };

async function open(script: OnvifScript): Promise<ScriptedOnvif> {
  const camera = await ScriptedOnvif.open(script);
  opened.push(camera);
  return camera;
}

async function read(script: OnvifScript, change: Rewritten | null = null) {
  const camera = await open(script);
  const front = change ? await rewriting(camera, change) : camera;
  if (front !== camera) opened.push(front);
  const answer = await readOnvifCamera(front.url, LOGIN.username, LOGIN.password, null);
  return answer.ok ? answer.value : answer.error;
}

const instead = (operation: string, body: string): OnvifScript => ({
  answer: (call) => (call.operation === operation ? body : null),
});
const withBody = (head: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(head.replace(/Content-Length: \d+/, `Content-Length: ${body.length}`)), body]);
const packet = (xml: string): Buffer =>
  Buffer.from(`--b\r\nContent-Type: application/xop+xml\r\nContent-ID: <a>\r\n\r\n${xml}\r\n--b--\r\n`);

describe("answers", () => {
  test.each<[string, Rewritten]>([
    ["packed, and not said to be", (head, body) => withBody(head, gzipSync(body))],
    ["in parts", (head, body) => withBody(head.replace("soap+xml", "xop+xml"), packet(body))],
    [
      "longer than they say",
      (head, body) => head.replace(/(?<=Content-Length: )\d+/, (n) => `${Number(n) - 2}`) + body,
    ],
  ])("%s", async (_, change) => {
    expect(await read({}, change)).toMatchObject({ profiles: [{ token: "main" }] });
  });

  test.each([
    ["live/ch0", "rtsp://127.0.0.1/live/ch0"],
    ["10.0.0.1:554/live", "rtsp://127.0.0.1:554/live"],
    ["rtsp:\\\\10.0.0.1\\live", "rtsp://127.0.0.1/live"],
    ["rtsp:// 10.0.0.1/live", "rtsp://127.0.0.1/live"],
    ["&quot;rtsp://10.0.0.1/live&quot;", "rtsp://127.0.0.1/live"],
    ["rtspt://10.0.0.1/live", "rtsp://127.0.0.1/live"],
    ["rtspu://10.0.0.1/live", "rtsp://127.0.0.1/live"],
    ["rtsp://10.0.0.1:99999/live", "rtsp://127.0.0.1/live"],
    ["rtsp://10.0.0.1:554:554/live", "rtsp://127.0.0.1/live"],
    ["rtsp://[fe80::1%25eth0]/live", "rtsp://127.0.0.1/live"],
  ])("with the stream at %s", async (said, uri) => {
    const inside = `<trt:MediaUri><tt:Uri>${said}</tt:Uri></trt:MediaUri>`;
    expect(await read(instead("GetStreamUri", `<GetStreamUriResponse>${inside}</GetStreamUriResponse>`))).toMatchObject(
      {
        profiles: [{ uri }],
      },
    );
  });

  test("with a stream's address outside its element", async () => {
    const script = instead(
      "GetStreamUri",
      "<GetStreamUriResponse><tt:Uri>rtsp://h/live</tt:Uri></GetStreamUriResponse>",
    );
    expect(await read(script)).toMatchObject({ profiles: [{ uri: "rtsp://127.0.0.1/live" }] });
  });

  test.each(["http://www.onvif.org/ver10/media/wsdl/", "http://www.onvif.org/ver10/Media/WSDL"])(
    "that name the service of video %s",
    async (namespace) => {
      const service = `<tds:Service><tds:Namespace>${namespace}</tds:Namespace><tds:XAddr>/onvif/media</tds:XAddr></tds:Service>`;
      const camera = await read({
        answer: ({ operation, path }) => {
          if (operation === "GetServices") return `<GetServicesResponse>${service}</GetServicesResponse>`;
          const isAtDevice = operation === "GetProfiles" && !path.endsWith("/media");
          return operation === "GetCapabilities" || isAtDevice ? fault("ter:ActionNotSupported", "no") : null;
        },
      });
      expect(camera).toMatchObject({ profiles: [{ token: "main" }] });
    },
  );
});

describe("logins", () => {
  test("asked for as something forbidden", async () => {
    const refusal = () => ({ status: 403, headers: { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' } });
    expect(await read({ believes: believesDigest("r", () => "n"), refusal })).toMatchObject({ profiles: [{}] });
  });

  test("dated in whole seconds only", async () => {
    const believes = (call: ScriptedCall, nowMs: number): boolean =>
      believesToken(call, nowMs) && !/Created[^>]*>[^<]*\.\d+Z/.test(call.xml);
    expect(await read({ believes })).toMatchObject({ profiles: [{}] });
  });
});

const CONTINUOUS = ["ContinuousPanTiltVelocitySpace", "ContinuousZoomVelocitySpace"];
const movable = (more = ""): string =>
  profile("a", `<tt:PTZConfiguration token="p"><tt:NodeToken>n</tt:NodeToken>${more}</tt:PTZConfiguration>`);

describe("a device that moves", () => {
  test("although its node has no spaces, by the defaults of its profile", async () => {
    const profiles = movable("<tt:DefaultContinuousPanTiltVelocitySpace>x</tt:DefaultContinuousPanTiltVelocitySpace>");
    expect(await read({ profiles, ptzSpaces: [] })).toMatchObject({ ptz: { panTiltBy: "continuous", zoomBy: null } });
  });

  test("and describes one node at a time", async () => {
    const spaces = "<tt:ContinuousPanTiltVelocitySpace><tt:URI>g</tt:URI></tt:ContinuousPanTiltVelocitySpace>";
    const one = `<tptz:PTZNode token="n"><tt:SupportedPTZSpaces>${spaces}</tt:SupportedPTZSpaces></tptz:PTZNode>`;
    const camera = await read({
      ...{ profiles: movable(), ptzSpaces: CONTINUOUS },
      answer: ({ operation }) => {
        if (operation === "GetNodes") return fault("ter:ActionNotSupported", "no");
        return operation === "GetNode" ? `<GetNodeResponse>${one}</GetNodeResponse>` : null;
      },
    });
    expect(camera).toMatchObject({ ptz: { panTiltBy: "continuous" } });
  });

  async function client(answer: NonNullable<OnvifScript["answer"]>) {
    const camera = await open({ profiles: movable(), ptzSpaces: CONTINUOUS, answer });
    const endpoint = {
      ...deviceEndpoint({ url: camera.url, ...LOGIN }),
      url: camera.url.replace("device_service", "ptz"),
    };
    return { camera, ptz: new PtzClient(endpoint, "a") };
  }

  test("and does not turn and zoom by one order", async () => {
    const { camera, ptz } = await client(({ operation, xml }) =>
      operation === "ContinuousMove" && xml.includes("PanTilt x") && xml.includes("Zoom x")
        ? fault("ter:InvalidVelocity", "bad velocity")
        : null,
    );
    const moved = await ptz.continuous({ pan: 0.5, tilt: 0, zoom: 0 }, { panTilt: true, zoom: true }, 1000);
    expect(moved.ok).toBe(true);
    expect(camera.last("ContinuousMove")).toContain('<tt:PanTilt x="0.5" y="0"/></Velocity>');
  });

  test("and calls it a fault that it has no presets", async () => {
    const { ptz } = await client(({ operation }) =>
      operation === "GetPresets" ? fault("ter:NoEntity", "There are no presets") : null,
    );
    expect(await ptz.presets()).toEqual({ ok: true, value: [] });
  });

  test("and writes its place with commas, and that it moves in small letters", async () => {
    const status =
      '<tt:Position><tt:PanTilt x="0,5" y="-0,25"/></tt:Position><tt:MoveStatus><tt:PanTilt>moving</tt:PanTilt></tt:MoveStatus>';
    const { ptz } = await client(({ operation }) =>
      operation === "GetStatus"
        ? `<GetStatusResponse><tptz:PTZStatus>${status}</tptz:PTZStatus></GetStatusResponse>`
        : null,
    );
    expect(await ptz.position()).toMatchObject({ value: { pan: 0.5, tilt: -0.25, moving: true } });
  });
});

describe("events of a device that", () => {
  const note = (
    topic: string,
    data: string,
    open = "<wsnt:Message><tt:Message>",
    close = "</tt:Message></wsnt:Message>",
  ) =>
    `<wsnt:NotificationMessage xmlns:wsnt="w"><wsnt:Topic>${topic}</wsnt:Topic>${open}<tt:Data>${data}</tt:Data>${close}</wsnt:NotificationMessage>`;
  const INPUT = "tns1:Device/Trigger/DigitalInput";
  const ON = '<tt:SimpleItem Name="LogicalState" Value="true"/>';
  const refusal = fault("ter:InvalidArgVal", "refused");

  async function events(answer: NonNullable<OnvifScript["answer"]>, told = note(INPUT, ON)) {
    const camera = await open({
      answer: (call) => {
        const own = answer(call);
        if (own !== null) return own;
        if (call.operation === "GetCapabilities")
          return "<GetCapabilitiesResponse><tds:Capabilities><tt:Events><tt:XAddr>/onvif/ev</tt:XAddr></tt:Events></tds:Capabilities></GetCapabilitiesResponse>";
        if (call.operation === "CreatePullPointSubscription")
          return "<CreatePullPointSubscriptionResponse><SubscriptionReference><Address>/onvif/sub</Address></SubscriptionReference></CreatePullPointSubscriptionResponse>";
        if (call.operation === "PullMessages") return `<PullMessagesResponse>${told}</PullMessagesResponse>`;
        return call.operation === "Renew" ? "<RenewResponse/>" : null;
      },
    });
    const begun = await begin(deviceEndpoint({ url: camera.url, ...LOGIN }));
    if (!begun.ok) throw new Error(JSON.stringify(begun.error));
    const codes = begun.value.events.map((event) => meaningOf(event, "Gate")?.told.code ?? null);
    return { codes, subscription: begun.value.subscription };
  }

  test.each<[string, NonNullable<OnvifScript["answer"]>]>([
    [
      "holds no answer back for so long",
      ({ operation, xml }) => (operation === "PullMessages" && !xml.includes("PT5S") ? refusal : null),
    ],
    [
      "gives only few at once",
      ({ operation, xml }) => (operation === "PullMessages" && !xml.includes(">10<") ? refusal : null),
    ],
    [
      "has a lifetime of its own for them",
      ({ operation, xml }) =>
        operation === "CreatePullPointSubscription" && xml.includes("InitialTerminationTime") ? refusal : null,
    ],
  ])("%s", async (_, answer) => {
    expect((await events(answer)).codes).toEqual(["event/input-on"]);
  });

  test("renews by a date only", async () => {
    const { subscription } = await events(({ operation, xml }) =>
      operation === "Renew" && !/TerminationTime>\d{4}-/.test(xml) ? refusal : null,
    );
    expect((await renew(subscription)).ok).toBe(true);
  });

  test.each<[string, string, string[]]>([
    ["has none", "", []],
    ["puts slashes before topics", note(`//${INPUT}`, ON), ["event/input-on"]],
    ["leaves out an element", note(INPUT, ON, "<wsnt:Message>", "</wsnt:Message>"), ["event/input-on"]],
    ["says yes", note(INPUT, '<tt:SimpleItem Name="State" Value="yes"/>'), ["event/input-on"]],
    ["writes values as texts", note(INPUT, '<tt:SimpleItem Name="State">true</tt:SimpleItem>'), ["event/input-on"]],
  ])("%s", async (_, told, codes) => {
    expect((await events(() => null, told)).codes).toEqual(codes);
  });
});
