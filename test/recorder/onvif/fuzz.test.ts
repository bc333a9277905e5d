/** Whatever a camera answers is read or refused: nothing throws, nothing hangs. */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { begin } from "#recorder/onvif/event-client.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { setAudioEncoder, setVideoEncoder } from "#recorder/onvif/encoder.ts";
import { PtzClient } from "#recorder/onvif/ptz/ptz-client.ts";
import { isStale, parseChallenges } from "#recorder/rtp/rtsp-auth.ts";
import { deviceEndpoint } from "#recorder/onvif/soap/sign-in.ts";
import { fault, profile, profile2, type ScriptedAnswer, ScriptedOnvif } from "#test/support/scripted-onvif.ts";

/** PROSCENIUM_FUZZ_RUNS: how many answers are made up; the gate takes few, an endurance run many. */
const RUNS = Number(process.env.PROSCENIUM_FUZZ_RUNS ?? 150);
const LENS =
  '<tt:VideoSourceConfiguration><tt:Extension><tt:Extension><tt:LensDescription><tt:Offset x="0" y="0"/><tt:Projection><tt:Angle>90</tt:Angle><tt:Radius>1</tt:Radius></tt:Projection><tt:XFactor>1</tt:XFactor></tt:LensDescription></tt:Extension></tt:Extension></tt:VideoSourceConfiguration>';
const SEEDS = [
  fault("ter:NotAuthorized", "no"),
  profile("p", LENS + '<tt:PTZConfiguration token="c"><tt:NodeToken>n</tt:NodeToken></tt:PTZConfiguration>'),
  profile2("q"),
  "<tt:Media><tt:XAddr>http://192.168.1.1:80/m</tt:XAddr></tt:Media><tt:PTZ><tt:XAddr>/ptz</tt:XAddr></tt:PTZ><tt:Events><tt:XAddr>//x</tt:XAddr></tt:Events>",
  "<tds:SystemDateAndTime><tt:UTCDateTime><tt:Time><tt:Hour>1</tt:Hour></tt:Time><tt:Date><tt:Year>2024</tt:Year></tt:Date></tt:UTCDateTime></tds:SystemDateAndTime>",
  '<SubscriptionReference><Address>http://h/s</Address><ReferenceParameters><k:K xmlns:k="u">7</k:K></ReferenceParameters></SubscriptionReference>',
  '<NotificationMessage><Topic>t</Topic><Message><Message PropertyOperation="Changed"><Data><SimpleItem Name="a" Value="b"/></Data></Message></Message></NotificationMessage>',
];

/** A piece of XML: cut, doubled, swapped, deep, huge, or of the names that JavaScript itself uses. */
const piece = fc.oneof(
  fc.constantFrom(...SEEDS),
  fc
    .tuple(fc.constantFrom(...SEEDS), fc.nat(), fc.nat(), fc.string({ unit: "binary", maxLength: 8 }))
    .map(([seed, from, length, text]) => {
      const at = from % seed.length;
      return seed.slice(0, at) + text + seed.slice(at + (length % 40));
    }),
  fc
    .constantFrom("__proto__", "constructor", "toString", "Fault", "Options", "Items", "#text")
    .map((name) => `<${name}>${SEEDS[1]}</${name}>`),
  fc.integer({ min: 1, max: 5000 }).map((deep) => "<a>".repeat(deep) + "</a>".repeat(deep)),
  fc
    .constantFrom("1e999", "-1", "NaN", "٣", "0x10", "\u0000", "\ud800", "]]>")
    .map((odd) => `<tt:Width>${odd}</tt:Width><tt:Year>${odd}</tt:Year>`),
  fc.string({ unit: "binary", maxLength: 200 }),
);
const challenge = fc.oneof(
  fc.string({ maxLength: 80 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, "?")),
  fc.constantFrom(
    'Digest realm="x',
    'Basic realm="a", Digest nonce="n"',
    "Digest",
    'Digest realm="a\\',
    'Digest qop=",,,", nonce="x"',
  ),
);
/** Raw: no envelope either. */
const answer = fc.record({
  status: fc.constantFrom(200, 200, 200, 400, 401, 403, 500, 302),
  challenge,
  isRaw: fc.boolean(),
  isWrapped: fc.boolean(),
  pieces: fc.array(piece, { maxLength: 4 }),
});

type Made = typeof answer extends fc.Arbitrary<infer T> ? T : never;
let made: readonly Made[] = [];
let asked = 0;
let camera: ScriptedOnvif;
const next = (operation: string): ScriptedAnswer | null => {
  const now = made[asked++ % made.length];
  if (!now) return null;
  const inner = now.pieces.join("");
  const body = now.isWrapped ? `<${operation}Response>${inner}</${operation}Response>` : inner;
  const envelope = `<s:Envelope xmlns:s="x"><s:Body>${body}</s:Body></s:Envelope>`;
  return {
    status: now.status,
    headers: {
      "www-authenticate": now.challenge,
      date: "never",
      ...(now.status === 302 ? { location: "http://x/" } : {}),
    },
    body: now.isRaw ? inner : envelope,
  };
};
beforeAll(async () => {
  // Sometimes it answers as a camera does, so that later calls are reached.
  camera = await ScriptedOnvif.open({
    believes: () => true,
    media2Profiles: profile2("q"),
    ptzSpaces: ["ContinuousPanTiltVelocitySpace"],
    answer: ({ operation }) => (asked++ % 3 === 0 ? null : next(operation)),
  });
});
afterAll(() => camera.close());

it("answers that are mutated, cut, deep or no XML at all are read or refused", {
  timeout: 120_000 + RUNS * 100,
}, async () => {
  const login = { url: camera.url, username: "admin", password: "secret", network: null };
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 12 }), fc.nat(12), async (answers, from) => {
      made = answers;
      asked = from;
      const target = { ...login, profileToken: "main" };
      const ptz = new PtzClient(deviceEndpoint(login), "main");
      const results = [
        await readOnvifCamera(login.url, login.username, login.password, null),
        await setVideoEncoder(target, { width: 640, height: 360 }),
        await setAudioEncoder(target, { bitRateKbps: 64 }),
        await begin(deviceEndpoint(login)),
        await ptz.presets(8),
        await ptz.save("Door", 8),
        await ptz.position(),
        await ptz.stop(),
        await ptz.step({ pan: 1, tilt: 1, zoom: 1 }, { panTilt: "relative", zoom: "absolute" }),
      ];
      for (const result of results) if (!result.ok) expect(result.error.code).toMatch(/^[a-z0-9-]+\/[a-z0-9-]+$/);
    }),
    { numRuns: RUNS },
  );
});

it("challenges that are no challenges are none", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(challenge, fc.string({ maxLength: 300 })), { maxLength: 4 }), (headers) => {
      for (const one of headers.flatMap(parseChallenges)) {
        expect(one.scheme).toMatch(/^(basic|digest)$/);
        expect(typeof isStale(one)).toBe("boolean");
      }
    }),
  );
  const startMs = performance.now();
  const long = [
    'Digest a="'.repeat(5000),
    "a ".repeat(50_000),
    'x="\\'.repeat(30_000),
    "a =".repeat(30_000),
    "=   ".repeat(30_000),
  ];
  for (const header of long) parseChallenges(header);
  expect(performance.now() - startMs).toBeLessThan(2000);
});
