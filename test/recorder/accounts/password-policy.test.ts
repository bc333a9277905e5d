import { describe, expect, it } from "vitest";
import { isCommonPassword } from "#recorder/accounts/password-policy.ts";

/** Abuse case A12: common passwords are refused, in every disguise. */
const dresses: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => word.charAt(0).toUpperCase() + word.slice(1),
  (word) => `${word}1`,
  (word) => `${word}123`,
  (word) => `${word}!`,
  (word) => `${word}2024!`,
  (word) => `123${word}`,
  (word) => word + word,
  (word) => `${word}_${1990 + word.length}`,
  (word) => word.replaceAll("a", "@").replaceAll("o", "0"),
  (word) => word.replaceAll("e", "3").replaceAll("s", "$"),
  (word) => `!!${word}!!`,
  (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}#1`,
  (word) => `${word}000000`,
];
const words =
  "password passwort admin administrator root letmein welcome changeme default qwerty qwertyuiop asdfgh zxcvbnm iloveyou monkey dragon master login secret sunshine princess football baseball superman batman shadow michael jennifer jordan hunter killer computer internet server service camera security summer winter spring autumn hello freedom whatever trustno cookie cheese orange banana flower mustang ferrari hockey soccer liverpool chelsea arsenal ashley nicole amanda daniel thomas charlie andrew joshua matthew robert andrea samantha hannah ginger pepper matrix ninja starwars pokemon guest test demo user access hikvision dahua raspberry operator manager viewer support company office public temporary network system video recorder surveillance proscenium london berlin paris january february march april june july august september october november december monday friday sunday family angel heaven jesus love lovely private geheim willkommen hallo azerty qwertz qazwsx abcdef abcdefgh spiderman harley yamaha corvette coffee chocolate hacker superuser username signin passwd pass temp oracle cisco axis ubnt toor alpine supervisor blessed summertime newyork barcelona basketball passphrase mypassword thepassword motdepasse senha parola wachtwoord jessica".split(
    " ",
  );

describe("a common password", () => {
  it("is known in every dress: some 2,500 of the usual lists", () => {
    const known = words.flatMap((word) => dresses.map((dress) => dress(word)));
    expect(known.length).toBeGreaterThan(2_000);
    expect(known.filter((password) => !isCommonPassword(password, "hugo"))).toEqual([]);
  });

  it.each([
    "111111111111",
    "123456789012",
    "abcdefghijkl",
    "qwertyuiop12",
    "aaaaaaaaaaaa",
    "987654321098",
    "hugohugohugo",
    "Hugo2024!",
    "............",
    "abcabcabcabc",
  ])("is %s too", (password) => expect(isCommonPassword(password, "hugo")).toBe(true));

  it.each([
    "correct horse battery",
    "another long password",
    "Passwords are long",
    "kT9-vv2!qLmz",
    "hugo likes old trams",
    "日本語のながいことば",
    "xkcd-936-staple",
  ])("is not %s", (password) => expect(isCommonPassword(password, "hugo")).toBe(false));
});
