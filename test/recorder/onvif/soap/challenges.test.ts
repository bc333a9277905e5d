import { expect, it } from "vitest";
import { challengesOf, isDigest, isStale } from "#recorder/onvif/soap/challenges.ts";

it.each<[string[], string[]]>([
  [['Basic realm="a"'], ['Basic realm="a"']],
  [['Basic realm="a", Digest realm="b", nonce="n"'], ['Basic realm="a"', 'Digest realm="b", nonce="n"']],
  [
    ['Basic realm="a"', 'Digest realm="b"'],
    ['Basic realm="a"', 'Digest realm="b"'],
  ],
  [['Digest realm="Basic realm=, x", qop=auth,auth-int'], ['Digest realm="Basic realm=, x", qop=auth,auth-int']],
  [['Digest realm = "a" , algorithm= MD5 nonce="n"'], ['Digest realm = "a" , algorithm= MD5 nonce="n"']],
  [["Negotiate", "NTLM"], []],
  [[""], []],
])("%j are %j", (headers, challenges) => {
  expect(challengesOf(headers)).toEqual(challenges);
});

it("only a digest whose nonce is called too old is stale", () => {
  for (const stale of ["stale=true", "stale=TRUE", 'stale="true"', "nonce=x, Stale = true"])
    expect(isStale(`Digest realm="a", ${stale}`)).toBe(true);
  for (const fresh of ["stale=false", 'realm=" stale=true"', 'opaque="x, stale=true"', "unstale=true"])
    expect(isStale(`Digest ${fresh}`)).toBe(false);
  expect(["Digest a=b", "DIGEST a=b", "Digester a=b", "Basic a=b"].map(isDigest)).toEqual([true, true, false, false]);
});
