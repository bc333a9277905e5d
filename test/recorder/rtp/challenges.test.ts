import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { isStale, parseChallenges, RtspAuth } from "#recorder/rtp/rtsp-auth.ts";

const read = (headers: readonly string[]) =>
  headers.flatMap(parseChallenges).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)] as const);

it.each<[string[], ReturnType<typeof read>]>([
  [['Basic realm="a"'], [["basic", { realm: "a" }]]],
  [
    ['Basic realm="a", Digest realm="b", nonce="n"'],
    [
      ["basic", { realm: "a" }],
      ["digest", { realm: "b", nonce: "n" }],
    ],
  ],
  [
    ['Basic realm="a"', 'Digest realm="b"'],
    [
      ["basic", { realm: "a" }],
      ["digest", { realm: "b" }],
    ],
  ],
  [
    ['Digest realm="Basic realm=, x", qop="auth,auth-int"'],
    [["digest", { realm: "Basic realm=, x", qop: "auth,auth-int" }]],
  ],
  [['Digest realm = "a" , algorithm= MD5 nonce="n"'], [["digest", { realm: "a", algorithm: "MD5", nonce: "n" }]]],
  [["Negotiate", "NTLM"], []],
  [['Negotiate, Digest realm="a"'], [["digest", { realm: "a" }]]],
  [["Basic"], [["basic", {}]]],
  [["Digester a=b"], []],
  [[""], []],
])("%j are %j", (headers, challenges) => {
  expect(read(headers)).toEqual(challenges);
});

it("only a digest whose nonce is called too old is stale", () => {
  const stale = (header: string): boolean[] => parseChallenges(header).map(isStale);
  for (const one of ["stale=true", "stale=TRUE", 'stale="true"', "nonce=x, Stale = true"])
    expect(stale(`Digest realm="a", ${one}`), one).toEqual([true]);
  for (const one of ["stale=false", 'realm=" stale=true"', 'opaque="x, stale=true"', "unstale=true"])
    expect(stale(`Digest ${one}`), one).toEqual([false]);
});

it.each([
  ["UTF-8", Buffer.from("Kamera Tür 门", "utf8")],
  ["ISO 8859-1", Buffer.from("Kamera T\xfcr", "latin1")],
  ["GB 2312", Buffer.from([0xcd, 0xf8, 0xc2, 0xe7, 0xc9, 0xe3, 0xcf, 0xf1])],
])("a realm in %s is hashed and sent back as the bytes that it is", (_, realm) => {
  const auth = new RtspAuth("jürgen", "pässwörd€");
  expect(auth.challenge([`Digest realm="${realm.toString("latin1")}", nonce="n1"`])).toBe(true);
  const sent = Buffer.from(auth.authorize("DESCRIBE", "rtsp://camera/live") ?? "", "latin1");
  expect(sent.includes(Buffer.concat([Buffer.from('realm="'), realm, Buffer.from('"')]))).toBe(true);
  expect(sent.includes(Buffer.from('username="jürgen"', "utf8"))).toBe(true);
  const md5 = (...parts: (string | Buffer)[]): string =>
    parts.reduce((hash, part) => hash.update(part), createHash("md5")).digest("hex");
  const ha1 = md5("jürgen:", realm, ":pässwörd€");
  expect(sent.toString("latin1")).toContain(`response="${md5(`${ha1}:n1:${md5("DESCRIBE:rtsp://camera/live")}`)}"`);
});

it("a name and password in Basic are UTF-8", () => {
  const auth = new RtspAuth("jürgen", "pässwörd€");
  auth.challenge(["Basic realm=x"]);
  const sent = auth.authorize("DESCRIBE", "rtsp://camera/live")?.replace("Basic ", "") ?? "";
  expect(Buffer.from(sent, "base64").toString("utf8")).toBe("jürgen:pässwörd€");
});
