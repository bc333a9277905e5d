/** Cameras that cannot be added, played by scripts from their first byte on: each refusal says the cause and the next step. */
import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { probeStream } from "#recorder/ingest/stream-probe.ts";
import type { RtspTarget } from "#recorder/ingest/sources/line/rtsp-dial.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { type Asked, type CameraScript, closing, keyNals, slice } from "#test/support/scripted-camera.ts";
import { fault, type OnvifScript, ScriptedOnvif, utc } from "#test/support/scripted-onvif.ts";
import { quick } from "#test/support/stream-hubs.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open({ "cameras.allow-loopback": "true" });
});
afterAll(() => house.close());
const { camera, later } = closing(afterEach);
const patience = { describedMs: 150, silentMs: 300, seldomMs: 450 };
// The media process is this one: it dials and watches as the real one does, with less patience.
beforeEach(() => {
  vi.spyOn(house.services.media, "call").mockImplementation(((_name: string, target: RtspTarget) =>
    probeStream(target, quick, patience)) as typeof house.services.media.call);
});
afterEach(() => vi.restoreAllMocks());

interface Refused {
  readonly code: string;
  readonly reason: string;
  readonly id?: string;
}
const add = async (uri: string, login = { username: "", password: "" }, driver = "Generic RTSP") => {
  const body = { driver, connection: { uri, ...login } };
  const answer = await house.ask("POST", "/service/cameras", { as: "admin", body });
  return answer.json<Refused>();
};
const status = ({ headers }: Asked, text: string, more = ""): string =>
  `RTSP/1.0 ${text}\r\nCSeq: ${headers.get("cseq")}\r\n${more}\r\n`;
const refusing =
  (method: string, text: string, more = ""): NonNullable<CameraScript["answer"]> =>
  (asked, usual) =>
    asked.method === method ? status(asked, text, more) : usual;
const video = (...lines: string[]): string[] => ["m=video 0 RTP/AVP 96", ...lines, "a=control:trackID=0"];
const BASIC = 'WWW-Authenticate: Basic realm="cam"\r\n';

describe("an RTSP camera", () => {
  test.each<[string, CameraScript, string, RegExp]>([
    [
      "login",
      { answer: refusing("DESCRIBE", "401 Unauthorized", BASIC) },
      "camera/auth",
      /refused the username or password: .*401.*\. Check both/,
    ],
    [
      "login that is forbidden",
      { answer: refusing("DESCRIBE", "403 Forbidden") },
      "camera/auth",
      /refused the username or password: .*403.*\. Check both/,
    ],
    [
      "path",
      { answer: refusing("DESCRIBE", "404 Not Found") },
      "camera/not-found",
      /no stream at this address: .*404.*\. Look its path up/,
    ],
    [
      "codec",
      { media: video("a=rtpmap:96 MP4V-ES/90000") },
      "camera/codec",
      /cannot be read: .*MP4V-ES.*\. Set its encoder to H\.264, H\.265 or Motion JPEG/,
    ],
    [
      "no video",
      { media: ["m=audio 0 RTP/AVP 8", "a=control:trackID=1"] },
      "camera/codec",
      /sends no video at this address\. Check the path/,
    ],
    [
      "no key picture",
      {
        media: video("a=rtpmap:96 H264/90000"),
        play: (line) => line.every(5, (i) => line.write(line.picture([slice(false)], i * 3000))),
      },
      "camera/stalled",
      /no key frame came.*\. Set a shorter interval of key pictures/,
    ],
    ["silence", {}, "camera/stalled", /sends no video: .*no data.*\. Check that the stream is switched on/],
    [
      "an answer that is none",
      { answer: () => "hello\r\n\r\n" },
      "camera/protocol",
      /answer is not understood: .*\. Check the address/,
    ],
    [
      "a web server",
      { answer: () => "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n" },
      "camera/protocol",
      /There is no RTSP at this address: .*port 554/,
    ],
    [
      "another transport",
      {
        answer: ({ method }, usual) =>
          method === "SETUP" ? usual.replace(/Transport: .*\r\n/, "Transport: RTP/AVP;multicast\r\n") : usual,
      },
      "camera/protocol",
      /multicast/i,
    ],
    [
      "no place for another viewer",
      { answer: refusing("SETUP", "453 Not Enough Bandwidth") },
      "camera/protocol",
      /no place for another viewer \(SETUP: .*453.*\)\. Check .*has not reached its number of viewers/,
    ],
  ])("%s", async (_, script, code, told) => {
    const source = await camera(script);
    const refused = await add(source.url);
    expect(refused.reason).toMatch(told);
    expect(refused.code).toBe(code);
  });

  it("that nobody answers at: network", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await new Promise((resolve) => server.close(resolve));
    const refused = await add(`rtsp://127.0.0.1:${port}/live`);
    expect(refused).toMatchObject({ code: "camera/unreachable" });
    expect(refused.reason).toMatch(/cannot be reached: .*refused.*\. Check its address and port, its cable and power/);
  });

  it("that hangs up without a word: network", async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    later({ close: () => new Promise<void>((resolve) => void server.close(() => resolve())) });
    const address = server.address();
    const refused = await add(`rtsp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/live`);
    expect(refused).toMatchObject({ code: "camera/unreachable" });
    expect(refused.reason).toMatch(/\. Check its address and port/);
  });

  it.each<[string, CameraScript["answer"], RegExp]>([
    ["nothing at all", () => null, /cannot be reached: .*\. Check its address and port/],
    [
      "nothing to one of the calls",
      (asked, usual) => (asked.method === "SETUP" ? null : usual),
      /cannot be reached: SETUP was not answered\. Check its address and port/,
    ],
  ])("that says %s: network", async (_, answer, told) => {
    const source = await camera({ ...(answer ? { answer } : {}) });
    // Longer than the camera is waited for.
    patience.seldomMs = 3000;
    expect((await add(source.url)).reason).toMatch(told);
    patience.seldomMs = 450;
  });

  it("whose name and password have reserved characters in the address: the fields", async () => {
    const source = await camera({});
    for (const login of ["admin:p#ss", "ad/min:pass", "admin:p?ss", "admin:p@s/s"]) {
      const refused = await add(source.url.replace("rtsp://", `rtsp://${login}@`));
      expect(refused).toMatchObject({ code: "camera/bad-uri" });
      expect(refused.reason).toMatch(/Enter name and password in their own fields/);
    }
  });

  it.each(["p@ss", "p:ss", "a b", "p#s/s?", "ä€", "%41", "[x]", "\\"])(
    "takes the password %j from its field as it is",
    async (password) => {
      const source = await camera({
        answer: (asked, usual) => {
          const given = asked.headers.get("authorization")?.replace("Basic ", "") ?? "";
          const isRight = Buffer.from(given, "base64").toString() === `ad min@x:${password}`;
          return isRight || asked.method === "OPTIONS" ? usual : status(asked, "401 Unauthorized", BASIC);
        },
        play: (line) => line.every(5, (i) => line.write(line.picture(keyNals(), i * 3000))),
      });
      expect((await add(source.url, { username: "ad min@x", password })).id).toEqual(expect.any(String));
    },
  );
});

describe("an ONVIF camera", () => {
  const refusedBy = async (script: OnvifScript, password = "secret"): Promise<Refused> => {
    const device = await ScriptedOnvif.open(script);
    later(device);
    return add(device.url, { username: "admin", password }, "ONVIF");
  };
  it("with a clock that lies, whose password may be right: the clock is named", async () => {
    const told = utc(Date.now() + 400 * 86_400_000);
    const { reason } = await refusedBy({ told, clockMs: -90 * 86_400_000 });
    expect(reason).toMatch(/clock/);
    expect(reason).toMatch(/Set|Check/);
  });

  it("with a wrong password: the login, and the call", async () => {
    const { code, reason } = await refusedBy({}, "wrong");
    expect(code).toBe("onvif/unauthorized");
    expect(reason).toMatch(/password.*GetDeviceInformation|GetDeviceInformation.*password/);
  });

  it("that refuses one of the calls: which one, and what to do", async () => {
    for (const operation of ["GetProfiles", "GetStreamUri"]) {
      const { reason } = await refusedBy({
        answer: (call) => (call.operation === operation ? fault("ter:ActionNotSupported", "no") : null),
      });
      expect(reason).toContain(operation);
      expect(reason).toMatch(/Generic RTSP/);
    }
  });
});
