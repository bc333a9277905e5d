import { expect, it } from "vitest";
import { isStale, parseChallenges } from "#recorder/rtp/rtsp-auth.ts";

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
