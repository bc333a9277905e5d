/** How devices write their answers, and which addresses of streams they name. */
import { gzipSync, deflateRawSync } from "node:zlib";
import { describe, expect, it, afterEach } from "vitest";
import { answerText } from "#recorder/onvif/soap/answer-text.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { believesToken, fault, profile, ScriptedOnvif } from "#test/support/scripted-onvif.ts";

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0)) await one();
});
const XML = '<?xml version="1.0"?><a>Kamera Süd</a>';
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

describe("text", () => {
  it.each<[string, Buffer, string | undefined, string]>([
    ["UTF-8", Buffer.from(XML), undefined, XML],
    ["UTF-16", utf16(XML), undefined, XML],
    ["UTF-16, the other way", utf16(XML).swap16(), undefined, XML],
    ["UTF-16 without a mark", Buffer.from(XML, "utf16le"), "identity", XML],
    ["gzip", gzipSync(XML), "gzip", XML],
    ["raw deflate", deflateRawSync(XML), "Deflate", XML],
    ["said to be packed, and is not", Buffer.from(XML), "gzip", ""],
    ["a bomb", gzipSync(Buffer.alloc(64 * 1024 * 1024)), "gzip", ""],
  ])("%s", (_, bytes, encoding, text) => {
    expect(answerText(bytes, encoding)).toBe(text);
  });
});

const read = async (script: Parameters<typeof ScriptedOnvif.open>[0]) => {
  const camera = await ScriptedOnvif.open(script);
  close.push(() => camera.close());
  const got = await readOnvifCamera(camera.url, "admin", "secret", null);
  return { camera, got, host: new URL(camera.url).hostname };
};
const uri = (text: string) => ({
  answer: ({ operation }: { operation: string }) =>
    operation === "GetStreamUri"
      ? `<GetStreamUriResponse><trt:MediaUri><tt:Uri>${text}</tt:Uri></trt:MediaUri></GetStreamUriResponse>`
      : null,
});
describe("what a device answers", () => {
  it.each([
    ["rtsp://127.0.0.1:554/live", "/live"],
    ["rtsp://0.0.0.0:554/live", "/live"],
    ["rtsp://[::]:554/live", "/live"],
    ["rtsp://:554/live", "/live"],
    ["rtsp:///live", "/live"],
    ["rtsp://192.168.0.1:554/live?a=1&amp;b=2", "/live?a=1&b=2"],
    ["rtsp://169.254.1.1/live", "/live"],
    ["rtsp://user:pass@10.0.0.1/live", "/live"],
    ["  rtsp://10.0.0.1/live  ", "/live"],
    ["RTSP://10.0.0.1/live", "/live"],
    ["rtsp://10.0.0.1:0/live", "/live"],
    ["rtsp://10.0.0.1/live stream", "/live%20stream"],
    ["/live", "/live"],
    ["rtsp://camera_one.local/live", "/live"],
    ["rtsp://user:p@ss@10.0.0.1/live", "/live"],
  ])("%s", async (text, path) => {
    const { got, host } = await read(uri(text));
    expect(
      got.ok
        ? got.value.profiles.map((p) => {
            const u = new URL(p.uri);
            return `${u.hostname === host} ${u.pathname}${u.search}`;
          })
        : JSON.stringify(got.error),
    ).toEqual([`true ${path}`]);
  });
  it("a profile without a stream leaves the others", async () => {
    const { got } = await read({
      profiles: profile("a") + profile("b"),
      answer: ({ operation, xml }) =>
        operation === "GetStreamUri" && xml.includes(">a<") ? fault("ter:NoProfile", "none") : null,
    });
    expect(got.ok ? got.value.profiles.map((p) => p.token) : JSON.stringify(got.error)).toEqual(["b"]);
  });
  it.each([200, 401, 404, 500])("an empty answer to GetServices with status %i is passed over", async (status) => {
    const { got } = await read({
      answer: ({ operation }) => (operation === "GetServices" ? { status, body: "" } : null),
    });
    expect(got.ok).toBe(true);
  });
  it("a token at most 5 s old, of a clock that is an hour wrong", async () => {
    const { got } = await read({
      clockMs: -3_600_000,
      believes: (c, now) =>
        believesToken(c, now) &&
        Math.abs(Date.parse(/<(?:\w+:)?Created[^>]*>([^<]*)</.exec(c.xml)?.[1] ?? "") - now) < 5000,
    });
    expect(got.ok).toBe(true);
  });
  it("a login is refused without a word first, because the device's clock has to be asked for", async () => {
    const { got } = await read({ refusal: () => ({ status: 401, body: "" }) });
    expect(got.ok).toBe(true);
  });
  it("a date that is none", async () => {
    const { got } = await read({
      told: "<tt:UTCDateTime><tt:Time><tt:Hour>24</tt:Hour><tt:Minute>61</tt:Minute><tt:Second>x</tt:Second></tt:Time><tt:Date><tt:Year>0</tt:Year><tt:Month>0</tt:Month><tt:Day>0</tt:Day></tt:Date></tt:UTCDateTime>",
    });
    expect(got.ok).toBe(true);
  });
});
