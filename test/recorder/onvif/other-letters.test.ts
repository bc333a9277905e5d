/** Names in other letters, envelopes of other versions, and answers to a search in other forms than the standards have. */
import { afterEach, describe, expect, test } from "vitest";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { foundIn } from "#recorder/onvif/found-device.ts";
import { subscribe } from "#recorder/onvif/event-client.ts";
import { bodyOf, node, textOf } from "#recorder/onvif/soap/xml.ts";
import { type Rewritten, rewriting } from "#test/support/rewritten-onvif.ts";
import { fault, type OnvifScript, profile, ScriptedOnvif } from "#test/support/scripted-onvif.ts";

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function read(script: OnvifScript, change: Rewritten = (head, body) => head + body) {
  const camera = await ScriptedOnvif.open(script);
  opened.push(camera);
  const front = await rewriting(camera, change);
  opened.push(front);
  const answer = await readOnvifCamera(front.url, "admin", "secret", null);
  return { camera, answer: answer.ok ? answer.value : answer.error };
}

/** Changes the names of all elements and attributes; texts stay. */
const named =
  (change: (name: string) => string): Rewritten =>
  (head, body) =>
    head + body.replaceAll(/(?<=<\/?(?:\w+:)?)[A-Z]\w*|(?<=\s)(?:token|fixed)(?==")/g, change);

describe("a device", () => {
  test.each<[string, Rewritten]>([
    ["small letters", named((name) => name.toLowerCase())],
    ["capital letters", named((name) => name.toUpperCase())],
    ["a small letter at the beginning", named((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`)],
  ])("that writes all names in %s is read", async (_, change) => {
    const { answer } = await read({ profiles: profile("Main") }, change);
    expect(answer).toMatchObject({ manufacturer: "Scripted", profiles: [{ token: "Main", width: 1280, height: 960 }] });
  });

  test.each([
    ["h264", "H264"],
    ["H.264", "H264"],
    ["MPEG4-AVC", "H264"],
    ["hevc", "H265"],
    ["H.265", "H265"],
    ["mjpeg", "JPEG"],
    ["jpeg", "JPEG"],
    ["MPEG4", "MPEG4"],
  ])("that calls its video %s sends %s", async (said, encoder) => {
    const { answer } = await read({ profiles: profile("main", "", said) });
    expect(answer).toMatchObject({ profiles: [{ encoder }] });
  });

  const old = 'xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"';
  test.each<[string, (is11: boolean) => { status: number; body: string } | string | null]>([
    ["a fault", (is11) => (is11 ? null : fault("s:VersionMismatch", "VersionMismatch", "s:VersionMismatch"))],
    ["the type that it does not read", (is11) => (is11 ? null : { status: 415, body: "" })],
  ])("that knows SOAP 1.1 only, and says so by %s, is asked so, each call once from then on", async (_, answer) => {
    const { camera, answer: got } = await read({ answer: ({ xml }) => answer(xml.includes(old)) });
    expect(got).toMatchObject({ profiles: [{ token: "main" }] });
    expect(camera.calls.filter(({ xml }) => !xml.includes(old)).length).toBeLessThan(3);
  });

  test("whose parameters of a subscription are in small letters gets them back", async () => {
    const camera = await ScriptedOnvif.open({
      believes: () => true,
      answer: ({ operation, path }) =>
        operation === "CreatePullPointSubscription"
          ? `<createpullpointsubscriptionresponse><subscriptionreference><address>http://127.0.0.1${path}</address><referenceparameters><Id xmlns="urn:x">7</Id></referenceparameters></subscriptionreference></createpullpointsubscriptionresponse>`
          : null,
    });
    opened.push(camera);
    const made = await subscribe({ url: camera.url, username: "", password: "" });
    expect(made).toMatchObject({ ok: true, value: { parameters: expect.stringContaining(">7<") } });
  });
});

test("what is there by its name is not looked for in other letters, and what is nowhere is nowhere", () => {
  const body = node(bodyOf("<Envelope><Body><a>1</a><A>2</A><b/></Body></Envelope>"));
  expect([textOf(body?.["a"]), textOf(body?.["A"]), body?.["B"], body?.["c"], body?.["constructor"]]).toEqual([
    "1",
    "2",
    "",
    undefined,
    undefined,
  ]);
});

describe("an answer to a search", () => {
  const match = (inner: string): string =>
    `<e:Envelope><e:Body><d:ProbeMatch>${inner}</d:ProbeMatch></e:Body></e:Envelope>`;
  const HERE = "192.0.2.7";
  const scopes = "onvif://www.onvif.org/name/Front%20door onvif://www.onvif.org/hardware/One";
  test.each<[string, string, string]>([
    [
      "with an address of IPv6 before the other",
      "<d:XAddrs>http://[fe80::1]/x http://192.0.2.9:81/y</d:XAddrs>",
      `http://${HERE}:81/y`,
    ],
    ["in small letters", "<d:xaddrs>http://192.0.2.7/x</d:xaddrs>", "http://192.0.2.7/x"],
    ["with a prefix of more than letters", "<ns-1.d:XAddrs>http://192.0.2.7/x</ns-1.d:XAddrs>", "http://192.0.2.7/x"],
    ["parted by commas", "<d:XAddrs>http://192.0.2.8/a,http://192.0.2.7/b</d:XAddrs>", "http://192.0.2.7/b"],
    [
      "in a section of characters",
      "<d:XAddrs><![CDATA[http://192.0.2.7/x?a=1&b=2]]></d:XAddrs>",
      "http://192.0.2.7/x?a=1&b=2",
    ],
    ["with an & as XML writes it", "<d:XAddrs>http://192.0.2.7/x?a=1&amp;b=2</d:XAddrs>", "http://192.0.2.7/x?a=1&b=2"],
  ])("%s names the device", (_, inner, url) => {
    expect(foundIn(match(`<d:Scopes>${scopes}</d:Scopes>${inner}`), HERE)).toEqual({
      ip: HERE,
      url,
      name: "Front door",
      model: "One",
    });
  });

  test("whose name is not encoded as it should be has it as it is", () => {
    const answer = match(`<d:Scopes>onvif://www.onvif.org/name/100%</d:Scopes><d:XAddrs>http://${HERE}/x</d:XAddrs>`);
    expect(foundIn(answer, HERE)?.name).toBe("100%");
  });
});
